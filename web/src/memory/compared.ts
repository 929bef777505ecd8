/* The daily caravan with a server: its deal of the day, and how a result compares with those of the others there. Nothing waits for the
 * server long: without an answer the deal of the date is played (daily.ts), which is compared with nobody's. */
import { signal } from '@preact/signals';
import { dailyDeal, sendDailyResult, whoAmI, type Standing } from '../api';
import { me } from '../connection';
import { dailyOf, dateBefore, dealsGiven, keepDeal, type Daily } from './daily';
import type { Entry } from './history';
import { readRecord } from './store';

const PATIENCE_MS = 2000;

/* By date. */
export const standings = signal<Record<string, Standing>>({});

/* Today's deal: the server's, now or earlier today, or else that of the date. */
export async function dealOfToday(): Promise<Daily> {
  const deal = await dailyDeal(PATIENCE_MS).catch(() => null);
  if (deal) keepDeal(deal);
  const today = dateBefore(0);
  return deal ?? dealsGiven().find(({ date }) => date === today) ?? dailyOf(today);
}

let sending = false;

/* Sends the result of a deal that a server gave out, if that was not long ago, and keeps what it answers. It can be sent again: the
 * first one counts. */
export async function compare({ id, compared, daily: date = '' }: Entry, record?: string): Promise<void> {
  if (!compared || sending || date < dateBefore(1)) return;
  sending = true;
  try {
    const whole = record ?? (await readRecord(id));
    if (whole === null) return;
    me.value ??= await whoAmI(); // a guest, if this device was never online
    standings.value = { ...standings.peek(), [date]: await sendDailyResult(date, whole) };
  } catch {
    /* offline, or another server: there is nobody to compare with */
  } finally {
    sending = false;
  }
}
