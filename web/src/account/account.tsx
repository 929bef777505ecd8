/* The account: name, login for other devices, and deletion. A guest needs none of it. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { changePassword, createAccount, deleteAccount, logIn, logOut, myData, reasonOf, recover, rename, whoAmI } from '../api';
import { Button } from '../button';
import { Dialog } from '../dialog';
import { goOffline, me, reconnect, turnedAway } from '../connection';
import { Icon } from '../icons';
import { ConnectionStatus } from '../online';
import { showToast } from '../menu';
import { PageHeader } from '../page_header';
import { RefusalAlert, type Reason } from '../refusal';
import { ADMIN, go, HOME } from '../route';
import { downloadFile } from '../saved';
import { say } from '../words';
import { BotAccount } from './bot';
import { Security } from './devices';
import { hasPasskeys, isCancelled, logInWithPasskey } from './passkey';
import { PasswordField } from './password_field';

const NAME = 24;

/* Runs it, and reports success or the reason. */
async function attempt(action: () => Promise<unknown>, wrong: Signal<Reason | null>, done: string): Promise<boolean> {
  wrong.value = null;
  try {
    await action();
    showToast(done);
    return true;
  } catch (error) {
    wrong.value = reasonOf(error);
    return false;
  }
}

function NameForm({ name }: { name: string }) {
  const wrong = useSignal<Reason | null>(null);
  const field = useSignal(name);
  useEffect(() => {
    field.value = name;
  }, [name]);
  const save = async (event: Event) => {
    event.preventDefault();
    const wanted = field.value.trim();
    if (await attempt(() => rename(wanted), wrong, say('account.name.saved')))
      me.value = me.value && { ...me.value, name: wanted, named: true };
  };
  return (
    <form class="me-form" onSubmit={(event) => void save(event)}>
      <h2>{say('account.name')}</h2>
      <p class="soft">{say('account.name.about')}</p>
      <div class="input-row">
        <input
          type="text"
          required
          maxLength={NAME}
          aria-label={say('account.name')}
          autocomplete="nickname"
          value={field.value}
          onInput={(event) => (field.value = event.currentTarget.value)}
        />
        <button type="submit" class="button act">
          {say('account.save')}
        </button>
      </div>
      <RefusalAlert why={wrong.value} />
    </form>
  );
}

/* A login with a password: to keep this name, or to log in. */
function LoginForm({ kind }: { kind: 'create' | 'login' }) {
  const wrong = useSignal<Reason | null>(null);
  const login = useSignal('');
  const password = useSignal('');
  const send = async (event: Event) => {
    event.preventDefault();
    const action = () => (kind === 'create' ? createAccount : logIn)(login.value.trim(), password.value);
    if (!(await attempt(action, wrong, say(kind === 'create' ? 'account.created' : 'account.logged.in')))) return;
    password.value = '';
    if (kind === 'create') me.value = await whoAmI();
    else reconnect();
  };
  return (
    <details class="more">
      <summary>{say(kind === 'create' ? 'account.create' : 'account.login')}</summary>
      <form class="me-form" onSubmit={(event) => void send(event)}>
        <p class="soft">{say(kind === 'create' ? 'account.create.about' : 'account.login.about')}</p>
        <label class="field">
          <span>{say('account.username')}</span>
          <input
            type="text"
            required
            autocomplete="username"
            autocapitalize="none"
            value={login.value}
            onInput={(event) => (login.value = event.currentTarget.value)}
          />
        </label>
        <PasswordField label={say('account.password')} kind={kind === 'create' ? 'new' : 'current'} value={password} />
        <RefusalAlert why={wrong.value} />
        <button type="submit" class="button act">
          {say(kind === 'create' ? 'account.create.go' : 'account.login.go')}
        </button>
      </form>
    </details>
  );
}

/* A new password by a recovery code. */
function RecoverForm() {
  const wrong = useSignal<Reason | null>(null);
  const typed = useSignal({ login: '', code: '' });
  const password = useSignal('');
  const send = async (event: Event) => {
    event.preventDefault();
    const { login, code } = typed.value;
    if (!(await attempt(() => recover(login.trim(), code, password.value), wrong, say('recover.done')))) return;
    typed.value = { login: '', code: '' };
    password.value = '';
    reconnect();
  };
  const field = (name: 'login' | 'code', label: string, more: object) => (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        required
        value={typed.value[name]}
        onInput={(event) => (typed.value = { ...typed.value, [name]: event.currentTarget.value })}
        {...more}
      />
    </label>
  );
  return (
    <details class="more">
      <summary>{say('recover')}</summary>
      <form class="me-form" onSubmit={(event) => void send(event)}>
        <p class="soft">{say('recover.about')}</p>
        {field('login', say('account.username'), { autocomplete: 'username', autocapitalize: 'none' })}
        {field('code', say('recover.code'), { autocomplete: 'off', autocapitalize: 'characters', spellcheck: false })}
        <PasswordField label={say('account.password.new')} kind="new" value={password} />
        <RefusalAlert why={wrong.value} />
        <button type="submit" class="button act">
          {say('recover.go')}
        </button>
      </form>
    </details>
  );
}

