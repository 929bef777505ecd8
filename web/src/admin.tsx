/* Administration, for people whom `serai admin grant` has made administrators: reports, people, tables, the site's settings, and
 * what was done. */
import { signal, useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ADMIN_LISTS, act, adminList, reasonOf, SITE_SWITCHES, type AdminAct, type AdminList, type AdminRow } from './api';
import { Button } from './button';
import { me } from './connection';
import { Dialog } from './dialog';
import { isGameName } from './games';
import { Icon } from './icons';
import { showToast } from './menu';
import { ConnectionStatus } from './online';
import { PageHeader } from './page_header';
import { RefusalAlert, type Reason } from './refusal';
import { ME, tableAddress } from './route';
import { titleOf } from './shelf';
import { has, keyed, language, say } from './words';

const PERIODS = [1, 24, 24 * 7, 24 * 28] as const; // hours of a ban

const shown = signal<AdminList>('reports');
const rows = signal<AdminRow[] | null>(null);
const find = signal('');
const wrong = signal<Reason | null>(null);
const code = signal<string | null>(null); // of a login that was reset, while it is shown
const about = signal<AdminRow | null>(null); // the person whose actions are open

const time = (at: unknown): string =>
  typeof at === 'number' && at > 0 ? new Date(at).toLocaleString(language.value, { dateStyle: 'medium', timeStyle: 'short' }) : '';
const word = (value: unknown): string => (typeof value === 'string' ? value : '');
const isOn = (until: unknown): boolean => typeof until === 'number' && until > Date.now();

/* The answer to an older question does not replace that to a newer one. */
async function load(): Promise<void> {
  const [list, text] = [shown.peek(), find.peek().trim()];
  try {
    const found = await adminList(list, list === 'people' || list === 'tables' ? text : '');
    if (list !== shown.peek() || text !== find.peek().trim()) return;
    rows.value = found;
    wrong.value = null;
  } catch (error) {
    wrong.value = reasonOf(error);
  }
}

async function perform(what: AdminAct): Promise<void> {
  try {
    code.value = (await act(what)) ?? null;
    if (!code.value) about.value = null;
    showToast(say('admin.done'));
  } catch (error) {
    wrong.value = reasonOf(error);
  }
  await load();
}

function Badge({ label, kind = '' }: { label: string; kind?: string }) {
  return <small class={`badge ${kind}`}>{label}</small>;
}

/* --- people --- */

function PersonDialog({ row }: { row: AdminRow }) {
  const name = useSignal(word(row['name']));
  const person = word(row['person']);
  const [muted, banned] = [isOn(row['muted']), isOn(row['banned'])];
  const until = (what: 'mute' | 'ban') => (
    <fieldset class="admin-periods">
      <legend>{say(keyed('admin.until.', what))}</legend>
      {PERIODS.map((hours) => (
        <button key={hours} type="button" class="button" onClick={() => void perform({ act: what, person, hours })}>
          {say(keyed('admin.period.', String(hours)))}
        </button>
      ))}
    </fieldset>
  );
  return (
    <Dialog title={word(row['name'])} close={() => (about.value = code.value = null)}>
      <div class="me-form">
        {code.value && (
          <p role="alert">
            {say('admin.code')} <code>{code.value}</code>
          </p>
        )}
        {muted ? (
          <Button icon="sound" label={say('admin.unmute')} onClick={() => void perform({ act: 'unmute', person })} />
        ) : (
          until('mute')
        )}
        {banned ? (
          <Button icon="open" label={say('admin.unban')} onClick={() => void perform({ act: 'unban', person })} />
        ) : (
          until('ban')
        )}
        <form
          class="input-row"
          onSubmit={(event) => {
            event.preventDefault();
            void perform({ act: 'rename', person, text: name.value });
          }}
        >
          <input
            type="text"
            required
            aria-label={say('admin.rename')}
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
          <button type="submit" class="button">
            {say('admin.rename')}
          </button>
        </form>
        {row['login'] !== null && (
          <Button icon="undo" label={say('admin.reset')} kind="danger" onClick={() => void perform({ act: 'reset', person })} />
        )}
        <RefusalAlert why={wrong.value} />
      </div>
    </Dialog>
  );
}

