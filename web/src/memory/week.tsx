/* The last seven days, each as a picture: gold for a day that was won, dark for one that was played, faint for one that was not. */
import { language } from '../words';
import { lastWeek } from './daily';
import './memory.css';

export type Went = 'won' | 'played' | 'missed';

interface Props {
  picture: string; // the path of a picture of 62 by 56
  went: (date: string) => Went;
  told: Record<Went, string>; // for screen readers
}

export function Week({ picture, went, told }: Props) {
  const name = new Intl.DateTimeFormat(language.value, { weekday: 'short', timeZone: 'UTC' });
  return (
    <ol class="week">
      {lastWeek().map((date) => (
        <li key={date} class={went(date)}>
          <svg viewBox="0 0 62 56" aria-hidden="true">
            <path d={picture} />
          </svg>
          <small aria-hidden="true">{name.format(new Date(date))}</small>
          <span class="hidden">{told[went(date)]}</span>
        </li>
      ))}
    </ol>
  );
}
