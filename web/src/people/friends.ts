/* People: whom we follow and block, who invites us, and how to challenge somebody. */
import { effect, signal } from '@preact/signals';
import { checked, get, post } from '../api';
import { flag, list, maybe, number, object, orNull, text, word, type Checked } from '../check';
import { me } from '../connection';
import { isGameName as game } from '../games';
import { showToast } from '../menu';
import type { GameName, Invited } from '../protocol';
import { reasonOf } from '../api';
import { sentence } from '../refusal';
import { room } from '../room';
import { route } from '../route';
import { playWithFriend } from '../table_request';
import { say } from '../words';

const named = { person: text, name: text };
const friend = object({
  ...named,
  here: flag,
  game: maybe(game),
  state: maybe(word('open', 'playing')),
  table: maybe(text),
});
export type Friend = Checked<typeof friend>;

/* What somebody has chosen, as the server keeps it: who sees where they are, and their profile; notices, as bits; quiet hours, in
 * minutes of the day; and how far the clock here is ahead of UTC, in minutes, plus a day. */
const choices = object({ here: number, profile: number, notices: number, quiet_from: number, quiet_to: number, ahead: number });
export type Choices = Checked<typeof choices>;

const everybody = object({
  follows: list(friend),
  often: list(object({ ...named, games: number })),
  blocked: list(object(named)),
  choices,
});
export type Friends = Checked<typeof everybody>;

const profile = object({
  ...named,
  guest: flag,
  followed: flag,
  blocked: flag,
  played: flag,
  shown: flag,
  ratings: list(object({ game, rating: number, games: number })),
  since: maybe(number),
  results: maybe(list(object({ game, played: number, won: number }))),
  curve: maybe(list(object({ game, at: number, rating: number }))),
  rivals: maybe(list(object({ ...named, games: number, ahead: number, behind: number }))),
  games: maybe(
    list(
      object({
        table: text,
        game,
        at: number,
        you: number,
        seats: list(
          object({
            name: orNull(text),
            level: maybe(number),
            place: orNull(number),
            points: orNull(number),
            rating: orNull(number),
          }),
        ),
      }),
    ),
  ),
});
export type Profile = Checked<typeof profile>;

export const invitations = signal<Invited[]>([]);
export const friends = signal<Friends | null>(null); // null: not asked yet
export const shownPerson = signal<{ person: string; name: string } | null>(null); // whose sheet is open

export async function loadFriends(): Promise<void> {
  friends.value = checked(await get('friends'), everybody);
}

export const profileOf = async (person: string): Promise<Profile> => checked(await get(`profile?person=${person}`), profile);

/* Does it, says so, and asks for the list again; or says why it cannot be done. */
async function act(what: Promise<unknown>, done: string): Promise<boolean> {
  try {
    await what;
    if (done) showToast(done);
    await loadFriends();
    return true;
  } catch (error) {
    showToast(sentence(reasonOf(error)));
    return false;
  }
}

interface Person {
  person: string;
  name: string;
}

export const follow = ({ person, name }: Person, yes: boolean): Promise<boolean> =>
  act(post('follow', { person, yes }), say(yes ? 'friends.followed' : 'friends.unfollowed', { name }));

export const block = ({ person, name }: Person, yes: boolean): Promise<boolean> =>
  act(post('block', { person, yes }), say(yes ? 'friends.blocked.now' : 'friends.unblocked', { name }));

export const askToJoin = ({ person, name }: Person): Promise<boolean> =>
  act(post('invite', { person }), say('friends.asked', { name }));

export const inviteTo = ({ person, name }: Person, table: string, yes = false): Promise<boolean> =>
  act(post('invite', { person, table, yes }), say('friends.invited', { name }));

export const decline = ({ person }: Person): Promise<boolean> => act(post('decline', { person }), '');

/* Keeps what was chosen, with the clock here. */
export async function choose(change: Partial<Choices>): Promise<void> {
  const before = friends.peek()?.choices;
  if (!before || !friends.peek()) return;
  const now = { ...before, ...change, ahead: 1440 - new Date().getTimezoneOffset() };
  friends.value = { ...(friends.peek() as Friends), choices: now };
  await act(post('choices', now), '');
}

/* Whom we challenge: at a private table, as soon as we sit there. */
let challenged: (Person & { before: string }) | null = null;

export function challenge(who: Person, at: GameName): void {
  challenged = { ...who, before: room.peek()?.table ?? '' };
  playWithFriend(at);
}

export function startFriends(): void {
  effect(() => {
    void route.value;
    shownPerson.value = null; // its page is gone
  });
  effect(() => {
    const here = room.value;
    if (!challenged || !here || here.you === 0 || here.table === challenged.before || here.host !== me.peek()?.person) return;
    const who = challenged;
    challenged = null;
    void inviteTo(who, here.table, true);
  });
}
