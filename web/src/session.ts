/* A game at this screen: the selection, the step shown, whose view it is, what is asked of the table, and saving. The table
 * decides everything about the game; this decides only what is asked, and when. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { me as account } from './connection';
import type { Scene, Turn } from './face';
import type { Lesson } from './game';
import { gameNamed } from './games';
import {
  autoplaying,
  follow,
  following,
  lookAt,
  moving,
  pause,
  phase,
  playBack,
  resetPlayback,
  shown,
  skipStep,
  startPlayback,
  turnOf,
} from './playback';
import type { Clock, GameName, Seat, TableCommand } from './protocol';
import { reasonOfText, type Reason } from './refusal';
import { recordedGame, saveGame, type Saved } from './saved';
import { aids, expert, timeScale } from './settings';
import { tableInfo, hintAnswer, previewAnswer, now, record, refused, switchTable, steps, tell, unanswered } from './table';
import { travellerName } from './travellers/travellers';
import { isYou, say } from './words';

type Mode = 'play' | 'replay' | 'lesson' | 'online'; // online: at an online table, as a player or a spectator

export const mode = signal<Mode>('play');
export const selected = signal<string | null>(null);
export const hintPending = signal(false); // a hint was asked for and has not come
export const moveRefusal = signal<Reason | null>(null); // why a move was refused
export const curtain = signal<number>(0); // the seat that the device is passed to; 0: none
export const openRefusal = signal<Reason | null>(null); // why a game could not be opened

/* --- starting --- */

interface Setup {
  game: GameName;
  options: Record<string, string | number>;
  seats: Seat[];
  clock?: Clock;
}

export let gameStarted = false; // it is what the page shows at #/play
let setup: Setup | null = null; // of this game, for a rematch
let opened = false; // whether the finished game has been sent with nothing hidden
let origin: Saved | null = null; // what is being replayed, with its bots

export function freshSeed(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 0x200000) * 0x100000000 + low; // 53 bits: a safe integer
}

function begin(as: Mode, sendRemote: Parameters<typeof switchTable>[0] = null): void {
  opened = false;
  gameStarted = as === 'play' || as === 'replay';
  resetPlayback(as === 'replay');
  batch(() => {
    switchTable(sendRemote);
    mode.value = as;
    selected.value = unanswered.value = moveRefusal.value = openRefusal.value = null;
    curtain.value = 0;
    hintPending.value = false;
  });
}

/* With several people nobody knows who holds the device: no secret is shown before one confirms. */
function hideSecrets(seats: Seat[]): TableCommand[] {
  return people(seats) > 1 ? [{ t: 'see', seat: 0 }] : [];
}

const people = (seats: Seat[]): number => seats.filter((seat) => seat.level === undefined).length;

export function startGame(wanted: Setup, seed = freshSeed()): void {
  begin('play');
  setup = wanted;
  tell({ t: 'new', ...wanted, seed }, ...hideSecrets(wanted.seats));
}

export function continueGame(saved: Saved): void {
  begin('play');
  setup = null;
  const { seats, record, clock, left } = saved;
  tell({ t: 'open', seats, record, ...(clock && { clock }), ...(left && { left }) }, ...hideSecrets(seats));
}

/* In a replay the bots are people, so that none of them plays on. */
export function replayGame(saved: Saved): void {
  begin('replay');
  setup = null;
  origin = saved;
  tell({ t: 'open', seats: saved.seats.map(({ name }) => ({ name })), record: saved.record }, { t: 'see', seat: 0 });
}

/* Joins an online table; commands go through `sendRemote`. */
export function joinGame(sendRemote: (commands: TableCommand[]) => void): void {
  setup = null;
  begin('online', sendRemote);
}

export function playOn(): void {
  if (origin) continueGame(origin);
}

/* The same seats, or others; the next of them begins. */
export function rematch(seats = (mode.value === 'replay' ? origin?.seats : null) ?? tableInfo.value?.seats): void {
  const table = tableInfo.value;
  if (!table || !seats) return;
  const first = (Number(table.options['first'] ?? 1) % table.players) + 1;
  startGame({
    game: table.game,
    options: { ...(setup?.options ?? table.options), first },
    seats,
    ...(table.clock && { clock: table.clock }),
  });
}

