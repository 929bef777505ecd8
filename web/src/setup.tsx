/* The form for a new game on this device: seats, options, clock. It begins with the game that one tap on home would start. The options and their values are the table's; the texts that
 * explain them are the catalogue's. */
import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { Button } from './button';
import { gameNamed } from './games';
import { Icon } from './icons';
import { PageHeader } from './page_header';
import { suggestedLevel } from './memory/ladder';
import { CLOCKS, LEVELS, SEATS } from './presets';
import type { GameName, Option, Seat } from './protocol';
import { address, go, PLAY } from './route';
import { freshSeed, startGame, openRefusal } from './session';
import { tableInfo, games } from './table';
import { RefusalAlert } from './refusal';
import { hasRules } from './rules';
import { sayOr, titleOf } from './shelf';
import { Portrait } from './travellers/portrait';
import { botName, travellerLine, travellerTitle } from './travellers/travellers';
import { keyed, say } from './words';

export type Values = Record<string, string | number>;
type Chair = { name: string; level: number | null }; // an empty name: the default

/* Default names of seats. */
function usualName(chairs: Chair[], i: number): string {
  const people = chairs.filter((chair) => chair.level === null).length;
  if (chairs[i]?.level !== null) return botName(chairs, i);
  return people === 1 ? say('you') : say('setup.player', { number: i + 1 });
}

export function seatsOf(chairs: Chair[]): Seat[] {
  return chairs.map((chair, i) => {
    const name = chair.name.trim() || usualName(chairs, i);
    return chair.level === null ? { name } : { name, level: chair.level };
  });
}

function Chairs({ chairs, level }: { chairs: Signal<Chair[]>; level: number }) {
  const change = (i: number, what: Partial<Chair>) =>
    (chairs.value = chairs.value.map((chair, j) => (i === j ? { ...chair, ...what } : chair)));
  return (
    <fieldset class="chairs">
      <legend>{say('setup.seats')}</legend>
      <ol>
        {chairs.value.map((chair, i) => (
          <li key={i} class="chair">
            <span class={`seat-dot seat-${i + 1}`} aria-hidden="true">
              {chair.level === null ? <Icon name="person" /> : <Portrait level={chair.level} />}
            </span>
            <input
              type="text"
              maxLength={16}
              aria-label={say('setup.name', { number: i + 1 })}
              placeholder={usualName(chairs.value, i)}
              value={chair.name}
              onInput={(event) => change(i, { name: event.currentTarget.value })}
            />
            <select
              aria-label={say('setup.who', { number: i + 1 })}
              value={chair.level ?? 0}
              onChange={(event) => change(i, { level: Number(event.currentTarget.value) || null })}
            >
              <option value={0}>{say('setup.person')}</option>
              <LevelOptions />
            </select>
            {chair.level !== null && <small class="chair-about">{travellerLine(chair.level)}</small>}
          </li>
        ))}
      </ol>
      <SeatCountButtons list={chairs} another={{ name: '', level }} />
    </fieldset>
  );
}

/* The bots that can be chosen. */
export function LevelOptions() {
  return (
    <>
      {Array.from({ length: LEVELS }, (_, level) => (
        <option key={level} value={level + 1}>
          {travellerTitle(level + 1)}
        </option>
      ))}
    </>
  );
}

/* One seat fewer or more. */
export function SeatCountButtons<T>({ list, another }: { list: Signal<T[]>; another: T }) {
  return (
    <div class="row">
      <Button
        icon="minus"
        label={say('setup.fewer')}
        kind="quiet"
        disabled={list.value.length <= SEATS.low}
        onClick={() => (list.value = list.value.slice(0, -1))}
      />
      <Button
        icon="plus"
        label={say('setup.more')}
        kind="quiet"
        disabled={list.value.length >= SEATS.high}
        onClick={() => (list.value = [...list.value, another])}
      />
    </div>
  );
}

