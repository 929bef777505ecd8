/* An online table, as a player or a spectator: its people, chat and dice. The game itself goes through table.ts as at any other
 * table.
 *
 * The game does not notice a lost connection: on rejoining we send what we have, so that only the rest comes, and an unanswered
 * move is sent again with the same link. */
import { effect, signal } from '@preact/signals';
import {
  dealLink,
  verifyRecord,
  findContradictions,
  moveLink,
  newTip,
  keepCommitments,
  tipFor,
  forgetSent,
  verifyRolls,
  type Contradiction,
  type Verdict,
} from './chain';
import { withName } from './account/ask_name';
import { number, object, text } from './check';
import { subscribe, me, send } from './connection';
import { showToast } from './menu';
import type { Chat, Command, Fair, Kept, Room, Seat, Sitter, TableCommand, TableEvent } from './protocol';
import type { Reason } from './refusal';
import { go, tableAddress } from './route';
import { goTo, joinGame, lookAtSelected, mode, over } from './session';
import { readStorage, writeStorage } from './settings';
import { tableInfo, record, refused, steps, unanswered } from './table';
import { botName } from './travellers/travellers';
import { say } from './words';

export const room = signal<Room | null>(null);
export const chat = signal<Chat[]>([]);
export const fair = signal<Fair | null>(null);
export const verdict = signal<Verdict | null>(null); // on the rolls so far; null: not checked yet
export const proof = signal<{ wrong: string | null } | null>(null); // of the whole game, when it is over
export const contradictions = signal<Contradiction[]>([]);
export const joinRefusal = signal<Reason | null>(null); // why the table cannot be joined
export const refusal = signal<Reason | null>(null); // why something other than a move was refused
export const leaveOpen = signal(false); // the confirmation of leaving is open

type Play = Extract<TableCommand, { t: 'play' }>;

interface SeatToTake {
  table: string;
  ready: boolean; // and press ready
}

const stoodIn = object({ table: text, moves: number });
const ABOUT_THE_GAME = ['play', 'undo', 'look', 'why', 'hint', 'see', 'record'];
const ANY_SEAT = 0;

let table = ''; // the one we are at
let seatToTake: SeatToTake | null = null; // where we take a seat as soon as we have joined
let renewalRefused = false; // the server refused the new chain for the unanswered move
let unsentCommands: TableCommand[] = []; // commands made while there was no connection
let joining = false; // joined, and no position received yet
let rematchAsked = false; // we asked for a rematch

/* Whether the page shows an online table. */
export const inRoom = (): boolean => mode.value === 'online' && room.value !== null;

export const isBot = (seat: Sitter): boolean => seat.level !== undefined && seat.person === undefined;

/* A free seat, counted from 0: whether we may take it, and its label. */
export const canTakeSeat = ({ kept }: { kept?: Kept }, i: number): boolean => !kept?.[i] || kept[i] === me.value?.person;
export const freeSeatLabel = ({ kept }: { kept?: Kept }, i: number): string =>
  say(!kept?.[i] ? 'lobby.free' : canTakeSeat({ kept }, i) ? 'wait.kept.you' : 'wait.kept');

// --- joining ---

export function join(id: string): void {
  if (id === table && inRoom() && room.peek()?.state !== 'over') return subscribe(joinAgain);
  table = id;
  renewalRefused = false;
  unsentCommands = [];
  rematchAsked = false;
  room.value = fair.value = verdict.value = proof.value = joinRefusal.value = refusal.value = null;
  chat.value = [];
  contradictions.value = [];
  joinGame((commands) => commands.forEach(sendOnline));
  subscribe(joinAgain);
}

/* With what we already have. */
function joinAgain(): Command {
  const known = room.peek();
  joining = true;
  const have = known && steps.peek().length > 0 && { version: known.version, told: steps.peek().length };
  return { t: 'join', table, changes: true, ...have };
}

/* Takes the seat back from a bot. */
export function rejoin(): void {
  send(joinAgain());
}

/* Goes to a table and takes a seat there. */
export function goAndSit(id: string, ready: boolean): void {
  seatToTake = { table: id, ready };
  go(tableAddress(id));
}

/* A rematch: at the table that was made for it, or a new one. */
export function playAgain(): void {
  const here = room.peek();
  rematchAsked = !here?.next;
  if (here?.next) goAndSit(here.next, true);
  else send({ t: 'rematch' });
}

// --- sending ---

function sendOnline(command: TableCommand): void {
  if (command.t === 'play') void playOnline(command);
  else if (!send(command) && (command.t === 'see' || command.t === 'record')) unsentCommands.push(command);
}

async function playOnline(play: Play): Promise<void> {
  const here = table;
  const linked = { ...play, link: await moveLink(here, play.ply, play.move) };
  if (here === table) sendPlay(linked);
}

/* While joining, it is sent with the rest when the table has come: afterFrame(). */
function sendPlay(play: Play): void {
  unanswered.value = { play, sent: true };
  if (!joining) send(play);
}

export function sit(seat: number): void {
  withName(() => void sitDown(seat));
}

async function sitDown(seat: number): Promise<void> {
  const here = table;
  const tip = await tipFor(here);
  if (here === table) send({ t: 'sit', seat, tip });
}

async function deal(): Promise<void> {
  const link = await dealLink(table);
  if (link) send({ t: 'link', link });
}

/* This device does not have the chain that the server knows: a new one begins, and the move goes with that. If the server accepts
 * no new chain now (Protocol 8.6), the move goes without a link. */
