/* Our part of fair dice: a hash chain for each online table, whose secret only this device knows.
 *
 * With it we keep what the server showed before the game began, and what we sent, so that the page can tell if the server later
 * contradicts it. The hashing is done in C, by the worker. */
import { EVENTS, type Fair, type Hash, type RecordText, type Room, type Seat } from './protocol';
import { writeStorage, readStorage } from './settings';
import { ask } from './table';

interface Chain {
  secret: Hash;
  own: Hash; // its tip
  seal: Hash | null; // the server's, as first shown
  tip: Hash | null;
  tips: (Hash | null)[]; // everybody's, as shown before the game began
  sent: Record<number, string>; // by ply: the move that was sent with its link
  at: number; // ms since 1970
}

export interface Verdict {
  rolls: number;
  wrong: string | null;
}

const KEY = 'serai.chains';
const MAX_TABLES = 60; // tables that are remembered

type Chains = Record<string, Chain>;

function isChain(x: unknown): x is Chain {
  const it = x as Partial<Chain> | null;
  return (
    typeof it === 'object' &&
    it !== null &&
    /^[0-9a-f]{64}$/.test(String(it.secret)) &&
    typeof it.own === 'string' &&
    Array.isArray(it.tips) &&
    typeof it.sent === 'object'
  );
}

function all(): Chains {
  const found = readStorage(KEY);
  return typeof found === 'object' && found !== null
    ? Object.fromEntries(Object.entries(found).filter(([, chain]) => isChain(chain)))
    : {};
}

function save(table: string, chain: Chain): Chain {
  const others = Object.entries(all()).filter(([id]) => id !== table);
  const recent = others.sort(([, a], [, b]) => b.at - a.at).slice(0, MAX_TABLES - 1);
  writeStorage(KEY, Object.fromEntries([[table, chain], ...recent]));
  return chain;
}

/* What is kept of a table, if we had a seat there on this device. */
export function chainAt(table: string): Chain | undefined {
  return all()[table];
}

const freshSecret = (): Hash =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const linkOf = async (secret: Hash, link: number): Promise<Hash> => JSON.parse(await ask({ link, secret })) as Hash;

async function freshChain(table: string): Promise<Chain> {
  const secret = freshSecret();
  const shown = chainAt(table);
  return save(table, {
    secret,
    own: await linkOf(secret, 0),
    seal: shown?.seal ?? null,
    tip: shown?.tip ?? null,
    tips: shown?.tips ?? [],
    sent: {},
    at: Date.now(),
  });
}

/* The tip of our chain for a table; starts a chain if there is none. */
export async function tipFor(table: string): Promise<Hash> {
  return (chainAt(table) ?? (await freshChain(table))).own;
}

/* Starts another chain: the old one is on another device, or lost. */
export async function newTip(table: string): Promise<Hash> {
  return (await freshChain(table)).own;
}

/* The link for the deal. */
export async function dealLink(table: string): Promise<Hash | null> {
  const chain = chainAt(table);
  return chain ? linkOf(chain.secret, 1) : null;
}

/* The link for a move in the position of a ply. */
export async function moveLink(table: string, ply: number, move: string): Promise<Hash> {
  const chain = chainAt(table) ?? (await freshChain(table));
  save(table, { ...chain, sent: { ...chain.sent, [ply]: move } });
  return linkOf(chain.secret, ply + 2);
}

/* The server refused that move. */
export function forgetSent(table: string, ply: number): void {
  const chain = chainAt(table);
  if (!chain) return;
  const { [ply]: _, ...sent } = chain.sent;
  save(table, { ...chain, sent });
}

/* Keeps what is shown before the game begins. */
export function keepCommitments(room: Room): void {
  const chain = chainAt(room.table);
  if (!chain || (room.state !== 'open' && room.state !== 'dealing')) return;
  const tips = room.seats.map((seat) => seat?.tip ?? null);
  if (chain.seal === null || JSON.stringify(tips) !== JSON.stringify(chain.tips))
    save(room.table, { ...chain, seal: chain.seal ?? room.seal, tip: chain.tip ?? room.tip, tips });
}

/* Checks that every roll follows from what was shown and sent. */
export async function verifyRolls(fair: Fair): Promise<Verdict> {
  return JSON.parse(await ask({ rolls: fair })) as Verdict;
}

/* Why a record is not valid, or null: it is replayed here, and every outcome is checked against its links. */
export async function verifyRecord(record: RecordText, seats: Seat[]): Promise<string | null> {
  const answer: unknown = JSON.parse(await ask({ record, seats }));
  return EVENTS.refused(answer) ? answer.why : null;
}

export type Contradiction = 'seal' | 'tips' | 'silent' | 'other';

/* Where the server contradicts what we remember. `made` gives the move of a step. */
export async function findContradictions(
  fair: Fair,
  you: number,
  made: (step: number) => string | null | undefined,
): Promise<Contradiction[]> {
  const chain = chainAt(fair.table);
  if (!chain) return [];
  const found = new Set<Contradiction>();
  if ((chain.seal && chain.seal !== fair.seal) || (chain.tip && chain.tip !== fair.tip)) found.add('seal');
  if (chain.tips.length && JSON.stringify(chain.tips) !== JSON.stringify(fair.tips)) found.add('tips');
  for (const { ply, seat, own } of fair.rolls) {
    if (seat !== you || chain.sent[ply] === undefined || chain.sent[ply] !== made(ply + 1)) continue;
    if (own === null) found.add('silent');
    else if (own !== (await linkOf(chain.secret, ply + 2))) found.add('other');
  }
  return [...found];
}
