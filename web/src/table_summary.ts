/* A table's options and clock in words. */
import { gameNamed } from './games';
import { ONLINE_CLOCKS } from './presets';
import type { Clock, GameName } from './protocol';
import { optionsOf } from './setup';
import { sayOr } from './shelf';
import { keyed, language, say } from './words';

type Options = Record<string, string | number>;

/* The name of the set of options, or what differs from the defaults. */
export function rulesSummary(game: GameName, options: Options): string {
  const same = (those: Options) =>
    Object.entries(those).every(([name, value]) => options[name] === undefined || options[name] === value);
  const preset = gameNamed(game).presets.find((one) => same(one.options));
  const usual: Options = {
    ...Object.fromEntries(optionsOf(game).map(([name, option]) => [name, option.default])),
    ...preset?.options,
  };
  const others = Object.entries(options)
    .filter(([name, value]) => name !== 'first' && name !== 'players' && usual[name] !== value)
    .flatMap(([name, value]) => {
      const key = `option.${game}.${name}.${value}`;
      const text = sayOr(key, typeof value === 'number' ? String(value) : '');
      return text ? [`${sayOr(`option.${game}.${name}`, name)}: ${text}`] : [];
    });
  return [...(preset ? [say(keyed('preset.', preset.name))] : []), ...others].join(' · ');
}

/* A duration with its unit, short: "30 sec", "2 days". */
function long(ms: number): string {
  const units = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [0, 'second'],
  ] as const;
  const [size, unit] = units.find(([least]) => ms >= least) ?? units[3];
  return new Intl.NumberFormat(language.value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(
    ms / (size || 1000),
  );
}

export function clockSummary(clock: Clock | null | undefined): string {
  if (!clock) return say('clock.none');
  const known = ONLINE_CLOCKS.find((one) => JSON.stringify(one.clock) === JSON.stringify(clock));
  if (known) return say(keyed('clock.', known.name));
  return 'move' in clock
    ? say('clock.a.move', { time: long(clock.move) })
    : say('clock.a.game', { time: long(clock.game), more: long(clock.more) });
}
