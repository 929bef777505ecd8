/* Home's way to what this device remembers. */
import { history } from './history';
import { Icon } from '../icons';
import { HISTORY } from '../route';
import { say } from '../words';

export function HistoryLink() {
  return (
    <a class="button quiet" href={HISTORY}>
      <Icon name="history" />
      {say('history')}
      {history.value.length > 0 && <span class="count">{history.value.length}</span>}
    </a>
  );
}
