// Runs build/serai.wasm as a program, or build/$WASM: node tests/system/wasm.mjs ARGUMENTS…
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: ['serai', ...process.argv.slice(2)], returnOnExit: true });
const module = await WebAssembly.compile(
  await readFile(new URL(`../../build/${process.env.WASM ?? 'serai.wasm'}`, import.meta.url)),
);
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