/* --- what is on the screen --- */

export const last = computed(() => steps.value.length - 1);
export const index = computed(() => Math.max(0, Math.min(shown.value, last.value)));
/* The step that has landed: all but the board tell of this one. */
export const landedIndex = computed(() => Math.max(0, index.value - (phase.value === null ? 0 : 1)));
export const replaying = computed(() => mode.value === 'replay' || !following.value);
export const live = computed(() => following.value && shown.value === last.value);
export const over = computed(() => (now.value?.winners.length ?? 0) > 0 || now.value?.over === true);
/* It is the turn of the person at the screen. */
const toMove = computed(
  () =>
    live.value &&
    !moving.value &&
    mode.value !== 'replay' &&
    curtain.value === 0 &&
    !lessonDone.value &&
    unanswered.value === null &&
    (now.value?.legal.length ?? 0) > 0,
);

const asked = signal(-1); // an undo led to this ply: there even the only move is a choice

/* The only legal move. It is not asked for, but made after a moment. */
export const forced = computed(() => {
  const [only, ...others] = now.value?.legal ?? [];
  const asks = others.length > 0 || mode.value === 'lesson' || now.value?.ply === asked.value;
  return only === undefined || asks || !toMove.value ? null : only;
});

/* Something is asked of the person at the screen. */
export const myTurn = computed(() => toMove.value && forced.value === null);

/* All turns so far, as runs of steps. */
export const turns = computed<Turn[]>(() => {
  const all: Turn[] = [];
  steps.value.forEach((step, i) => {
    const before = steps.value[i - 1]?.view;
    if (!before) return;
    const seat = turnOf(before);
    const turn = all[all.length - 1];
    if (turn?.seat !== seat) return all.push({ seat, first: i, last: i, before, steps: [step] });
    turn.last = i;
    return turn.steps.push(step);
  });
  return all;
});

/* The last turn of each player, up to a step. */
function lastTurns(step: number): Turn[] {
  const found = new Map<number, Turn>();
  for (const turn of turns.value) if (turn.last <= step) found.set(turn.seat, turn);
  return [...found.values()];
}

/* Who sits where. In a replay nobody plays, but the bots that played are seen. */
export const sitters = computed<Seat[]>(() => {
  const seats = tableInfo.value?.seats ?? [];
  return (mode.value === 'replay' && origin?.seats) || seats;
});

/* Several people share this screen. */
export const shared = computed(() => mode.value === 'play' && people(tableInfo.value?.seats ?? []) > 1);

/* The seat that is called "you"; 0: none. */
export const me = computed(() => (shared.value || mode.value === 'replay' ? 0 : (tableInfo.value?.you ?? 0)));

export function sceneAt(at: number): Scene | null {
  const table = tableInfo.value;
  const step = steps.value[at];
  if (!table || !step) return null;
  const chosen = myTurn.value ? selected.value : null;
  const look = previewAnswer.value;
  const answered = chosen !== null && look !== null && look.moves[0] === chosen && look.ply === now.value?.ply;
  return {
    view: step.view,
    step,
    before: steps.value[at - 1]?.view ?? null,
    phase: at === index.value ? phase.value : null,
    turns: lastTurns(Math.min(at, landedIndex.value)),
    seats: sitters.value,
    you: table.you,
    me: me.value,
    now: myTurn.value ? now.value : null,
    selected: chosen,
    preview: answered ? { moves: look.moves, view: look.view, legal: look.legal, effects: look.effects } : null,
    hints: myTurn.value
      ? lessonMove.value
        ? [{ move: lessonMove.value, value: 1, visits: 0 }]
        : (hintAnswer.value?.best.slice(0, 3) ?? [])
      : [],
    aids: aids.value,
    select,
    play,
    refuse,
  };
}

export const scene = computed(() => sceneAt(index.value)); // what the board draws
export const landed = computed(() => (landedIndex.value === index.value ? scene.value : sceneAt(landedIndex.value)));

/* --- actions --- */