function PersonRow({ row }: { row: AdminRow }) {
  return (
    <li class="entry">
      <div class="entry-text">
        <h2>{word(row['name'])}</h2>
        <p class="soft">
          {row['login'] ? `${word(row['login'])} · ` : ''}
          {say('admin.seen', { when: time(row['seen']) })}
        </p>
        <p class="badges">
          {!row['login'] && <Badge label={say('admin.guest')} />}
          {row['bot'] === 1 && <Badge label={say('admin.bot')} />}
          {row['admin'] === 1 && <Badge label={say('admin.admin')} />}
          {isOn(row['muted']) && <Badge kind="bad" label={say('admin.muted', { until: time(row['muted']) })} />}
          {isOn(row['banned']) && <Badge kind="bad" label={say('admin.banned', { until: time(row['banned']) })} />}
        </p>
      </div>
      <Button icon="settings" label={say('admin.actions')} onClick={() => (about.value = row)} />
    </li>
  );
}

/* --- reports --- */

function ReportRow({ row }: { row: AdminRow }) {
  const answer = useSignal('');
  const report = word(row['report']);
  const words = Array.isArray(row['words']) ? row['words'].map(word) : [];
  const open = row['settled'] === 0;
  return (
    <li class={`entry admin-report ${open ? 'turn' : ''}`}>
      <div class="entry-text">
        <h2>{say('admin.report', { by: word(row['by_name']), name: word(row['name']) })}</h2>
        <p class="soft">
          {say(keyed('report.why.', word(row['why'])))} · {time(row['at'])}
        </p>
        {words.map((one, i) => (
          <blockquote key={i}>{one.startsWith('/') ? say(keyed('phrase.', one.slice(1))) : one}</blockquote>
        ))}
        {!open && <p>{say('admin.answered', { answer: word(row['answer']) })}</p>}
      </div>
      <div class="row">
        <Button icon="settings" label={say('admin.actions')} onClick={() => (about.value = row)} />
        {word(row['table']) && (
          <a class="button quiet" href={tableAddress(word(row['table']))}>
            <Icon name="table" />
            {say('admin.open')}
          </a>
        )}
      </div>
      {open && (
        <form
          class="input-row"
          onSubmit={(event) => {
            event.preventDefault();
            void perform({ act: 'settle', report, text: answer.value });
          }}
        >
          <input
            type="text"
            required
            maxLength={150}
            placeholder={say('admin.answer')}
            aria-label={say('admin.answer')}
            value={answer.value}
            onInput={(event) => (answer.value = event.currentTarget.value)}
          />
          <button type="submit" class="button act">
            {say('admin.settle')}
          </button>
        </form>
      )}
    </li>
  );
}

/* --- tables --- */

const STATES = ['open', 'playing', 'over'] as const;

function TableRow({ row }: { row: AdminRow }) {
  const sure = useSignal(false);
  const [table, game] = [word(row['table']), word(row['game'])];
  const remove = () => {
    sure.value = false;
    void perform({ act: 'delete', table });
  };
  return (
    <li class="entry">
      <div class="entry-text">
        <h2>{isGameName(game) ? titleOf(game) : game}</h2>
        <p class="soft">
          {say(keyed('admin.state.', STATES[Number(row['state'])] ?? 'over'))} · {time(row['at'])}
        </p>
        <p>{word(row['names']).trim().replace(/,$/, '')}</p>
      </div>
      <div class="row">
        <a class="button quiet" href={tableAddress(table)}>
          {say('admin.open')}
        </a>
        <Button icon="forget" kind="danger" label={say('admin.delete')} onClick={() => (sure.value = true)} />
      </div>
      {sure.value && (
        <Dialog title={say('admin.delete')} close={() => (sure.value = false)}>
          <p>{say('admin.delete.sure')}</p>
          <div class="buttons">
            <button type="button" class="button act big" onClick={remove}>
              {say('admin.delete')}
            </button>
            <button type="button" class="button big" onClick={() => (sure.value = false)}>
              {say('account.cancel')}
            </button>
          </div>
        </Dialog>
      )}
    </li>
  );
}

/* --- the site --- */

function TextForm(props: { label: string; about: string; go: string; text: Signal<string>; send: () => void; required: boolean }) {
  return (
    <form
      class="me-form"
      onSubmit={(event) => {
        event.preventDefault();
        props.send();
      }}
    >
      <h2>{props.label}</h2>
      <p class="soft">{props.about}</p>
      <div class="input-row">
        <input
          type="text"
          required={props.required}
          aria-label={props.label}
          value={props.text.value}
          onInput={(event) => (props.text.value = event.currentTarget.value)}
        />
        <button type="submit" class="button act">
          {props.go}
        </button>
      </div>
    </form>
  );
}

