/* An online table: the waiting room, then the same board as anywhere, with undo requests, chat, leaving, and rematches. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { chatOpen, ChatSheet, unmutedChat, textOf } from './chat';
import { Question } from './dialog';
import { EarlyEndBubbles, LeaveDialog, ResignDialog } from './early_end';
import { FairnessSheet, openFairness, unfair } from './fairness';
import { Icon } from './icons';
import { ConnectionPill } from './online';
import { connection, me, send, unreachable } from './connection';
import { showToast } from './menu';
import { Play } from './play';
import { PresenceAnnouncer } from './presence';
import type { Chat } from './protocol';
import { Refusal, sentence } from './refusal';
import { inRoom, joinRefusal, playAgain, refusal, room } from './room';
import { go, HOME, LOBBY, tableAddress } from './route';
import { index, scene } from './session';
import { openAnalysis } from './study';
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
    <Question
      title={say('undo.title')}
      yes={say('undo.yes')}
      no={say('undo.no')}
      agree={() => answer(true)}
      decline={() => answer(false)}
    >
      <p>{say('undo.asks', { name: here.seats[asked.by - 1]?.name ?? '' })}</p>
    </Question>
  );
}

/* The latest message of somebody else, for a while; a tap opens the chat. */
const bubble = signal<Chat | null>(null);
let newest = { table: '', n: -1 };

function ChatBubble() {
  const last = unmutedChat.value[unmutedChat.value.length - 1];
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
function RematchOffer() {
  const here = room.value;
  if (!here?.next) return null;
  const next = here.next;
  return (
    <div class="bubble">
      <button type="button" class="go" onClick={() => (here.you > 0 ? playAgain() : go(tableAddress(next)))}>
        <Icon name="again" />
        <span>{say(here.you > 0 ? 'rematch.join' : 'rematch.watch')}</span>
      </button>
    </div>
  );
}

/* Another player leads through the finished game. */
function LeadBubble() {
  const here = room.value;
  if (here?.state !== 'over' || !here.lead || here.lead.by === here.you) return null;
  return (
    <div class="bubble">
      <button type="button" class="go" onClick={() => openAnalysis(index.value)}>
        <Icon name="watch" />
        <span>{say('together.bubble', { name: here.seats[here.lead.by - 1]?.name ?? '' })}</span>
      </button>
    </div>
  );
}

/* A check of the server failed: a warning. */
function FairnessWarning() {
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

function Overlays() {
  useEffect(() => {
    if (!refusal.value) return;
    showToast(sentence(refusal.value));
    refusal.value = null;
  }, [refusal.value]);
  return (
    <>
      <PresenceAnnouncer />
      <div class="bubbles">
        <FairnessWarning />
        <RematchOffer />
        <LeadBubble />
        <EarlyEndBubbles />
        <ChatBubble />
      </div>
      <UndoQuestion />
    </>
  );
}

/* Neither the table nor a refusal has come yet. */
function Loading() {
  return (
    <main class="notice-page" aria-busy="true">
      <p role="status">
        {unreachable()
          ? say('connection.unreachable')
          : connection.value === 'connected'
            ? say('table.coming')
            : say('connection.connecting')}
      </p>
      {unreachable() && (
        <a class="button act" href={HOME}>
          {say('home')}
        </a>
      )}
    </main>
  );
}

export function OnlineTable() {
  if (joinRefusal.value)
    return (
      <main class="notice-page">
        <h1>{say('table.gone')}</h1>
        <p role="alert">
          <Refusal why={joinRefusal.value} />
        </p>
        <a class="button act" href={LOBBY}>
          {say('online.tables')}
        </a>
      </main>
    );
  const state = room.value?.state;
  if (!inRoom()) return <Loading />;
  if (state === 'open' || state === 'dealing')
    return (
      <>
        <Waiting />
        <Overlays />
      </>
    );
  if (!scene.value) return <Loading />;
  return (
    <>
      <Play />
      <ConnectionPill />
      <ChatSheet />
      <FairnessSheet />
      <LeaveDialog />
      <ResignDialog />
      <Overlays />
    </>
  );
}