export function select(move: string | null): void {
  moveRefusal.value = null;
  if (move === null || !now.value) selected.value = null;
  else if (move === selected.value || expert.value) play(move);
  else {
    selected.value = move;
    lookAtSelected();
  }
}

/* Asks for a preview of the selection, where a game has one. */
export function lookAtSelected(): void {
  const [table, here, move] = [tableInfo.peek(), now.peek(), selected.peek()];
  if (table && here && move !== null && here.legal.includes(move) && gameNamed(table.game).face.previews)
    tell({ t: 'look', ply: here.ply, moves: [move] });
}

export function play(move: string): void {
  if (!toMove.value || !now.value) return;
  if (lessonMove.value && move !== lessonMove.value) {
    moveRefusal.value = reasonOfText(say('learn.other'));
    return;
  }
  const made = { play: { t: 'play' as const, ply: now.value.ply, move }, sent: false };
  selected.value = null;
  unanswered.value = made;
  afterPaint(() => {
    if (unanswered.value === made) tell(made.play);
  });
}

/* The tap is drawn first: then bots begin to think, and their moves are drawn. */
function afterPaint(then: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(then));
}

export function refuse(move: string): void {
  if (myTurn.value && now.value) tell({ t: 'why', ply: now.value.ply, move });
}

export function undo(): void {
  if (!now.value?.undo || unanswered.value) return;
  selected.value = null;
  undoing = true;
  tell({ t: 'undo', ply: now.value.ply });
}

let undoing = false;

/* What was forced is undone with the choice before it; otherwise it would be made again at once. */
function undone(): void {
  const here = now.value;
  if (!undoing || !here) return;
  undoing = false;
  asked.value = here.ply;
  if (here.legal.length === 1 && mode.peek() === 'play') untracked(undo);
}

/* Makes the only move, when its consequence could be read. */
function makeForced(): (() => void) | undefined {
  const only = forced.value;
  if (only === null) return undefined;
  const timer = setTimeout(() => play(only), FORCED_MS * timeScale());
  return () => clearTimeout(timer);
}

const FORCED_MS = 1400;

export function hint(): void {
  if (!myTurn.value || !now.value || hintPending.value) return;
  hintPending.value = true;
  tell({ t: 'hint', ply: now.value.ply });
}

/* Looks at a step; of a game that goes on, the newest is the game itself. */
export function goTo(step: number): void {
  selected.value = null;
  const to = Math.max(0, Math.min(step, last.value));
  if (to === last.value && mode.value !== 'replay') follow();
  else lookAt(to);
}

export function backToNow(): void {
  if (mode.value === 'replay') lookAt(last.value);
  else follow();
}

/* Starts and stops a replay that runs by itself. */
export function toggleAutoplay(): void {
  if (autoplaying.value) pause();
  else playBack(index.value, last.value);
}

/* Plays a turn once more, and comes back. */
export function watchAgain(turn: Turn): void {
  selected.value = null;
  playBack(turn.first - 1, turn.last, true);
}

/* The person whom the device was passed to confirms. */
export function confirmPassed(): void {
  tell({ t: 'see', seat: curtain.value });
}

/* --- the tutorial: scripted moves of all seats --- */

export const lesson = signal<Lesson | null>(null);

/* The position in the lesson: moves of people, not of chance. It advances when all motion has ended. */
const lessonAt = signal(0);
function countLesson(): void {
  if (live.value && !moving.value) lessonAt.value = steps.value.filter((step) => step.by > 0).length;
}
export const lessonStep = computed(() => (mode.value === 'lesson' ? lesson.value?.moves[lessonAt.value] : undefined));
export const lessonDone = computed(
  () => mode.value === 'lesson' && lesson.value !== null && lessonAt.value >= lesson.value.moves.length,
);
const lessonMove = computed(() => (lessonStep.value?.by === 1 ? lessonStep.value.move : null));

export function startLesson(game: GameName): void {
  const chosen = gameNamed(game).lesson;
  if (!chosen) return;
  begin('lesson');
  setup = null;
  batch(() => {
    steps.value = []; // those of the last game are not the lesson's
    lessonAt.value = 0;
    lesson.value = chosen;
  });
  const seats = Array.from({ length: chosen.players }, (_, i) => ({ name: i === 0 ? say('you') : travellerName(i) }));
  tell({ t: 'new', game, options: chosen.options, seats, seed: chosen.seed });
}

