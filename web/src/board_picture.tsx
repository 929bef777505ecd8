/* A board as a picture, which leads somewhere. */
import type { Scene } from './face';
import { gameNamed } from './games';

export function BoardPicture({ scene, label, press }: { scene: Scene; label: string; press: () => void }) {
  const { Board } = gameNamed(scene.view.game).face;
  return (
    <button type="button" class="board-picture" onClick={press}>
      <span class="hidden">{label}</span>
      <span aria-hidden="true" inert>
        <Board {...scene} />
      </span>
    </button>
  );
}
