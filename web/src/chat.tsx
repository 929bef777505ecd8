/* The chat of a table: free text, or preset phrases that each page shows in its own language. Players can be muted on this
 * device. */
import { computed, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from './dialog';
import { Icon } from './icons';
import { connection, me, send } from './connection';
import type { Chat } from './protocol';
import { ReportButton } from './report';
import { chat, room } from './room';
import { writeStorage, readStorage } from './settings';
import { has, keyed, language, say } from './words';

const PHRASES = [
  'hello',
  'good-luck',
  'have-fun',
  'well-played',
  'nice-move',
  'oops',
  'thinking',
  'sorry',
  'thanks',
  'one-moment',
  'good-game',
  'again',
] as const;
const MAX_BYTES = 300; // bytes of text
const KEY = 'serai.muted';

export const chatOpen = signal(false);
const read = signal({ table: '', n: -1 }); // the newest message read
const muted = signal<string[]>([]);

export function startChat(): void {
  const old = readStorage(KEY);
  if (Array.isArray(old)) muted.value = old.filter((person) => typeof person === 'string');
}

function mute(person: string): void {
  muted.value = muted.value.includes(person) ? muted.value.filter((other) => other !== person) : [...muted.value, person];
  writeStorage(KEY, muted.value);
}

export const unmutedChat = computed(() => chat.value.filter(({ person }) => !muted.value.includes(person)));
const unread = computed(() => {
  const seen = read.value.table === room.value?.table ? read.value.n : -1;
  return unmutedChat.value.filter(({ n, person }) => n > seen && person !== me.value?.person).length;
});

export function textOf({ words, phrase }: Chat): string {
  const key = keyed('phrase.', phrase ?? '');
  return words ?? (has(key) ? say(key) : (phrase ?? ''));
}

function markRead(): void {
  read.value = { table: room.peek()?.table ?? '', n: chat.peek()[chat.peek().length - 1]?.n ?? -1 };
}

export function ChatButton({ kind }: { kind: 'button' | 'tool' }) {
  if (room.value?.chat === false) return null;
  const count = unread.value;
  return (
    <button type="button" class={kind} onClick={() => (chatOpen.value = true)}>
      <span class="with-count">
        <Icon name="chat" />
        {count > 0 && (
          <span class="count" aria-hidden="true">
            {count}
          </span>
        )}
      </span>
      <span>{say('chat')}</span>
      {count > 0 && <span class="hidden"> {say('chat.unread', { n: count })}</span>}
    </button>
  );
}

function Messages() {
  const ref = useRef<HTMLUListElement>(null);
  const count = unmutedChat.value.length;
  const time = new Intl.DateTimeFormat(language.value, { hour: '2-digit', minute: '2-digit' });
  useEffect(() => {
    markRead();
    if (ref.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, [count]);
  if (count === 0) return <p class="soft messages-none">{say('chat.none')}</p>;
  return (
    <ul class="messages" ref={ref} tabIndex={0} aria-label={say('chat')}>
      {unmutedChat.value.map((one) => {
        const seat = (room.value?.seats.findIndex((sitter) => sitter?.person === one.person) ?? -1) + 1;
        return (
          <li key={one.n} class={`seat-${seat} ${one.person === me.value?.person ? 'own' : ''}`}>
            <small>
              <b>{one.name}</b> {time.format(one.at)}
              {one.person !== me.value?.person && <ReportButton person={one.person} name={one.name} table={room.value?.table} />}
            </small>
            <span>{textOf(one)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function People() {
  const others = room.value?.seats.filter((seat) => seat?.person !== undefined && seat.person !== me.value?.person) ?? [];
  return (
    <div class="row">
      {others.map((seat) => {
        const person = seat?.person ?? '';
        const quiet = muted.value.includes(person);
        return (
          <button key={person} type="button" class="button quiet" aria-pressed={quiet} onClick={() => mute(person)}>
            <Icon name={quiet ? 'mute' : 'sound'} />
            {quiet ? say('chat.unmute', { name: seat?.name ?? '' }) : say('chat.mute', { name: seat?.name ?? '' })}
          </button>
        );
      })}
    </div>
  );
}

function ChatForm() {
  const words = useRef<HTMLInputElement>(null);
  const off = connection.value !== 'connected';
  const speak = (event: Event) => {
    event.preventDefault();
    const text = words.current?.value.trim() ?? '';
    if (!text || !send({ t: 'chat', words: text }) || !words.current) return;
    words.current.value = '';
  };
  const short = (event: InputEvent & { currentTarget: HTMLInputElement }) => {
    const field = event.currentTarget;
    while (new TextEncoder().encode(field.value).length > MAX_BYTES) field.value = field.value.slice(0, -1);
  };
  return (
    <>
      <div class="phrases" role="group" aria-label={say('chat.phrases')}>
        {PHRASES.map((phrase) => (
          <button key={phrase} type="button" class="button" disabled={off} onClick={() => send({ t: 'chat', phrase })}>
            {textOf({ phrase } as Chat)}
          </button>
        ))}
      </div>
      <form class="input-row" onSubmit={speak}>
        <input
          ref={words}
          type="text"
          aria-label={say('chat.words')}
          placeholder={say('chat.words')}
          autocomplete="off"
          onInput={short}
        />
        <button type="submit" class="button act" disabled={off}>
          {say('chat.say')}
        </button>
      </form>
    </>
  );
}

/* The chat sheet, and a live region for screen readers while it is closed. */
export function ChatSheet() {
  const last = unmutedChat.value.slice(-3);
  const close = () => (chatOpen.value = false);
  return (
    <>
      <div role="log" class="hidden" aria-label={say('chat')}>
        {last.map((one) => (
          <p key={one.n}>
            {one.name}: {textOf(one)}
          </p>
        ))}
      </div>
      {chatOpen.value && (
        <Dialog title={say('chat')} kind="chat" close={close}>
          <Messages />
          {(room.value?.you ?? 0) > 0 && <ChatForm />}
          <People />
        </Dialog>
      )}
    </>
  );
}