/* The others' moves of a lesson are made by the page, from their seats, and shown from ours. */
export function playLesson(): void {
  const next = lessonStep.value;
  const ply = now.value?.ply;
  if (next && next.by > 1 && ply !== undefined && live.value)
    tell({ t: 'see', seat: next.by }, { t: 'play', ply, move: next.move }, { t: 'see', seat: 1 });
}

/* --- reactions --- */

function isPerson(seat: number): boolean {
  const table = tableInfo.value;
  return table !== null && seat > 0 && table.seats[seat - 1]?.level === undefined;
}

/* Something is secret while the device is passed on. */
export const veil = computed(() => {
  const view = steps.value[last.value]?.view;
  return curtain.value > 0 && view !== undefined && (gameNamed(view.game).face.secrets?.(view) ?? false);
});

/* The view follows the person to move, once that person has the device. */
function followPlayer(): void {
  const table = tableInfo.value;
  const step = steps.value[last.value];
  if (!table || !step || mode.value !== 'play' || !live.value || moving.value || curtain.value > 0 || over.value) return;
  const { player } = step.view;
  if (player === table.you || !isPerson(player)) return;
  curtain.value = player;
  if (veil.value && table.you > 0) tell({ t: 'see', seat: 0 });
}

/* When a game is over and its last move rests, nothing is secret: it is sent again, complete. */
function revealAll(): void {
  if (!over.value || moving.value || (mode.value !== 'play' && mode.value !== 'online') || opened) return;
  opened = true;
  tell({ t: 'see', seat: tableInfo.peek()?.you ?? 0 });
}

export function startSession(): void {
  startPlayback();
  effect(followPlayer);
  effect(() => {
    if (tableInfo.value?.you === curtain.value) curtain.value = 0;
  });
  effect(makeForced);
  effect(undone);
  effect(countLesson);
  effect(revealAll);

  effect(() => {
    if (steps.value.length > 0 && (mode.value === 'play' || (mode.value === 'online' && over.value))) tell({ t: 'record' });
  });
  effect(() => {
    const table = tableInfo.value; // a game that goes on may have the same record, at another table
    if (!record.value || !table || mode.peek() !== 'play' || recordedGame(record.value) !== table.game) return;
    saveGame({
      seats: table.seats,
      record: record.value,
      ...(table.clock && { clock: table.clock }),
      ...(now.peek()?.left && { left: now.peek()?.left }),
      over: over.peek(),
    } as Saved);
  });

  /* The selection belongs to a position that is gone. */
  effect(() => {
    if (steps.value) batch(() => (selected.value = moveRefusal.value = null));
  });
  effect(() => {
    if (hintAnswer.value || now.value) hintPending.value = false;
  });
  effect(() => {
    const refusal = refused.value;
    if (!refusal) return;
    hintPending.value = undoing = false;
    unanswered.value = null;
    if (refusal.about === 'new' || refusal.about === 'open') openRefusal.value = refusal;
    else moveRefusal.value = refusal;
  });

  addEventListener('pointerdown', skipMotion, { capture: true });
}

/* A tap skips the step under way. */
function skipMotion(event: PointerEvent): void {
  const tapped = event.target instanceof Element ? event.target : null;
  if (!tapped?.closest('.frame') || tapped.closest('button, a, input')) return;
  if (forced.value === null) skipStep();
  else play(forced.value);
}

/* Whoever is "you" here has a name elsewhere. */
const namedSeats = (seats: Seat[]): Seat[] =>
  seats.map((seat, i) =>
    isYou(seat.name) ? { ...seat, name: account.value?.name ?? say('setup.player', { number: i + 1 }) } : seat,
  );

/* The current game, to be saved or shared. */
export function currentGame(): Saved | null {
  const table = tableInfo.value;
  if (mode.value === 'replay') return origin;
  if (!table || !record.value) return null;
  const left = now.value?.left;
  return {
    seats: namedSeats(table.seats),
    record: record.value,
    ...(table.clock && { clock: table.clock }),
    ...(left && { left }),
  };
}