async function renew(play: Play): Promise<void> {
  if (!renewalRefused) {
    send({ t: 'anew', tip: await newTip(table) });
    return playOnline(play);
  }
  renewalRefused = false;
  sendPlay({ t: 'play', ply: play.ply, move: play.move });
}

// --- receiving ---

export function onRoom(next: Room): void {
  if (next.table !== table) return;
  const before = room.peek();
  next = { ...next, seats: next.seats.map((seat) => seat && { ...seat, name: nameOfPerson(seat) }) };
  room.value = next;
  keepCommitments(next);
  if (next.state === 'dealing' && next.you > 0 && (before?.state !== 'dealing' || joining)) void deal();
  if (next.state === 'open') takeSeat(next);
  if (next.state === 'over' && !before) goTo(0); // a finished game is shown from its start
  if (next.next && rematchAsked) playAgain();
  tellStoodIn(next);
}

/* Tells whoever comes back how many moves a bot has made for them, once. */
const STOOD_IN = 'serai.stood-in';

function tellStoodIn({ table: id, you, seats }: Room): void {
  const mine = seats[you - 1];
  const made = mine?.stood_in ?? 0;
  const known = readStorage(STOOD_IN);
  const told = stoodIn(known) && known.table === id ? known.moves : 0;
  if (you === 0 || mine?.held || made <= told) return;
  writeStorage(STOOD_IN, { table: id, moves: made });
  showToast(say('stand.in.made', { n: made - told }));
}

/* Takes the seat that we came for, and is ready if that was asked for. */
function takeSeat(next: Room): void {
  if (seatToTake?.table !== next.table) return;
  if (next.you > 0) {
    if (seatToTake.ready && !next.seats[next.you - 1]?.ready) send({ t: 'ready', ready: true });
    seatToTake = null;
  } else if (joining) sit(ANY_SEAT);
}

/* A person who is a program is marked wherever the name is shown. */
export const nameOfPerson = ({ name, bot }: { name: string; bot?: boolean | undefined }): string =>
  bot ? say('bot.name', { name }) : name;

function named(seats: (Sitter | null)[]): Seat[] {
  return seats.map((seat, i) =>
    seat && isBot(seat) ? { name: seat.name || botName(seats, i), level: seat.level ?? 0 } : { name: seat?.name ?? '' },
  );
}

export function onFair(news: Fair): void {
  const old = fair.peek();
  const isWhole = news.from === 0 && news.renewed === 0;
  fair.value =
    old && !isWhole
      ? {
          ...old,
          ...news,
          from: 0,
          rolls: [...old.rolls.slice(0, news.from), ...news.rolls],
          renewed: 0,
          anew: [...old.anew.slice(0, news.renewed), ...news.anew],
        }
      : news;
}

export function onChat(said: Chat): void {
  if (!chat.peek().some(({ n }) => n === said.n)) chat.value = [...chat.peek(), said];
}

export function onMade(event: TableEvent<'made'>): void {
  if (rematchAsked) goAndSit(event.table, true);
}

/* Adds the names of bots. */
export const withBotNames = (event: TableEvent<'table'>): TableEvent<'table'> => ({ ...event, seats: named(event.seats) });

/* A new chain may help; else the game shows the refusal, or the room does. */
export function onRefusal(event: TableEvent<'refused'>): void {
  const made = unanswered.peek();
  if (event.about === 'play' && made) {
    forgetSent(table, made.play.ply);
    if (event.code === 'wrong-link') return void renew(made.play);
    unanswered.value = null;
  }
  if (ABOUT_THE_GAME.includes(event.about)) refused.value = event;
  else if (event.about === 'anew') renewalRefused = true;
  else if (event.about === 'join') joinRefusal.value = event;
  else refusal.value = event;
}

/* Whether the page shows an online table, or is joining one. */
export const isAtTable = (): boolean => mode.peek() === 'online';

/* All events of a frame have been handled. */
export function afterFrame(events: TableEvent[]): void {
  if (!isAtTable()) return;
  renameSeats();
  if (!joining || !events.some((event) => event.t === 'room' && event.table === table)) return;
  joining = false;
  const made = unanswered.peek();
  if (made?.sent) send(made.play);
  unsentCommands.splice(0).forEach(sendOnline);
  if (over.peek() && record.peek() === null) sendOnline({ t: 'record' }); // the answer may have been lost with the connection
  lookAtSelected();
}

/* A new name is shown at the table too. */
function renameSeats(): void {
  const [game, here] = [tableInfo.peek(), room.peek()];
  if (!game || !here || here.seats.length !== game.seats.length) return;
  const seats = named(here.seats);
  if (JSON.stringify(seats) !== JSON.stringify(game.seats)) tableInfo.value = { ...game, seats };
}

// --- reactions ---

/* Checks each new roll as soon as its moves are known. */
async function verifyLatest(known: Fair, you: number): Promise<void> {
  const found = await verifyRolls(known);
  const wrong = await findContradictions(known, you, (step) => steps.peek()[step]?.move);
  if (fair.peek() !== known) return;
  verdict.value = found;
  contradictions.value = wrong;
}

async function verifyWhole(whole: string, seats: Seat[]): Promise<void> {
  const wrong = await verifyRecord(whole, seats);
  if (record.peek() === whole) proof.value = { wrong };
}

export function startRoom(): void {
  effect(() => {
    const known = fair.value;
    if (known && steps.value.length > 0) void verifyLatest(known, room.peek()?.you ?? 0);
  });
  effect(() => {
    const seats = tableInfo.peek()?.seats;
    if (record.value && seats && mode.peek() === 'online') void verifyWhole(record.value, seats);
  });
}
