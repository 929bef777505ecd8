/* All legal moves as a list: for screen readers, keyboards, and players who do not find a move on the board. */
import type { Scene } from './face';
import { Dialog } from './dialog';
import { gameNamed } from './games';
import { say } from './words';

export function Choices({ scene, close }: { scene: Scene; close: () => void }) {
  const { speech } = gameNamed(scene.view.game).face;
  const choose = (move: string) => {
    close();
    scene.select(move);
  };
  return (
    <Dialog title={say('choices')} close={close}>
      <ul class="choices">
        {scene.now?.legal.map((move) => (
          <li key={move}>
            <button type="button" onClick={() => choose(move)}>
              {speech.moveName(scene, move)}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