function Site({ list }: { list: AdminRow[] }) {
  const announcement = useSignal('');
  const unwanted = useSignal('');
  const set = (name: string) => word(list.find((row) => row['name'] === name)?.['value']);
  const words = set('unwanted');
  useEffect(() => {
    unwanted.value = words;
  }, [words]);
  return (
    <div class="admin-site">
      <section class="me-form">
        <h2>{say('admin.switches')}</h2>
        <p class="soft">{say('admin.switches.about')}</p>
        {SITE_SWITCHES.map((name) => (
          <label key={name} class="switch">
            <span>{say(keyed('admin.switch.', name))}</span>
            <input
              type="checkbox"
              role="switch"
              checked={set(name) !== 'off'}
              onChange={() => void perform({ act: set(name) === 'off' ? 'on' : 'off', switch: name })}
            />
          </label>
        ))}
      </section>
      <TextForm
        label={say('admin.announce')}
        about={say('admin.announce.about')}
        go={say('admin.announce.go')}
        text={announcement}
        required
        send={() => void perform({ act: 'announce', text: announcement.value }).then(() => (announcement.value = ''))}
      />
      <TextForm
        label={say('admin.unwanted')}
        about={say('admin.unwanted.about')}
        go={say('account.save')}
        text={unwanted}
        required={false}
        send={() => void perform({ act: 'unwanted', text: unwanted.value })}
      />
    </div>
  );
}

/* --- what was done --- */

function LogRow({ row }: { row: AdminRow }) {
  const what = keyed('admin.log.', word(row['what']));
  const detail = Number(row['detail']) > 1e12 ? time(Number(row['detail'])) : word(row['detail']);
  const name = word(row['name']) || word(row['person']) || word(row['table']);
  return (
    <li class="admin-log">
      <time>{time(row['at'])}</time>
      <span>
        <b>{word(row['by_name']) || (row['by'] ? say('mine.somebody') : say('admin.command.line'))}</b>{' '}
        {has(what) ? say(what) : word(row['what'])} {[name, detail].filter(Boolean).join(' · ')}
      </span>
    </li>
  );
}

/* --- the page --- */

function Rows({ list }: { list: AdminRow[] }) {
  if (shown.value === 'site') return <Site list={list} />;
  if (list.length === 0) return <p class="empty">{say('admin.none')}</p>;
  const Row = { reports: ReportRow, people: PersonRow, tables: TableRow, log: LogRow }[shown.value];
  return (
    <ul class="admin-rows">
      {list.map((row) => (
        <Row key={word(row['report']) || word(row['table']) || word(row['person']) || String(row['n'])} row={row} />
      ))}
    </ul>
  );
}

export function AdminPage() {
  const allowed = me.value?.admin === true;
  useEffect(() => {
    if (allowed) void load();
  }, [allowed]);
  const choose = (list: AdminList) => {
    shown.value = list;
    rows.value = null;
    void load();
  };
  return (
    <div class="page lobby">
      <PageHeader title={say('admin')} back={ME} label={say('back')} />
      <main>
        <ConnectionStatus />
        {me.value && !allowed && <p class="empty">{say('refused.admins-only')}</p>}
        {allowed && (
          <>
            <fieldset class="chips">
              <legend class="hidden">{say('admin')}</legend>
              {ADMIN_LISTS.map((list) => (
                <label key={list} class="chip">
                  <input type="radio" name="list" checked={list === shown.value} onChange={() => choose(list)} />
                  <span>{say(keyed('admin.list.', list))}</span>
                </label>
              ))}
            </fieldset>
            {(shown.value === 'people' || shown.value === 'tables') && (
              <input
                type="search"
                aria-label={say('admin.find')}
                placeholder={say('admin.find')}
                value={find.value}
                onInput={(event) => {
                  find.value = event.currentTarget.value;
                  void load();
                }}
              />
            )}
            {!about.value && <RefusalAlert why={wrong.value} />}
            {rows.value && <Rows list={rows.value} />}
            {about.value && <PersonDialog row={about.value} />}
          </>
        )}
      </main>
    </div>
  );
}
