/* The HTTP API: who we are, our games, the ratings. Responses are checked as messages are; a failed call throws an Error with the
 * server's reason. */
import { flag, isObject, list, maybe, number, object, orNull, text, type Check, type Checked } from './check';
import { isGameName as game } from './games';
import { isDaily, type Daily } from './memory/daily';
import { isAttempt, type Attempt } from './puzzles/attempts';
import { roomState, type GameName, type RecordText } from './protocol';
import { reasonOfText, type Reason } from './refusal';

const me = object({
  person: text,
  name: text,
  login: orNull(text),
  named: maybe(flag), // the name was chosen, not given
  passkey: maybe(flag), // this session was opened with one
  admin: maybe(flag),
  bot: maybe(flag),
  news: maybe(number), // answered reports of ours that we were not told of yet
});
export type Me = Checked<typeof me>;

/* A finished game: its players, and the result of each. */
const result = object({
  name: orNull(text),
  level: maybe(number),
  place: orNull(number),
  points: orNull(number),
  rating: orNull(number),
});
const played = object({ table: text, game, state: roomState, at: number, you: number, seats: list(result) });
export type FinishedGame = Checked<typeof played>;

/* A row of the leaderboard: a person, or the bot of a level. */
const rated = object({
  name: maybe(text),
  level: maybe(number),
  person: maybe(text),
  bot: maybe(flag),
  rating: number,
  games: number,
});
export type LeaderboardRow = Checked<typeof rated>;

/* How a result of the daily caravan compares with the others here. */
const standing = object({ place: number, of: number });
export type Standing = Checked<typeof standing>;

const refused = object({ code: text, why: text, detail: maybe(text) });

export class Refused extends Error {
  constructor(readonly reason: Reason) {
    super(reason.why);
  }
}

/* Why a call failed, whatever was thrown. */
export const reasonOf = (error: unknown): Reason =>
  error instanceof Refused ? error.reason : reasonOfText(error instanceof Error ? error.message : String(error));

async function answered(response: Response): Promise<unknown> {
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  throw refused(answer) ? new Refused(answer) : new Error(response.statusText);
}

export function checked<T>(answer: unknown, check: Check<T>): T {
  if (!check(answer)) throw new Error('the server said something that this page does not understand');
  return answer;
}

export async function postText(what: string, body: string): Promise<unknown> {
  return answered(await fetch(`api/${what}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }));
}

export const post = (what: string, body: object = {}): Promise<unknown> => postText(what, JSON.stringify(body));

export async function get(what: string, more: RequestInit = {}): Promise<unknown> {
  return answered(await fetch(`api/${what}`, more));
}

export const whoAmI = async (): Promise<Me> => checked(await post('me'), me);
export const rename = (name: string): Promise<unknown> => post('name', { name });
export const createAccount = (login: string, password: string): Promise<unknown> => post('keep', { login, password });
export const changePassword = (login: string, old: string, password: string): Promise<unknown> =>
  post('keep', { login, old, password });
export const logIn = (login: string, password: string): Promise<unknown> => post('enter', { login, password });
export const recover = (login: string, code: string, password: string): Promise<unknown> =>
  post('recover', { login, code, password });
export const logOut = (): Promise<unknown> => post('leave');
export const deleteAccount = (): Promise<unknown> => post('forget');
export const myData = (): Promise<unknown> => get('data');

/* Why somebody can be reported. */
export const REPORT_REASONS = ['words', 'name', 'play', 'other'] as const;
export const report = (person: string, why: (typeof REPORT_REASONS)[number], table?: string): Promise<unknown> =>
  post('report', { person, why, ...(table ? { table } : {}) });

/* An account that is a bot. */
export const declareBot = (): Promise<unknown> => post('bot/declare');
export const newBotToken = async (): Promise<string> => checked(await post('bot/token'), object({ token: text })).token;
export const revokeBotTokens = (): Promise<unknown> => post('bot/revoke');

/* Administration. */
export const ADMIN_LISTS = ['reports', 'people', 'tables', 'site', 'log'] as const;
export type AdminList = (typeof ADMIN_LISTS)[number];
export type AdminRow = Record<string, unknown>;
export const SITE_SWITCHES = ['registration', 'guests', 'chat', 'tables'] as const;
export type AdminAct =
  | { act: 'mute' | 'ban'; person: string; hours: number }
  | { act: 'unmute' | 'unban' | 'reset'; person: string }
  | { act: 'rename'; person: string; text: string }
  | { act: 'delete'; table: string }
  | { act: 'settle'; report: string; text: string }
  | { act: 'off' | 'on'; switch: (typeof SITE_SWITCHES)[number] }
  | { act: 'announce' | 'unwanted'; text: string };
const done = object({ code: maybe(text) }); // the recovery code of a reset
export const act = async (what: AdminAct) => checked(await post('admin/act', what), done).code;
export const adminList = async (which: AdminList, find: string): Promise<AdminRow[]> =>
  checked(await post('admin/list', { list: which, find }), object({ rows: list(isObject) })).rows;

/* What came of our reports, each told once. */
const settled = object({ reports: list(object({ at: number, name: text, answer: text })) });
export const settledReports = async () => checked(await post('reports'), settled).reports;
/* New recovery codes; those before no longer work. */
export const newCodes = async (password: string): Promise<string[]> =>
  checked(await post('codes', { password }), object({ codes: list(text) })).codes;

const passkey = object({ id: text, name: text, made: number });
const device = object({ device: text, name: text, made: orNull(number), seen: number, passkey: maybe(flag), here: maybe(flag) });
const devices = object({ devices: list(device), passkeys: list(passkey), codes: number });
export type Device = Checked<typeof device>;
export type Devices = Checked<typeof devices>;

export const myDevices = async (): Promise<Devices> => checked(await get('devices'), devices);
/* Logs a device out; "others": all but this one. */
export const endDevice = (device: string): Promise<unknown> => post('devices/end', { device });

export const challenge = async (): Promise<string> => checked(await post('challenge'), object({ challenge: text })).challenge;
export const addPasskey = (said: object, password: string): Promise<unknown> => post('passkey', { ...said, password });
export const enterWithPasskey = (said: object): Promise<unknown> => post('passkey/enter', said);
export const removePasskey = (id: string): Promise<unknown> => post('passkey/remove', { id });

export async function myGames(before?: number): Promise<FinishedGame[]> {
  const { games } = checked(await get(before ? `games?before=${before}` : 'games'), object({ games: list(played) }));
  return games;
}

/* Where other devices of the local network reach the server. */
export async function lanAddresses(): Promise<string[]> {
  return checked(await get('addresses'), object({ addresses: list(text) })).addresses;
}

export async function peopleHere(): Promise<number> {
  return checked(await get('here'), object({ people: number })).people;
}

export async function leaderboard(game: GameName): Promise<LeaderboardRow[]> {
  const { top } = checked(await get(`top?game=${game}`), object({ top: list(rated) }));
  return top;
}

export async function dailyDeal(patience: number): Promise<Daily> {
  return checked(await get('daily', { signal: AbortSignal.timeout(patience) }), isDaily);
}

export async function attemptsInAccount(): Promise<Attempt[]> {
  return checked(await get('puzzles'), object({ attempts: list(isAttempt) })).attempts;
}
export const saveAttempts = (attempts: Attempt[]): Promise<unknown> => post('puzzles/save', { attempts });

/* The record as it is: its check covers every byte. */
export async function sendDailyResult(date: string, record: RecordText): Promise<Standing> {
  return checked(await postText('daily-result', `{"date":${JSON.stringify(date)},"record":${record}}`), standing);
}
