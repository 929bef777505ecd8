/* Told where the puzzles could not be fetched; to try again. */
import type { GameName } from '../protocol';
import { say } from '../words';
import { fetchFailed, fetchPuzzles } from './puzzles';

export function FetchFailed({ games }: { games: GameName[] }) {
  if (!fetchFailed.value) return null;
  return (
    <div role="alert" class="fetch-failed">
      <p class="bad">{say('puzzles.failed')}</p>
      <button type="button" class="button" onClick={() => fetchPuzzles(games)}>
        {say('puzzles.retry')}
      </button>
    </div>
  );
}
