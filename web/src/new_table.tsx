/* The form for an online table: game, options, clock, and who may join. */
import { useSignal, type Signal } from '@preact/signals';
import { Icon } from './icons';
import { ConnectionStatus, Thumb } from './online';
import { gameNamed } from './games';
import { PageHeader } from './page_header';
import { DEFAULT_CLOCK, ONLINE_CLOCKS } from './presets';
import type { GameName } from './protocol';
import { address, go, LOBBY } from './route';
import { Switch } from './settings_dialog';
import { chosenOptions, ClockField, SeatCountButtons, LevelOptions, OptionFields, Presets, type Values } from './setup';
import { tableRequest, requestTable } from './table_request';
import { shelf, titleOf } from './shelf';
import { Portrait } from './travellers/portrait';
import { say } from './words';

/* Each seat: 0 for a person, or the level of a bot. */
function Seats({ seats }: { seats: Signal<number[]> }) {
  return (
    <fieldset class="chairs">
      <legend>{say('setup.seats')}</legend>
      <ol>
        {seats.value.map((level, i) => (
          <li key={i} class="chair">
            <span class={`seat-dot seat-${i + 1}`} aria-hidden="true">
              {level === 0 ? <Icon name="person" /> : <Portrait level={level} />}
            </span>
            <select
              aria-label={say('setup.who', { number: i + 1 })}
              value={level}
              onChange={(event) => (seats.value = seats.value.map((old, j) => (i === j ? Number(event.currentTarget.value) : old)))}
            >
              <option value={0}>{i === 0 ? say('make.you') : say('lobby.free')}</option>
              {i > 0 && <LevelOptions />}
            </select>
          </li>
        ))}
      </ol>
      <SeatCountButtons list={seats} another={0} />
    </fieldset>
  );
}

export function NewTable({ game }: { game: GameName }) {
  const seats = useSignal([0, 0]);
  const values = useSignal<Values>({ ...gameNamed(game).presets[0]?.options });
  const clock = useSignal(DEFAULT_CLOCK);
  const open = useSignal(true);
  const watch = useSignal(true);
  const chat = useSignal(true);
  const rated = useSignal(true);

  const make = (event: Event) => {
    event.preventDefault();
    const time = ONLINE_CLOCKS[clock.value]?.clock;
    const first = 1 + Math.floor(Math.random() * seats.value.length);
    requestTable(
      {
        t: 'make',
        game,
        options: { ...chosenOptions(game, values.value), first },
        seats: seats.value,
        ...(time && { clock: time }),
        public: open.value,
        watch: watch.value,
        chat: chat.value,
        rated: rated.value,
      },
      false,
    );
  };

  return (
    <div class="page make">
      <PageHeader title={say('lobby.make')} back={LOBBY} label={say('back')} />
      <main>
        <form class="setup-form" onSubmit={make}>
          <fieldset class="games">
            <legend class="hidden">{say('make.game')}</legend>
            {shelf.value.map((other) => (
              <label key={other} class="game">
                <input type="radio" name="game" checked={other === game} onChange={() => go(address('make', other), true)} />
                <span>
                  <Thumb game={other} />
                  {titleOf(other)}
                </span>
              </label>
            ))}
          </fieldset>
          <Seats seats={seats} />
          <Presets game={game} values={values} />
          <ClockField of={ONLINE_CLOCKS} value={clock} />
          <div class="settings">
            <Switch label={say('make.public')} about={say('make.public.about')} value={open} />
            <Switch label={say('make.watch')} about={say('make.watch.about')} value={watch} />
            <Switch label={say('make.chat')} about={say('make.chat.about')} value={chat} />
            <Switch label={say('make.rated')} about={say('make.rated.about')} value={rated} />
          </div>
          <details class="more">
            <summary>{say('make.rules')}</summary>
            <OptionFields game={game} values={values} seats={seats.value.length} />
          </details>
          <div class="setup-go">
            <ConnectionStatus />
            <button type="submit" class="button act big" aria-busy={tableRequest.value !== null}>
              {say('make.go')}
            </button>
          </div>
        </form>
      </main>
    </div>
  );
}
