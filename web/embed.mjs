/* Puts the built page into the program: writes build/page.c, which holds every file of build/web in each of its codings. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';

const [web, out] = process.argv.slice(2);

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.net': 'application/octet-stream',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const CODINGS = ['', '.gz', '.br'];

const files = readdirSync(web, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .sort();

const bytes = [];
const rows = files.map((file, i) => {
  const tag = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
  const bodies = CODINGS.map((suffix, k) => {
    if (!existsSync(file + suffix)) return '{ 0, 0 }';
    bytes.push(`BYTES(file_${i}_${k}, "${file + suffix}")`);
    return `{ file_${i}_${k}, file_${i}_${k}_end }`;
  });
  const lasting = /-([0-9a-f]{10}|[0-9A-Z]{8})\.\w+$/.test(file) ? 1 : 0; // worker-1a2b3c4d5e.js, page-GEQBXL36.js
  return `        { "/${relative(web, file)}", "${TYPES[extname(file)]}", "\\"${tag}\\"", ${lasting}, { ${bodies.join(', ')} } },`;
});

writeFileSync(
  out,
  `/* The page's files; made by web/embed.mjs. */
#include "server/net/page.h"

#define BYTES(name, file)                                                                                      \\
        __asm__(".section .rodata\\n.globl " #name "\\n.globl " #name "_end\\n" #name ":\\n.incbin \\"" file "\\"\\n" #name "_end:\\n.byte 0\\n.previous"); \\
        extern const unsigned char name[], name##_end[];

${bytes.join('\n')}

const struct page_file page_files[] = {
${rows.join('\n')}
        { 0, 0, 0, 0, { { 0, 0 }, { 0, 0 }, { 0, 0 } } },
};
`,
);
