/* The terms of a table, which its host can change until the deal: seats, rules, clock, rating. */
import { useSignal } from '@preact/signals';
import { send } from './connection';
import { DEFAULT_CLOCK, ONLINE_CLOCKS } from './presets';
import type { Room } from './protocol';
import { Switch } from './settings_dialog';
import { chosenOptions, ClockField, OptionFields, Presets, SeatCountButtons, type Values } from './setup';
import { say } from './words';

/* The choice that is this clock; the usual one if there is none. */
function choiceOf(clock: Room['clock']): number {
  const found = ONLINE_CLOCKS.findIndex((one) => JSON.stringify(one.clock ?? null) === JSON.stringify(clock ?? null));
  return found < 0 ? DEFAULT_CLOCK : found;
}

function Form({ here }: { here: Room }) {
  const seats = useSignal(here.seats);
  const values = useSignal<Values>({ ...here.options });
  const clock = useSignal(choiceOf(here.clock));
  const rated = useSignal(here.rated !== false);
  const apply = (event: Event) => {
    event.preventDefault();
    const players = seats.value.length;
    here.seats.slice(players).forEach((seat, i) => {
      if (seat?.level !== undefined && seat.person === undefined) send({ t: 'bot', seat: players + i + 1, level: 0 });
    });
    const first = Math.min(Number(here.options['first'] ?? 1), players);
    send({
      t: 'set',
      game: here.game,
      players,
      options: { ...chosenOptions(here.game, values.value), first },
      clock: ONLINE_CLOCKS[clock.value]?.clock ?? {},
      rated: rated.value,
    });
  };
  return (
    <form class="terms" onSubmit={apply}>
      <p class="soft">{say('wait.terms.about')}</p>
      <fieldset>
        <legend>
          {say('setup.seats')}: {seats.value.length}
        </legend>
        <SeatCountButtons list={seats} another={null} />
      </fieldset>
      <Presets game={here.game} values={values} />
      <ClockField of={ONLINE_CLOCKS} value={clock} />
      <Switch label={say('make.rated')} about={say('make.rated.about')} value={rated} />
      <OptionFields game={here.game} values={values} seats={seats.value.length} />
      <button type="submit" class="button act">
        {say('wait.terms.save')}
      </button>
    </form>
  );
}

/* Made anew when the terms have changed. */
export function Terms({ here }: { here: Room }) {
  return (
    <details class="more">
      <summary>{say('wait.terms')}</summary>
      <Form key={JSON.stringify([here.options, here.clock, here.rated, here.players])} here={here} />
    </details>
  );
}
