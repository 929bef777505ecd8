/* Puzzles of a set, one after another: the first move decides, then what the moves are worth and how that is proven. */
import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Exercise } from '../analysis/exercise';
import { isPosition, positionAt, type Position } from '../analysis/position';
import { openTree } from '../analysis/tree';
import { Button } from '../button';
import { Icon } from '../icons';
import { dateBefore, dateOfDay } from '../memory/daily';
import { PageHeader } from '../page_header';
import type { GameName } from '../protocol';
import { go, puzzleAddress, PUZZLES, studyAddress } from '../route';
import { titleOf } from '../shelf';
import { language, say } from '../words';
import { sendAttempt } from './account';
import { judge, placeOf, seatsOf, taskOf, themeName, worthOf } from './as_exercise';
import { isBack, ratingOf, returnsOn, tried, wasTried } from './attempts';
import { nextOf, puzzleOfDay, skip, TODAY } from './choice';
import { FetchFailed } from './fetch_failed';
import { fetchPuzzles, puzzles, type Puzzle } from './puzzles';

const analysed = signal<string | null>(null); // the puzzle that was opened on the analysis board: it is shown solved afterwards

export function PuzzleSet({ game, set, id }: { game: GameName; set: string; id: string | null }) {
  const all = puzzles.value[game];
  useEffect(() => fetchPuzzles([game]), [game]);
  const named = all?.find((puzzle) => puzzle.id === id);
  const todays = all && set === TODAY ? puzzleOfDay(game, all, dateBefore(0)) : undefined;
  const puzzle = named ?? todays ?? (all && nextOf(game, all, set));
  useEffect(() => {
    if (puzzle && puzzle !== named) go(puzzleAddress(game, set, puzzle.id), true);
  }, [puzzle, named]);
  if (!all || !puzzle)
    return (
      <div class="page">
        <PageHeader title={titleOf(game)} back={PUZZLES} label={say('puzzles')} />
        <main class="notice-page" aria-busy={!all}>
          <FetchFailed games={[game]} />
          {all && <p>{say('puzzles.none')}</p>}
        </main>
      </div>
    );
  return <Posed key={puzzle.id} game={game} set={set} puzzle={puzzle} daily={puzzle === todays} />;
}

/* What came of the first attempt: the rating before, if it has changed. */
interface Result {
  solved: boolean;
  counted: boolean;
  before: number | null;
}

function Posed({ game, set, puzzle, daily }: { game: GameName; set: string; puzzle: Puzzle; daily: boolean }) {
  const position = useSignal<Position | null>(null);
  const result = useSignal<Result | null>(null);
  const place = placeOf(puzzle);
  useEffect(() => {
    void positionAt(place).then((found) => isPosition(found) && (position.value = found));
  }, []);
  const here = position.value;
  if (!here) return <main class="notice-page" aria-busy="true" />;

  const seats = seatsOf(puzzle, here);
  const decided = (solved: boolean) => {
    const [fresh, before] = [!wasTried(puzzle), ratingOf(game).rating];
    const attempt = tried(game, puzzle, solved, daily);
    if (attempt) sendAttempt(attempt);
    result.value = { solved, counted: attempt !== null, before: fresh && attempt ? before : null };
  };
  const analyse = async () => {
    analysed.value = puzzle.id;
    await openTree({ record: place.record, seats });
    go(studyAddress('analysis'));
  };
  const goOn = () => {
    analysed.value = null;
    if (!result.value) skip(puzzle);
    go(puzzleAddress(game, set), true);
  };
  const next = set === TODAY ? { label: say('puzzles.more'), go: () => go(PUZZLES) } : { label: say('puzzles.next'), go: goOn };
  return (
    <Exercise
      title={say('puzzles.title', { theme: themeName(game, puzzle.theme), n: seats.length })}
      back={PUZZLES}
      backLabel={say('puzzles')}
      task={taskOf(game, puzzle)}
      place={place}
      position={here}
      seats={seats}
      worth={worthOf(puzzle, seats.length)}
      judge={(move) => judge(puzzle, move)}
      open={analysed.value === puzzle.id}
      decided={decided}
      next={next}
      result={result.value && <Rated game={game} puzzle={puzzle} result={result.value} />}
      more={
        <div class="puzzle-proof">
          <Returns puzzle={puzzle} />
          <p class="soft">
            <Icon name="fair" />
            {'exact' in puzzle.proof ? say('puzzles.exact') : say('puzzles.searches', { n: puzzle.proof.searches })}
          </p>
          <Button icon="branch" label={say('analysis.here')} onClick={() => void analyse()} />
        </div>
      }
    />
  );
}

const signed = (n: number): string =>
  new Intl.NumberFormat(language.value, { signDisplay: 'exceptZero' }).format(n).replace('-', '−');

/* The rating after the first attempt, and by how much it has changed. */
function Rated({ game, puzzle, result }: { game: GameName; puzzle: Puzzle; result: Result }) {
  const rating = Math.round(ratingOf(game).rating);
  return (
    <p>
      {result.before !== null ? (
        <>
          {say('puzzles.rating')}: <strong>{rating}</strong>{' '}
          <span class={result.solved ? 'good' : 'bad'}>{signed(rating - Math.round(result.before))}</span>
        </>
      ) : (
        say(result.counted ? 'puzzles.known' : 'puzzles.practice')
      )}
      <span class="soft"> · {say('puzzles.rated', { n: puzzle.rating })}</span>
    </p>
  );
}

/* When it comes back. */
function Returns({ puzzle }: { puzzle: Puzzle }) {
  const day = returnsOn(puzzle);
  if (day === null || isBack(puzzle)) return null;
  const format = new Intl.DateTimeFormat(language.value, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return <p class="soft">{say('puzzles.returns', { day: format.format(new Date(dateOfDay(day))) })}</p>;
}
