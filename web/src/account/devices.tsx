/* How one gets into an account, and where it is open: devices, passkeys, recovery codes. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { endDevice, myDevices, newCodes, reasonOf, removePasskey, type Device, type Devices } from '../api';
import { Button } from '../button';
import { me } from '../connection';
import { Dialog } from '../dialog';
import { showToast } from '../menu';
import { RefusalAlert, type Reason } from '../refusal';
import { downloadFile } from '../saved';
import { language, say } from '../words';
import { createPasskey, hasPasskeys, isCancelled } from './passkey';
import { PasswordField } from './password_field';

const dateOf = (at: number): string => new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(at);

function DeviceRow({ device, end }: { device: Device; end: (id: string) => void }) {
  const name = device.name || say('device.unknown');
  return (
    <li class="owned">
      <div>
        <strong>{name}</strong>
        <p class="soft">
          {device.here ? say('device.here') : say('device.seen', { date: dateOf(device.seen) })}
          {device.made !== null && <> · {say('device.since', { date: dateOf(device.made) })}</>}
        </p>
      </div>
      {!device.here && (
        <button type="button" class="button quiet" aria-label={`${say('device.end')}: ${name}`} onClick={() => end(device.device)}>
          {say('device.end')}
        </button>
      )}
    </li>
  );
}

/* Asks for the password, for what could be used to take the account over. */
function PasswordDialog(props: { title: string; about: string; go: (password: string) => Promise<void>; close: () => void }) {
  const wrong = useSignal<Reason | null>(null);
  const password = useSignal('');
  const send = async (event: Event) => {
    event.preventDefault();
    wrong.value = null;
    try {
      await props.go(password.value);
    } catch (error) {
      if (!isCancelled(error)) wrong.value = reasonOf(error);
    }
  };
  return (
    <Dialog title={props.title} close={props.close}>
      <form class="me-form" onSubmit={(event) => void send(event)}>
        <p class="soft">{props.about}</p>
        <input type="text" autocomplete="username" value={me.value?.login ?? ''} hidden readOnly />
        <PasswordField label={say('account.password.old')} kind="current" value={password} />
        <RefusalAlert why={wrong.value} />
        <button type="submit" class="button act">
          {say('security.go')}
        </button>
      </form>
    </Dialog>
  );
}

/* The new codes, this once. */
function CodesDialog({ codes, close }: { codes: string[]; close: () => void }) {
  const text = codes.join('\n');
  const save = () => {
    downloadFile('serai-codes.txt', new Blob([`Serai, ${me.value?.login ?? ''}\n\n${text}\n`], { type: 'text/plain' }));
  };
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    showToast(say('codes.copied'));
  };
  return (
    <Dialog title={say('codes')} close={close}>
      <p>{say('codes.once')}</p>
      <ol class="codes" data-testid="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="buttons">
        <Button icon="save" label={say('codes.save')} onClick={save} />
        {'clipboard' in navigator && <Button icon="copy" label={say('codes.copy')} onClick={() => void copy()} />}
        <button type="button" class="button act" onClick={close}>
          {say('codes.done')}
        </button>
      </div>
    </Dialog>
  );
}

type Asked = 'codes' | 'passkey' | null;

export function Security() {
  const known = useSignal<Devices | null>(null);
  const wrong = useSignal<Reason | null>(null);
  const asked = useSignal<Asked>(null);
  const codes = useSignal<string[] | null>(null);
  const load = () => attempt(wrong, async () => void (known.value = await myDevices()));
  useEffect(() => void load(), [me.value?.login]);
  const change = (action: () => Promise<unknown>, done: string) =>
    void attempt(wrong, async () => {
      await action();
      showToast(done);
      await load();
    });
  const end = (device: string) => change(() => endDevice(device), say('device.ended'));
  const account = me.value?.login ? me.value : null;
  const { devices = [], passkeys = [], codes: left = 0 } = known.value ?? {};
  return (
    <>
      {account && (
        <section class="me-form" data-testid="passkeys">
          <h2>{say('passkeys')}</h2>
          <p class="soft">{hasPasskeys() ? say('passkeys.about') : say('passkeys.not.here')}</p>
          <ul class="owned-list">
            {passkeys.map(({ id, name, made }) => (
              <li key={id} class="owned">
                <div>
                  <strong>{name || say('device.unknown')}</strong>
                  <p class="soft">{say('passkeys.since', { date: dateOf(made) })}</p>
                </div>
                <button
                  type="button"
                  class="button quiet"
                  aria-label={`${say('passkeys.remove')}: ${name}`}
                  onClick={() => change(() => removePasskey(id), say('passkeys.removed'))}
                >
                  {say('passkeys.remove')}
                </button>
              </li>
            ))}
          </ul>
          {hasPasskeys() && <Button icon="key" label={say('passkeys.add')} onClick={() => (asked.value = 'passkey')} />}
        </section>
      )}
      {account && (
        <section class="me-form" data-testid="recovery">
          <h2>{say('codes')}</h2>
          <p class="soft">{left ? say('codes.left', { n: left }) : say('codes.about')}</p>
          <Button icon="fair" label={say(left ? 'codes.renew' : 'codes.make')} onClick={() => (asked.value = 'codes')} />
        </section>
      )}
      <section class="me-form" data-testid="devices">
        <h2>{say('devices')}</h2>
        <ul class="owned-list">
          {devices.map((device) => (
            <DeviceRow key={device.device} device={device} end={end} />
          ))}
        </ul>
        {devices.length > 2 && (
          <button type="button" class="button" onClick={() => end('others')}>
            {say('device.end.others')}
          </button>
        )}
        <RefusalAlert why={wrong.value} />
      </section>
      {asked.value === 'codes' && (
        <PasswordDialog
          title={say('codes')}
          about={say(left ? 'codes.renew.about' : 'codes.about')}
          go={async (password) => {
            codes.value = await newCodes(password);
            asked.value = null;
            await load();
          }}
          close={() => (asked.value = null)}
        />
      )}
      {asked.value === 'passkey' && account && (
        <PasswordDialog
          title={say('passkeys.add')}
          about={say('passkeys.add.about')}
          go={async (password) => {
            await createPasskey(
              account,
              password,
              passkeys.map(({ id }) => id),
            );
            asked.value = null;
            showToast(say('passkeys.added'));
            await load();
          }}
          close={() => (asked.value = null)}
        />
      )}
      {codes.value && <CodesDialog codes={codes.value} close={() => (codes.value = null)} />}
    </>
  );
}

async function attempt(wrong: Signal<Reason | null>, action: () => Promise<void>): Promise<void> {
  wrong.value = null;
  try {
    await action();
  } catch (error) {
    wrong.value = reasonOf(error);
  }
}
