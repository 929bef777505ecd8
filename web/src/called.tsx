/* A call from a table of ours that waits for us, on whatever screen we are. */
import { Icon } from './icons';
import { calls } from './notify';
import { tableAddress } from './route';
import { titleOf } from './shelf';
import { say } from './words';

export function Called() {
  const [first] = calls.value;
  return (
    <div role="status">
      {first && (
        <a class="called" href={tableAddress(first.table)}>
          <Icon name="bell" />
          {say('called', { game: titleOf(first.game) })}
        </a>
      )}
    </div>
  );
}
