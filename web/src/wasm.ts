/* What the page's workers have in common: their C with an inbox and an outbox, and the bots' nets (web/worker.c). */

declare const NETS: string[]; // their files, put in by build.mjs

/* The files of a module: with SIMD, and for browsers before 2023. */
export interface Builds {
  simd: string;
  plain: string;
}

export interface Module {
  memory: WebAssembly.Memory;
  inbox(): number;
  outbox(): number;
  net_room(number: number, size: number): number;
  net_loaded(number: number, done: number): void;
}

export const SLICE = 12; // ms of work between two looks at the messages
export const NET_MISSING = -2; // and less, for the second net and so on
const INBOX = 131072;

/* A module with one function, which makes a vector: () => i8x16.splat(0). It is not valid where there is no SIMD. */
const VECTOR = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

export async function instantiate<M extends Module>(builds: Builds): Promise<M> {
  const file = WebAssembly.validate(new Uint8Array(VECTOR)) ? builds.simd : builds.plain;
  const { instance } = await WebAssembly.instantiateStreaming(fetch(file));
  return instance.exports as unknown as M;
}

/* The lines in the outbox. */
export function answers(module: Module, length: number): string[] {
  if (length <= 0) return [];
  const bytes = new Uint8Array(module.memory.buffer, module.outbox(), length);
  return new TextDecoder().decode(bytes).split('\n').filter(Boolean);
}

/* Puts something into the inbox. Returns how many bytes it has; null: it is too long. */
export function put(module: Module, what: string | Uint8Array): number | null {
  const bytes = typeof what === 'string' ? new TextEncoder().encode(what) : what;
  if (bytes.length >= INBOX) return null;
  new Uint8Array(module.memory.buffer, module.inbox(), bytes.length).set(bytes);
  return bytes.length;
}

/* Loads the net that an answer asks for. Where that fails, the bots do without it until the page is loaded again. */
export async function loadNet(module: Module, asked: number): Promise<void> {
  const number = NET_MISSING - asked;
  const answer = await fetch(NETS[number] ?? '').catch(() => null);
  const bytes = answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  const room = bytes ? module.net_room(number, bytes.length) : 0;
  if (bytes && room) new Uint8Array(module.memory.buffer, room, bytes.length).set(bytes);
  module.net_loaded(number, room ? 1 : 0);
}
