/* The account: name, login for other devices, and deletion. A guest needs none of it. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { changePassword, enter, forgetMe, keepMe, leaveDevice, myData, reasonOf, rename, whoAmI } from './api';
import { Dialog } from './dialog';
import { Icon } from './icons';
import { goOffline, me, reconnect } from './net';
import { LineSays } from './online';
import { mention } from './menu';
import { Refusal, type Reason } from './refusal';
import { go, HOME } from './route';
import { say } from './words';

const NAME = 24;
const PASSWORD = 8;

/* Runs it, and reports success or the reason. */
async function attempt(deed: () => Promise<unknown>, wrong: Signal<Reason | null>, done: string): Promise<boolean> {
  wrong.value = null;
  try {
    await deed();
    mention(done);
    return true;
  } catch (error) {
    wrong.value = reasonOf(error);
    return false;
  }
}

function Wrong({ why }: { why: Signal<Reason | null> }) {
  return why.value === null ? null : (
    <p role="alert" class="bad">
      <Refusal why={why.value} />
    </p>
  );
}

function Name({ name }: { name: string }) {
  const wrong = useSignal<Reason | null>(null);
  const field = useSignal(name);
  useEffect(() => {
    field.value = name;
  }, [name]);
  const save = async (event: Event) => {
    event.preventDefault();
    const wanted = field.value.trim();
    if (await attempt(() => rename(wanted), wrong, say('me.named'))) me.value = me.value && { ...me.value, name: wanted };
  };
  return (
    <form class="me-form" onSubmit={(event) => void save(event)}>
      <h2>{say('me.name')}</h2>
      <p class="soft">{say('me.name.about')}</p>
      <div class="speak">
        <input
          type="text"
          required
          maxLength={NAME}
          aria-label={say('me.name')}
          autocomplete="nickname"
          value={field.value}
          onInput={(event) => (field.value = event.currentTarget.value)}
        />
        <button type="submit" class="button act">
          {say('me.save')}
        </button>
      </div>
      <Wrong why={wrong} />
    </form>
  );
}

