/* What is explained when it happens for the first time on this device: a card over the table. It is named GAME.NAME; its texts are
 * first.GAME.NAME and, longer, first.GAME.NAME.about, and its picture is the face's NAME. */
import { signal } from '@preact/signals';
import { Dialog } from './dialog';
import { gameNamed } from './games';
import type { SignName } from './sign';
import { readStorage, writeStorage } from './settings';
import { keyed, say } from './words';

const KEY = 'serai.explained';

const known = signal<string[] | null>(null); // null: not read yet

function readKnown(): string[] {
  const all = readStorage(KEY);
  return Array.isArray(all) ? all.filter((x) => typeof x === 'string') : [];
}

export function FirstTime({ of }: { of: SignName }) {
  const all = (known.value ??= readKnown());
  if (all.includes(of)) return null;
  const [game = '', name = ''] = of.split('.');
  const { Picture } = gameNamed(game).face;
  const close = () => {
    known.value = [...all, of];
    writeStorage(KEY, known.value);
  };
  return (
    <Dialog title={say(keyed('first.', of))} kind="first-time" close={close}>
      <Picture of={name} />
      <p>{say(keyed('first.', `${of}.about`))}</p>
      <button type="button" class="button act big" autofocus onClick={close}>
        {say('first.close')}
      </button>
    </Dialog>
  );
}
