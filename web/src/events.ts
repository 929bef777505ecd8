/* All messages from a table come in here, from the server or from the worker on this device: a line is parsed to an event of the
 * protocol, or is an error, and one switch dispatches it. */
import { onAnnouncement } from './announcement';
import { isObject } from './check';
import { invitations } from './people/friends';
import { onHello, onLobby, myTables } from './connection';
import { EVENTS, type EventName, type TableEvent } from './protocol';
import { onChat, onFair, onMade, onRefusal, onRoom, withBotNames, isAtTable, afterFrame } from './room';
import { addSteps, batchEvents, games, hintAnswer, record, refused, setPreview, setTable, isRemote } from './table';
import { onTableRequestAnswer } from './table_request';

const RECORD = '{"t":"record","record":'; // the rest stays text

function isEvent(x: unknown): x is TableEvent {
  return isObject(x) && typeof x['t'] === 'string' && EVENTS[x['t'] as EventName]?.(x) === true;
}

export function eventOf(line: string): TableEvent {
  const event: unknown = line.startsWith(RECORD) ? { t: 'record', record: line.slice(RECORD.length, -1) } : JSON.parse(line);
  if (!isEvent(event)) throw new Error(`not an event of the protocol: ${line.slice(0, 200)}`);
  return event;
}

/* Online, events about a table are for the one that the page shows. */
function dispatch(event: TableEvent, online: boolean): void {
  const here = !online || isAtTable();
  switch (event.t) {
    case 'hello':
      return onHello(event);
    case 'mine':
      myTables.value = event.tables;
      return;
    case 'invitations':
      invitations.value = event.invitations;
      return;
    case 'lobby':
      return onLobby(event);
    case 'made':
      onTableRequestAnswer(event);
      if (here) onMade(event);
      return;
    case 'refused':
      if (online) onTableRequestAnswer(event);
      if (!online) refused.value = event;
      else if (here) onRefusal(event);
      return;
    case 'room':
      if (here) onRoom(event);
      return;
    case 'announcement':
      onAnnouncement(event);
      return;
    case 'fair':
      if (here) onFair(event);
      return;
    case 'chat':
      if (here) onChat(event);
      return;
    case 'games':
      games.value = event.games;
      return;
    case 'table':
      if (here) setTable(online ? withBotNames(event) : event);
      return;
    case 'steps':
      if (here) addSteps(event);
      return;
    case 'look':
      if (here) setPreview(event);
      return;
    case 'hint':
      if (here) hintAnswer.value = event;
      return;
    case 'record':
      if (here) record.value = event.record;
      return;
  }
}

/* Many steps come in several frames, with the current position in the last: until then nothing is shown. */
let unfinished: TableEvent[] = [];

export function onServerFrame(frame: string): void {
  const events = [...unfinished, ...frame.split('\n').filter(Boolean).map(eventOf)];
  const news = events.filter((event) => event.t === 'steps');
  const done = news.length === 0 || news[news.length - 1]?.now !== undefined;
  unfinished = done ? [] : events;
  if (!done) return;
  batchEvents(() => events.forEach((event) => dispatch(event, true)));
  afterFrame(events);
}

/* After a lost connection a partial sequence is sent again from its start. */
export function forgetUnfinished(): void {
  unfinished = [];
}

/* While the page is at an online table, only the list of games is taken from the table on this device. */
export function onWorkerLines(lines: string[]): void {
  const events = lines.map(eventOf).filter(({ t }) => t === 'games' || !isRemote());
  batchEvents(() => events.forEach((event) => dispatch(event, false)));
}
