/* Builds the page into BUILD/web: bundles with hashed names, fonts, icons, the table's wasm, and beside each file what
 * the server sends instead: .br and .gz. Prints what a first visit costs over the wire.
 *
 * Run in web/: node build.mjs [BUILD], which is ../build unless told. The wasm comes from `make`. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { LANGUAGES, languageModule } from './languages.mjs';
import { readProtocol, typescript } from './protocol.mjs';

const BUILD = process.argv[2] ?? '../build';
const OUT = `${BUILD}/web/`;
const WASM = ['table', 'study']; // of the two workers, each with SIMD and without
const FONTS = [
  ['philosopher', [700]],
  ['golos-text', [400, 600]],
].flatMap(([family, weights]) =>
  weights.flatMap((weight) => ['latin', 'cyrillic'].map((script) => [family, `${family}-${script}-${weight}-normal.woff2`])),
);
const BUDGET = 300_000;
const PUZZLE_BUDGET = 150_000; // gzipped
const LATER = /^(part|study|puzzles)-/; // parts of the page that are loaded when they are first shown, their worker, and puzzles
/* Large icons are for pages that are installed; nets, puzzles and plain wasm are kept when they are first needed. */
const SELDOM = /\.(png|net|json)$|-plain-/;

const hash = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 10);

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });

/* Writes a file under a name that tells its content; returns the name. */
function put(name, bytes) {
  const [stem, ...ends] = name.split('.');
  const hashed = [`${stem}-${hash(bytes)}`, ...ends].join('.');
  writeFileSync(OUT + hashed, bytes);
  return hashed;
}

/* `entry` is a file, or a module of which there is none. */
async function bundle(entry, name, define = {}) {
  const { outputFiles } = await build({
    ...options(define),
    ...(typeof entry === 'string' ? { entryPoints: [entry] } : { stdin: entry }),
  });
  return outputFiles.map((file) => put(name + file.path.slice(file.path.lastIndexOf('.')), file.contents));
}

/* The page itself: its parts that are loaded later are files of their own. Returns what the first visit loads, the entry first. */
async function bundlePage(entry, define) {
  const { outputFiles, metafile } = await build({
    ...options(define),
    entryPoints: [entry],
    splitting: true,
    metafile: true,
    entryNames: 'page-[hash]',
    chunkNames: 'part-[hash]',
  });
  const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1);
  for (const { path, contents } of outputFiles) if (!/^part-.*css$/.test(nameOf(path))) writeFileSync(path, contents); // all styles are with the page
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [nameOf(path), output]));
  const [first] = [...outputs].find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  const script = [first];
  for (const name of script) {
    const imported = outputs
      .get(name)
      .imports.filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => nameOf(path));
    script.push(...imported.filter((other) => !script.includes(other)));
  }
  return { script, style: nameOf(outputs.get(first).cssBundle) };
}

function options(define) {
  return {
    bundle: true,
    minify: true,
    charset: 'utf8',
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outdir: OUT,
    external: ['*.woff2'],
    define: Object.fromEntries(Object.entries(define).map(([key, value]) => [key, JSON.stringify(value)])),
  };
}

writeFileSync('src/protocol.gen.ts', typescript(readProtocol()));
for (const name of WASM.flatMap((worker) => [`${worker}.wasm`, `${worker}-plain.wasm`]))
  if (!existsSync(`${BUILD}/${name}`)) throw new Error(`there is no ${BUILD}/${name}: run make ${name} first`);
cpSync('public', OUT, { recursive: true });
for (const [family, file] of FONTS) cpSync(`node_modules/@fontsource/${family}/files/${file}`, OUT + file);

const putWasm = (name) => put(name, readFileSync(`${BUILD}/${name}`));
const [table, study] = WASM.map((worker) => ({ simd: putWasm(`${worker}.wasm`), plain: putWasm(`${worker}-plain.wasm`) }));
const nets = ['alibaba', 'marrakech'].map((game) => put(`${game}.net`, readFileSync(`../bots/nets/${game}.net`))); // as in worker.c
const puzzles = {}; // the file of each game
for (const name of readdirSync('puzzles'))
  puzzles[name.replace('.json', '')] = put(`puzzles-${name}`, readFileSync(`puzzles/${name}`));
const [worker] = await bundle('src/worker.ts', 'worker', { TABLE_WASM: table, NETS: nets });
const [studyWorker] = await bundle('src/study_worker.ts', 'study', { STUDY_WASM: study, NETS: nets });
const languages = {};
for (const name of LANGUAGES) [languages[name]] = await bundle(languageModule(name), name);
const { script, style } = await bundlePage('src/main.tsx', {
  WORKER: worker,
  STUDY_WORKER: studyWorker,
  LANGUAGE_FILES: languages,
  PUZZLE_FILES: puzzles,
  PROGRAM_VERSION: readFileSync('../VERSION', 'utf8').trim(),
});
const [entry, ...shared] = script;
writeFileSync(
  OUT + 'index.html',
  readFileSync('index.html', 'utf8')
    .replace('{{js}}', entry)
    .replace('{{css}}', style)
    .replace('{{shared}}', shared.map((name) => `<link rel="modulepreload" href="${name}" />`).join('')),
);

/* The service worker keeps every file the page uses; its own bytes change whenever one of them does. */
const files = readdirSync(OUT).filter((name) => name !== 'index.html' && !SELDOM.test(name));
const version = hash(Buffer.concat([...files, 'index.html'].map((name) => readFileSync(OUT + name))));
const [sw] = await bundle('src/sw.ts', 'sw', { FILES: ['./', ...files], VERSION: version });
writeFileSync(OUT + 'sw.js', readFileSync(OUT + sw));
rmSync(OUT + sw);

let total = 0;
const languageSizes = [];
for (const name of readdirSync(OUT)) {
  const bytes = readFileSync(OUT + name);
  const packed = /\.(png|woff2)$/.test(name)
    ? bytes
    : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  if (packed !== bytes) {
    writeFileSync(`${OUT}${name}.br`, packed);
    writeFileSync(`${OUT}${name}.gz`, gzipSync(bytes, { level: 9 }));
  }
  if (Object.values(languages).includes(name)) languageSizes.push(packed.length);
  else if (!SELDOM.test(name) && !(LATER.test(name) && !script.includes(name))) total += packed.length;
  console.log(`${String(bytes.length).padStart(8)} ${String(packed.length).padStart(8)}  ${name}`);
}
total += Math.max(...languageSizes); // the others, and parts of the page, are loaded later, for offline play
console.log(`first visit: ${total} bytes of ${BUDGET}`);
const puzzleTotal = Object.values(puzzles).reduce((sum, name) => sum + readFileSync(`${OUT}${name}.gz`).length, 0);
console.log(`puzzles: ${puzzleTotal} bytes of ${PUZZLE_BUDGET}`);
if (puzzleTotal > PUZZLE_BUDGET) throw new Error('the puzzles are too large');
if (total > BUDGET) throw new Error('the first visit costs too much');
