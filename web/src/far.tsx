/* An online table: the waiting room, then the same board as anywhere, with undo requests, chat, leaving, and rematches. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { chatOpen, ChatSheet, heardChat, textOf } from './chat';
import { Dialog } from './dialog';
import { FairnessSheet, openFairness, unfair } from './fairness';
import { Icon } from './icons';
import { LinePill } from './online';
import { line, me, send, unreachable } from './net';
import { mention } from './menu';
import { Play } from './play';
import { Comings } from './presence';
import type { Chat } from './protocol';
import { Refusal, sentence } from './refusal';
import { far, gone, leaving, playAgain, refusal, room } from './room';
import { go, HOME, LOBBY, tableAddress } from './route';
import { scene } from './session';
import { say } from './words';
import { Waiting } from './waiting';

/* Another player asks for an undo. */
function UndoQuestion() {
  const here = room.value;
  const asked = here?.undo;
  if (!here || !asked || here.you === 0) return null;
  if (asked.by === here.you)
    return (
      <div class="bubble" role="status">
        <p>{say('undo.asked')}</p>
      </div>
    );
  const answer = (yes: boolean) => send({ t: 'allow', ply: asked.ply, yes });
  return (
    <Dialog title={say('undo.title')} close={() => answer(false)}>
      <p>{say('undo.asks', { name: here.seats[asked.by - 1]?.name ?? '' })}</p>
      <div class="ways">
        <button type="button" class="button act big" onClick={() => answer(true)}>
          {say('undo.yes')}
        </button>
        <button type="button" class="button big" onClick={() => answer(false)}>
          {say('undo.no')}
        </button>
      </div>
    </Dialog>
  );
}

function Leave() {
  if (!leaving.value) return null;
  const close = () => (leaving.value = false);
  return (
    <Dialog title={say('leave.title')} close={close}>
      <p>{say('leave.about')}</p>
      <div class="ways">
        <button
          type="button"
          class="button act big"
          onClick={() => {
            close();
            send({ t: 'leave' });
            go(LOBBY);
          }}
        >
          {say('leave.yes')}
        </button>
        <button type="button" class="button big" onClick={close}>
          {say('leave.no')}
        </button>
      </div>
    </Dialog>
  );
}

/* The latest message of somebody else, for a while; a tap opens the chat. */
const bubble = signal<Chat | null>(null);
let newest = { table: '', n: -1 };

function Bubble() {
  const last = heardChat.value[heardChat.value.length - 1];
  const table = room.value?.table ?? '';
  useEffect(() => {
    if (!last) return undefined;
    const first = newest.table !== table; // messages from before we came are not new
    const fresh = !first && last.n > newest.n && last.person !== me.peek()?.person;
    newest = { table, n: last.n };
    if (!fresh || chatOpen.peek()) return undefined;
    bubble.value = last;
    const timer = setTimeout(() => (bubble.value = null), 6000);
    return () => clearTimeout(timer);
  }, [table, last?.n]);
  useEffect(() => {
    if (table && !last) newest = { table, n: -1 };
  }, [table]);
  const shown = bubble.value;
  if (!shown || chatOpen.value) return null;
  return (
    <div class="bubble">
      <button
        type="button"
        onClick={() => {
          bubble.value = null;
          chatOpen.value = true;
        }}
      >
        <Icon name="chat" />
        <span>
          <b>{shown.name}</b> {textOf(shown)}
        </span>
      </button>
    </div>
  );
}

/* A player wants a rematch. */
function Next() {
  const here = room.value;
  if (!here?.next) return null;
  const next = here.next;
  return (
    <div class="bubble">
      <button type="button" class="go" onClick={() => (here.you > 0 ? playAgain() : go(tableAddress(next)))}>
        <Icon name="again" />
        <span>{say(here.you > 0 ? 'again.come' : 'again.watch')}</span>
      </button>
    </div>
  );
}

/* A check of the server failed: a warning. */
function Unfair() {
  if (!unfair()) return null;
  return (
    <div class="bubble unfair" role="alert">
      <button type="button" onClick={openFairness}>
        <Icon name="fair" />
        <span>{say('fair.wrong')}</span>
      </button>
    </div>
  );
}

function Around() {
  useEffect(() => {
    if (!refusal.value) return;
    mention(sentence(refusal.value));
    refusal.value = null;
  }, [refusal.value]);
  return (
    <>
      <Comings />
      <div class="bubbles">
        <Unfair />
        <Next />
        <Bubble />
      </div>
      <UndoQuestion />
    </>
  );
}

/* Neither the table nor a refusal has come yet. */
function Coming() {
  return (
    <main class="alone" aria-busy="true">
      <p role="status">{unreachable() ? say('net.away') : line.value === 'on' ? say('table.coming') : say('net.trying')}</p>
      {unreachable() && (
        <a class="button act" href={HOME}>
          {say('home')}
        </a>
      )}
    </main>
  );
}

export function FarTable() {
  if (gone.value)
    return (
      <main class="alone">
        <h1>{say('table.gone')}</h1>
        <p role="alert">
          <Refusal why={gone.value} />
        </p>
        <a class="button act" href={LOBBY}>
          {say('net.tables')}
        </a>
      </main>
    );
  const state = room.value?.state;
  if (!far()) return <Coming />;
  if (state === 'open' || state === 'dealing')
    return (
      <>
        <Waiting />
        <Around />
      </>
    );
  if (!scene.value) return <Coming />;
  return (
    <>
      <Play />
      <LinePill />
      <ChatSheet />
      <FairnessSheet />
      <Leave />
      <Around />
    </>
  );
}
