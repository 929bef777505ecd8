/* What the server is asked over HTTP: who we are, our games, the ratings. Answers come in through checks, as a table's
 * words do; what cannot be done is an Error whose message is the server's sentence. */
import { game, list, maybe, number, object, orNull, state, text, type Check } from './heard';
import type { GameName, RoomState } from './protocol';

export interface Me {
  person: string;
  name: string;
  login: string | null;
}

/* A game that was played: by whom, and how it ended for each. */
export interface Played {
  table: string;
  game: GameName;
  state: RoomState;
  at: number;
  you: number;
  seats: { name: string | null; level?: number; place: number | null; points: number | null; rating: number | null }[];
}

/* Somebody in the list of the highest rated: a person, or the bot of a level. */
export interface Rated {
  name?: string;
  level?: number;
  person?: string;
  rating: number;
  games: number;
}

const me = object({ person: text, name: text, login: orNull(text) });
const result = object({
  name: orNull(text),
  level: maybe(number),
  place: orNull(number),
  points: orNull(number),
  rating: orNull(number),
});
const played = object({ table: text, game, state, at: number, you: number, seats: list(result) });
const rated = object({ name: maybe(text), level: maybe(number), person: maybe(text), rating: number, games: number });

async function answered(response: Response): Promise<unknown> {
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  throw new Error(typeof answer === 'object' && answer !== null && 'why' in answer ? String(answer.why) : response.statusText);
}

function checked<T>(answer: unknown, check: Check): T {
  if (!check(answer)) throw new Error('the server said something that this page does not understand');
  return answer as T;
}

async function post(what: string, body: object = {}): Promise<unknown> {
  return answered(
    await fetch(`api/${what}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  );
}

async function get(what: string): Promise<unknown> {
  return answered(await fetch(`api/${what}`));
}

export const whoAmI = async (): Promise<Me> => checked(await post('me'), me);
export const rename = (name: string): Promise<unknown> => post('name', { name });
export const keepMe = (login: string, password: string): Promise<unknown> => post('keep', { login, password });
export const changePassword = (login: string, old: string, password: string): Promise<unknown> =>
  post('keep', { login, old, password });
export const enter = (login: string, password: string): Promise<unknown> => post('enter', { login, password });
export const leaveDevice = (): Promise<unknown> => post('leave');
export const forgetMe = (): Promise<unknown> => post('forget');
export const myData = (): Promise<unknown> => get('data');

export async function myGames(before?: number): Promise<Played[]> {
  const { games } = checked<{ games: Played[] }>(
    await get(before ? `games?before=${before}` : 'games'),
    object({ games: list(played) }),
  );
  return games;
}

export async function highest(game: GameName): Promise<Rated[]> {
  const { top } = checked<{ top: Rated[] }>(await get(`top?game=${game}`), object({ top: list(rated) }));
  return top;
}
