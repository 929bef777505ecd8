/* Home's ways to what this device remembers. */
import { Icon } from '../icons';
import { HISTORY, WALL } from '../route';
import { say } from '../words';
import { history } from './history';

export function HistoryLink() {
  return (
    <>
      <a class="button quiet" href={HISTORY}>
        <Icon name="history" />
        {say('history')}
        {history.value.length > 0 && <span class="count">{history.value.length}</span>}
      </a>
      <a class="button quiet" href={WALL}>
        <Icon name="medal" />
        {say('wall')}
      </a>
    </>
  );
}