export function Presets({ game, values }: { game: GameName; values: Signal<Values> }) {
  const fits = (options: Values) => Object.entries(options).every(([name, value]) => values.value[name] === value);
  const { presets } = gameNamed(game);
  if (presets.length === 0) return null;
  return (
    <fieldset class="cards">
      <legend>{say('setup.rules')}</legend>
      {presets.map(({ name, options }) => (
        <label key={name} class="card">
          <input
            type="radio"
            name="preset"
            checked={fits(options)}
            onChange={() => (values.value = { ...values.value, ...options })}
          />
          <span>
            <strong>{say(keyed('preset.', name))}</strong>
            <small>{say(keyed('preset.', `${game}.${name}`))}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/* Whether an option applies, given the others. */
function applies(game: GameName, name: string, values: Values): boolean {
  return Object.entries(gameNamed(game).onlyWith[name] ?? {}).every(([other, those]) => those.includes(String(values[other])));
}

/* One option: a choice as cards, a set as checkboxes, a number as a field; every value with an explanation. */
function OptionField(props: { game: GameName; name: string; option: Option; values: Signal<Values>; seats: number }) {
  const { game, name, option, values, seats } = props;
  const key = `${game}.${name}`;
  const value = values.value[name] ?? option.default;
  const set = (x: string | number) => (values.value = { ...values.value, [name]: x });
  if (!applies(game, name, values.value)) return null;
  const title = sayOr(`option.${key}`, name);
  const explained = sayOr(`option.${key}.about`, option.about);

  if (option.set_of) {
    const chosen = value === 'random' ? [] : String(value).split(',');
    const toggle = (member: string) => {
      const kept = option.set_of?.filter((x) => (x === member) !== chosen.includes(x)) ?? [];
      set(kept.length ? kept.join(',') : 'random');
    };
    return (
      <fieldset class="chips">
        <legend>
          {title} <small>{explained}</small>
        </legend>
        {option.set_of.map((member) => (
          <label key={member} class="chip">
            <input type="checkbox" checked={chosen.includes(member)} onChange={() => toggle(member)} />
            <span>{sayOr(`${game}.kind.${member}`, member)}</span>
          </label>
        ))}
      </fieldset>
    );
  }
  if (option.values) {
    const offered = option.values.filter((x) => option.players_for?.[x]?.includes(seats) ?? true);
    return (
      <fieldset class="cards">
        <legend>{title}</legend>
        {offered.map((x) => (
          <label key={x} class="card">
            <input type="radio" name={key} checked={value === x} onChange={() => set(x)} />
            <span>
              <strong>{sayOr(`option.${key}.${x}`, x)}</strong>
              <small>{sayOr(`option.${key}.${x}.about`, '')}</small>
            </span>
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <label class="field">
      <span>
        {title} <small>{explained}</small>
      </span>
      <input
        type="number"
        inputMode="numeric"
        min={option.from}
        max={option.to}
        value={value}
        onInput={(event) => set(Math.min(Math.max(event.currentTarget.valueAsNumber || 0, option.from ?? 0), Number(option.to)))}
      />
    </label>
  );
}

type Named = [string, Option][];

/* The options of a game that are chosen one by one. */
export function optionsOf(game: GameName): Named {
  const options = games.value.find((known) => known.game === game)?.options ?? {};
  return Object.entries(options).filter(([name]) => name !== 'players' && name !== 'first');
}

export function OptionFields({ game, values, seats }: { game: GameName; values: Signal<Values>; seats: number }) {
  return (
    <>
      {optionsOf(game).map(([name, option]) => (
        <OptionField key={name} game={game} name={name} option={option} values={values} seats={seats} />
      ))}
    </>
  );
}

/* The chosen options, without those that do not apply. */
export function chosenOptions(game: GameName, values: Values): Values {
  const shown = optionsOf(game).filter(([name]) => applies(game, name, values));
  return Object.fromEntries(shown.map(([name, option]) => [name, values[name] ?? option.default]));
}

export function ClockField({ of, value }: { of: typeof CLOCKS; value: Signal<number> }) {
  return (
    <label class="field">
      <span>
        {say('setup.clock')} <small>{say('setup.clock.about')}</small>
      </span>
      <select value={value.value} onChange={(event) => (value.value = Number(event.currentTarget.value))}>
        {of.map(({ name }, i) => (
          <option key={name} value={i}>
            {say(keyed('clock.', name))}
          </option>
        ))}
      </select>
    </label>
  );
}

const FIRST_BY_LOT = 0;

export function Setup({ game }: { game: GameName }) {
  const { face, presets } = gameNamed(game);
  const { Cover } = face;
  const chairs = useSignal<Chair[]>([
    { name: '', level: null },
    { name: '', level: suggestedLevel(game) },
  ]);
  const values = useSignal<Values>({ ...presets[0]?.options });
  const first = useSignal(1);
  const clock = useSignal(0);
  const deal = useSignal('');
  const waiting = useSignal(false);
  const title = titleOf(game);

  const start = (event: Event) => {
    event.preventDefault();
    const seats = seatsOf(chairs.value);
    const chosen = chosenOptions(game, values.value);
    const begins =
      first.value === FIRST_BY_LOT || first.value > seats.length ? 1 + Math.floor(Math.random() * seats.length) : first.value;
    const time = CLOCKS[clock.value]?.clock;
    tableInfo.value = null;
    waiting.value = true;
    startGame(
      { game, options: { ...chosen, first: begins }, seats, ...(time && { clock: time }) },
      /^\d{1,15}$/.test(deal.value.trim()) ? Number(deal.value) : freshSeed(),
    );
  };
  /* The table accepts the game, or says why not. */
  useSignalEffect(() => {
    if (waiting.value && tableInfo.value) go(PLAY);
  });

  return (
    <div class="setup">
      <PageHeader title={title} label={say('back')}>
        {hasRules(game) && (
          <a class="button quiet" href={address('rules', game)}>
            <Icon name="rules" />
            {say('rules')}
          </a>
        )}
      </PageHeader>
      <main class="setup-body">
        <div class="setup-cover" aria-hidden="true">
          <Cover />
        </div>
        <form class="setup-form" onSubmit={start}>
          <Chairs chairs={chairs} level={suggestedLevel(game)} />
          <Presets game={game} values={values} />
          <details class="more">
            <summary>{say('setup.more.rules')}</summary>
            <OptionFields game={game} values={values} seats={chairs.value.length} />
            <label class="field">
              <span>
                {say('setup.first')} <small>{say('setup.first.about')}</small>
              </span>
              <select value={first.value} onChange={(event) => (first.value = Number(event.currentTarget.value))}>
                {seatsOf(chairs.value).map((seat, i) => (
                  <option key={i} value={i + 1}>
                    {seat.name}
                  </option>
                ))}
                <option value={FIRST_BY_LOT}>{say('setup.first.lot')}</option>
              </select>
            </label>
            <ClockField of={CLOCKS} value={clock} />
            <label class="field">
              <span>
                {say('setup.deal')} <small>{say('setup.deal.about')}</small>
              </span>
              <input
                type="text"
                inputMode="numeric"
                pattern="\d{1,15}"
                placeholder={say('setup.deal.any')}
                value={deal.value}
                onInput={(event) => (deal.value = event.currentTarget.value)}
              />
            </label>
          </details>
          <div class="setup-go">
            <RefusalAlert why={openRefusal.value} />
            <button type="submit" class="button act big">
              {say('setup.start')}
            </button>
          </div>
        </form>
      </main>
    </div>
  );
}
