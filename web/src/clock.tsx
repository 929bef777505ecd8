/* A seat's clock, counted down between messages from the table. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { now } from './table';
import { language, say } from './words';

const second = signal(Date.now());

const [HOUR, DAY] = [3600, 86_400];

function written(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const long = (count: number, unit: 'day' | 'hour') =>
    new Intl.NumberFormat(language.value, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.floor(count));
  if (seconds >= 2 * DAY) return long(seconds / DAY, 'day');
  if (seconds >= 2 * HOUR) return long(seconds / HOUR, 'hour');
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function Clock({ seat, running }: { seat: number; running: boolean }) {
  const left = now.value?.left?.[seat - 1];
  useEffect(() => {
    if (!running || left === undefined) return undefined;
    const timer = setInterval(() => (second.value = Date.now()), 250);
    return () => clearInterval(timer);
  }, [running, left]);
  if (left === undefined) return null;
  const rest = running ? left - (Math.max(second.value, now.value?.since ?? 0) - (now.value?.since ?? 0)) : left;
  return (
    <span class={rest < 10_000 ? 'clock low' : 'clock'} aria-label={say('clock.left', { time: written(rest) })} role="timer">
      {written(rest)}
    </span>
  );
}