/* A login with a password: to keep this name, or to log in. */
function Login({ kind }: { kind: 'keep' | 'enter' }) {
  const wrong = useSignal<Reason | null>(null);
  const login = useSignal('');
  const password = useSignal('');
  const send = async (event: Event) => {
    event.preventDefault();
    const deed = () => (kind === 'keep' ? keepMe : enter)(login.value.trim(), password.value);
    if (!(await attempt(deed, wrong, say(kind === 'keep' ? 'me.kept' : 'me.entered')))) return;
    password.value = '';
    if (kind === 'keep') me.value = await whoAmI();
    else reconnect();
  };
  return (
    <details class="more">
      <summary>{say(kind === 'keep' ? 'me.keep' : 'me.enter')}</summary>
      <form class="me-form" onSubmit={(event) => void send(event)}>
        <p class="soft">{say(kind === 'keep' ? 'me.keep.about' : 'me.enter.about')}</p>
        <label class="field">
          <span>{say('me.login')}</span>
          <input
            type="text"
            required
            autocomplete="username"
            autocapitalize="none"
            value={login.value}
            onInput={(event) => (login.value = event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{say('me.password')}</span>
          <input
            type="password"
            required
            minLength={PASSWORD}
            autocomplete={kind === 'keep' ? 'new-password' : 'current-password'}
            value={password.value}
            onInput={(event) => (password.value = event.currentTarget.value)}
          />
        </label>
        <Wrong why={wrong} />
        <button type="submit" class="button act">
          {say(kind === 'keep' ? 'me.keep.go' : 'me.enter.go')}
        </button>
      </form>
    </details>
  );
}

/* Changes the password of a login. */
function Change({ login }: { login: string }) {
  const wrong = useSignal<Reason | null>(null);
  const old = useSignal('');
  const password = useSignal('');
  const send = async (event: Event) => {
    event.preventDefault();
    if (!(await attempt(() => changePassword(login, old.value, password.value), wrong, say('me.changed')))) return;
    old.value = password.value = '';
  };
  return (
    <details class="more">
      <summary>{say('me.change')}</summary>
      <form class="me-form" onSubmit={(event) => void send(event)}>
        <p class="soft">{say('me.change.about')}</p>
        <input type="text" autocomplete="username" value={login} hidden readOnly />
        <label class="field">
          <span>{say('me.old')}</span>
          <input
            type="password"
            required
            autocomplete="current-password"
            value={old.value}
            onInput={(event) => (old.value = event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{say('me.new')}</span>
          <input
            type="password"
            required
            minLength={PASSWORD}
            autocomplete="new-password"
            value={password.value}
            onInput={(event) => (password.value = event.currentTarget.value)}
          />
        </label>
        <Wrong why={wrong} />
        <button type="submit" class="button act">
          {say('me.change.go')}
        </button>
      </form>
    </details>
  );
}

async function download(): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(await myData(), null, 2)], { type: 'application/json' }));
  link.download = 'serai-me.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/* Asks for confirmation of something that cannot be undone. */
function Sure(props: { title: string; about: string; yes: string; deed: () => void; close: () => void }) {
  return (
    <Dialog title={props.title} close={props.close}>
      <p>{props.about}</p>
      <div class="ways">
        <button type="button" class="button act big" onClick={props.deed}>
          {props.yes}
        </button>
        <button type="button" class="button big" onClick={props.close}>
          {say('me.no')}
        </button>
      </div>
    </Dialog>
  );
}

function Ends() {
  const wrong = useSignal<Reason | null>(null);
  const sure = useSignal<'leave' | 'forget' | null>(null);
  const end = async (deed: () => Promise<unknown>, done: string) => {
    sure.value = null;
    if (!(await attempt(deed, wrong, done))) return;
    goOffline();
    go(HOME);
  };
  const ask = me.value?.login ? 'me.leave.sure' : 'me.leave.guest';
  return (
    <section class="me-form">
      <h2>{say('me.data')}</h2>
      <p class="soft">{say('me.data.about')}</p>
      <div class="row">
        <button type="button" class="button" onClick={() => void attempt(download, wrong, say('me.downloaded'))}>
          <Icon name="save" />
          {say('me.download')}
        </button>
        <button type="button" class="button" onClick={() => (sure.value = 'leave')}>
          <Icon name="leave" />
          {say('me.leave')}
        </button>
        <button type="button" class="button danger" onClick={() => (sure.value = 'forget')}>
          <Icon name="close" />
          {say('me.forget')}
        </button>
      </div>
      <Wrong why={wrong} />
      {sure.value === 'leave' && (
        <Sure
          title={say('me.leave')}
          about={say(ask)}
          yes={say('me.leave')}
          deed={() => void end(leaveDevice, say('me.left'))}
          close={() => (sure.value = null)}
        />
      )}
      {sure.value === 'forget' && (
        <Sure
          title={say('me.forget')}
          about={say('me.forget.sure')}
          yes={say('me.forget')}
          deed={() => void end(forgetMe, say('me.forgotten'))}
          close={() => (sure.value = null)}
        />
      )}
    </section>
  );
}

export function MePage() {
  const known = me.value;
  return (
    <div class="page lobby">
      <header class="bar">
        <a class="round" href={HOME} aria-label={say('home')}>
          <Icon name="back" />
        </a>
        <h1>{say('me')}</h1>
      </header>
      <main>
        <LineSays />
        {known && (
          <>
            <Name name={known.name} />
            {known.login ? <p class="soft">{say('me.login.is', { login: known.login })}</p> : <Login kind="keep" />}
            {known.login && <Change login={known.login} />}
            <Login kind="enter" />
            <Ends />
          </>
        )}
      </main>
    </div>
  );
}