function PasskeyLogin() {
  const wrong = useSignal<Reason | null>(null);
  const enter = async () => {
    try {
      await logInWithPasskey();
      showToast(say('account.logged.in'));
      reconnect();
    } catch (error) {
      wrong.value = isCancelled(error) ? null : reasonOf(error);
    }
  };
  return (
    <div class="me-form">
      <Button icon="key" label={say('passkeys.enter')} onClick={() => void enter()} />
      <RefusalAlert why={wrong.value} />
    </div>
  );
}

/* Changes the password of a login. */
function PasswordForm({ login }: { login: string }) {
  const wrong = useSignal<Reason | null>(null);
  const old = useSignal('');
  const password = useSignal('');
  const send = async (event: Event) => {
    event.preventDefault();
    if (!(await attempt(() => changePassword(login, old.value, password.value), wrong, say('account.password.changed')))) return;
    old.value = password.value = '';
  };
  return (
    <details class="more">
      <summary>{say('account.password.change')}</summary>
      <form class="me-form" onSubmit={(event) => void send(event)}>
        <p class="soft">{say('account.password.change.about')}</p>
        <input type="text" autocomplete="username" value={login} hidden readOnly />
        <PasswordField label={say('account.password.old')} kind="current" value={old} />
        <PasswordField label={say('account.password.new')} kind="new" value={password} />
        <RefusalAlert why={wrong.value} />
        <button type="submit" class="button act">
          {say('account.password.change.go')}
        </button>
      </form>
    </details>
  );
}

async function download(): Promise<void> {
  downloadFile('serai-me.json', new Blob([JSON.stringify(await myData(), null, 2)], { type: 'application/json' }));
}

/* Asks for confirmation of something that cannot be undone. */
function ConfirmDialog(props: { title: string; about: string; yes: string; action: () => void; close: () => void }) {
  return (
    <Dialog title={props.title} close={props.close}>
      <p>{props.about}</p>
      <div class="buttons">
        <button type="button" class="button act big" onClick={props.action}>
          {props.yes}
        </button>
        <button type="button" class="button big" onClick={props.close}>
          {say('account.cancel')}
        </button>
      </div>
    </Dialog>
  );
}

function AccountData() {
  const wrong = useSignal<Reason | null>(null);
  const sure = useSignal<'logout' | 'delete' | null>(null);
  const end = async (action: () => Promise<unknown>, done: string) => {
    sure.value = null;
    if (!(await attempt(action, wrong, done))) return;
    goOffline();
    go(HOME);
  };
  const ask = me.value?.login ? 'account.logout.sure' : 'account.logout.guest';
  return (
    <section class="me-form">
      <h2>{say('account.data')}</h2>
      <p class="soft">{say('account.data.about')}</p>
      <div class="row">
        <Button
          icon="save"
          label={say('account.download')}
          onClick={() => void attempt(download, wrong, say('account.downloaded'))}
        />
        <Button icon="leave" label={say('account.logout')} onClick={() => (sure.value = 'logout')} />
        <Button icon="close" label={say('account.delete')} kind="danger" onClick={() => (sure.value = 'delete')} />
      </div>
      <RefusalAlert why={wrong.value} />
      {sure.value === 'logout' && (
        <ConfirmDialog
          title={say('account.logout')}
          about={say(ask)}
          yes={say('account.logout')}
          action={() => void end(logOut, say('account.logged.out'))}
          close={() => (sure.value = null)}
        />
      )}
      {sure.value === 'delete' && (
        <ConfirmDialog
          title={say('account.delete')}
          about={say('account.delete.sure')}
          yes={say('account.delete')}
          action={() => void end(deleteAccount, say('account.deleted'))}
          close={() => (sure.value = null)}
        />
      )}
    </section>
  );
}

export function AccountPage() {
  const known = me.value;
  return (
    <div class="page lobby">
      <PageHeader title={say('account')} />
      <main>
        <ConnectionStatus />
        {!known && turnedAway.value?.code === 'guests-off' && <LoginForm kind="login" />}
        {known?.admin && (
          <a class="button" href={ADMIN}>
            <Icon name="fair" />
            {say('admin')}
          </a>
        )}
        {known && (
          <>
            <NameForm name={known.name} />
            {known.login ? <p class="soft">{say('account.logged.in.as', { login: known.login })}</p> : <LoginForm kind="create" />}
            {known.login && <PasswordForm login={known.login} />}
            <LoginForm kind="login" />
            <RecoverForm />
            {hasPasskeys() && !known.passkey && <PasskeyLogin />}
            <Security />
            {known.login && <BotAccount />}
            <AccountData />
          </>
        )}
      </main>
    </div>
  );
}
