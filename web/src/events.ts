/* All messages from a table come in here, from the server or from the worker on this device: a line is parsed to an event of the
 * protocol, or is an error, and one switch dispatches it. */
import { isObject } from './check';
import { effectsFit } from './games';
import { hello, hearLobby, mine } from './net';
import { EVENTS, type EventName, type TableEvent } from './protocol';
import { hearChat, hearFair, hearMade, hearRefusal, hearRoom, hearTable, isAtTable, settled } from './room';
import { addSteps, atOnce, games, hinted, looked, record, refused, setTable, speaksOnline } from './table';
import { hearWish } from './wish';

const RECORD = '{"t":"record","record":'; // the rest stays text

function isEvent(x: unknown): x is TableEvent {
  return isObject(x) && typeof x['t'] === 'string' && EVENTS[x['t'] as EventName]?.(x) === true;
}

export function eventOf(line: string): TableEvent {
  const event: unknown = line.startsWith(RECORD) ? { t: 'record', record: line.slice(RECORD.length, -1) } : JSON.parse(line);
  if (!isEvent(event) || !effectsFit(event)) throw new Error(`not an event of the protocol: ${line.slice(0, 200)}`);
  return event;
}

/* Online, events about a table are for the one that the page shows. */
function take(event: TableEvent, online: boolean): void {
  const here = !online || isAtTable();
  switch (event.t) {
    case 'hello':
      return hello(event);
    case 'mine':
      mine.value = event.tables;
      return;
    case 'lobby':
      return hearLobby(event);
    case 'made':
      hearWish(event);
      if (here) hearMade(event);
      return;
    case 'refused':
      if (online) hearWish(event);
      if (!online) refused.value = event;
      else if (here) hearRefusal(event);
      return;
    case 'room':
      if (here) hearRoom(event);
      return;
    case 'fair':
      if (here) hearFair(event);
      return;
    case 'chat':
      if (here) hearChat(event);
      return;
    case 'games':
      games.value = event.games;
      return;
    case 'table':
      if (here) setTable(online ? hearTable(event) : event);
      return;
    case 'steps':
      if (here) addSteps(event);
      return;
    case 'look':
      if (here) looked.value = event;
      return;
    case 'hint':
      if (here) hinted.value = event;
      return;
    case 'record':
      if (here) record.value = event.record;
      return;
  }
}

/* Many steps come in several frames, with the current position in the last: until then nothing is shown. */
let unfinished: TableEvent[] = [];

export function hearServer(frame: string): void {
  const events = [...unfinished, ...frame.split('\n').filter(Boolean).map(eventOf)];
  const news = events.filter((event) => event.t === 'steps');
  const done = news.length === 0 || news[news.length - 1]?.now !== undefined;
  unfinished = done ? [] : events;
  if (!done) return;
  atOnce(() => events.forEach((event) => take(event, true)));
  settled(events);
}

/* After a lost connection a partial sequence is sent again from its start. */
export function forgetUnfinished(): void {
  unfinished = [];
}

/* While the page is at an online table, only the list of games is taken from the table on this device. */
export function hearDevice(lines: string[]): void {
  const events = lines.map(eventOf).filter(({ t }) => t === 'games' || !speaksOnline());
  atOnce(() => events.forEach((event) => take(event, false)));
}
