/* Serves build/web for trying the page out, with the headers that `serai serve` sends: node tests/serve.mjs [port] */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const ROOT = new URL('../../build/web/', import.meta.url).pathname;
const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm', svg: 'image/svg+xml', png: 'image/png', woff2: 'font/woff2', webmanifest: 'application/manifest+json' };
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'";

export function serve(port = 0) {
  const server = createServer((request, response) => {
    const name = new URL(request.url, 'http://x').pathname.slice(1) || 'index.html';
    const path = ROOT + name;
    if (!/^[\w.-]+$/.test(name) || !existsSync(path)) return response.writeHead(404).end();
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(readFileSync(path));
  });
  return new Promise((done) => server.listen(port, '127.0.0.1', () => done({ server, url: `http://127.0.0.1:${server.address().port}/` })));
}

if (process.argv[1] === new URL(import.meta.url).pathname) console.log((await serve(Number(process.argv[2] ?? 8080))).url);
