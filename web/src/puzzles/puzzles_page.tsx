/* The puzzles: today's, with the streak; and for each game the rating, the next puzzle, and the themes. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useScene } from '../analysis/board_frame';
import { isPosition, positionAt, type Position } from '../analysis/position';
import { BoardPicture } from '../board_picture';
import { Icon } from '../icons';
import { dateBefore } from '../memory/daily';
import { Week } from '../memory/week';
import { Thumb } from '../online';
import { PageHeader } from '../page_header';
import type { GameName } from '../protocol';
import { go, puzzleAddress } from '../route';
import { titleOf } from '../shelf';
import { say } from '../words';
import { placeOf, seatsOf, taskOf, themeName } from './as_exercise';
import { isBack, ratingOf, streak, wasTried, wentOn } from './attempts';
import { ALL, gameOfDay, inSet, puzzleOfDay, TODAY } from './choice';
import { FetchFailed } from './fetch_failed';
import { fetchPuzzles, PUZZLE_GAMES, puzzles, type Puzzle } from './puzzles';

const LANTERN =
  'M31 1a5 5 0 0 1 4 8l11 10v4H16v-4L27 9a5 5 0 0 1 4-8zM18 25h26l-4 21H22zM25 29l2 13h2.5V29zM37 29l-2 13h-2.5V29zM20 48h22l3 7H17z';

export function Puzzles() {
  useEffect(() => fetchPuzzles(PUZZLE_GAMES), []);
  return (
    <div class="page lobby puzzles">
      <PageHeader title={say('puzzles')} />
      <main>
        <FetchFailed games={PUZZLE_GAMES} />
        <Today />
        {PUZZLE_GAMES.map((game) => (
          <OfGame key={game} game={game} all={puzzles.value[game] ?? []} />
        ))}
        <p class="soft">{say('puzzles.about')}</p>
      </main>
    </div>
  );
}

/* The puzzle of the day with its board, and how the last days went. */
function Today() {
  const date = dateBefore(0);
  const game = gameOfDay(date);
  const puzzle = puzzleOfDay(game, puzzles.value[game] ?? [], date);
  const [went, days] = [wentOn(date), streak()];
  const told = { won: say('puzzles.won'), played: say('puzzles.tried'), missed: say('daily.missed') };
  return (
    <section class="puzzle-today" aria-labelledby="today-title">
      <div class="puzzle-board">{puzzle && <Picture key={puzzle.id} game={game} puzzle={puzzle} />}</div>
      <div class="puzzle-text">
        <h2 id="today-title">{say('puzzles.today')}</h2>
        <p class="soft">{titleOf(game)}</p>
        {puzzle && <p>{taskOf(game, puzzle)}</p>}
        <Week picture={LANTERN} went={wentOn} told={told} />
        {days > 0 && <p>{say('daily.streak', { n: days })}</p>}
        {puzzle && (
          <a class={went === 'missed' ? 'button act big' : 'button'} href={puzzleAddress(game, TODAY)}>
            {went === 'won' && <Icon name="tick" />}
            {say(went === 'missed' ? 'puzzles.solve' : went === 'won' ? 'puzzles.won.today' : 'puzzles.tried.today')}
          </a>
        )}
      </div>
    </section>
  );
}

function Picture({ game, puzzle }: { game: GameName; puzzle: Puzzle }) {
  const position = useSignal<Position | null>(null);
  useEffect(() => {
    void positionAt(placeOf(puzzle)).then((found) => isPosition(found) && (position.value = found));
  }, []);
  if (!position.value) return null;
  return <PictureOf game={game} puzzle={puzzle} position={position.value} />;
}

function PictureOf({ game, puzzle, position }: { game: GameName; puzzle: Puzzle; position: Position }) {
  const seats = seatsOf(puzzle, position);
  const { scene } = useScene({
    place: placeOf(puzzle),
    position,
    seats,
    you: puzzle.seat,
    me: puzzle.seat,
    play: () => undefined,
  });
  return <BoardPicture scene={{ ...scene, now: null }} label={say('puzzles.today')} press={() => go(puzzleAddress(game, TODAY))} />;
}

/* A game: how strong one is in it, the next puzzle of all, and those of each theme. */
function OfGame({ game, all }: { game: GameName; all: Puzzle[] }) {
  const { rating, deviation, tried } = ratingOf(game);
  const back = all.filter(isBack).length;
  const count = (set: string) => all.filter((puzzle) => inSet(set, puzzle)).length;
  const themes = [...new Set(all.map(({ theme }) => theme))].sort((a, b) => count(b) - count(a));
  const left = (set: string) => all.filter((puzzle) => inSet(set, puzzle) && !wasTried(puzzle)).length;
  return (
    <section class="puzzle-game" aria-labelledby={`puzzles-${game}`}>
      <div class="puzzle-head">
        <Thumb game={game} />
        <div>
          <h2 id={`puzzles-${game}`}>{titleOf(game)}</h2>
          <p class="soft">
            {tried === 0
              ? say('puzzles.count', { n: all.length })
              : say('puzzles.rating.so', { n: Math.round(rating), more: Math.round(2 * deviation) })}
          </p>
        </div>
        <a class="button" href={puzzleAddress(game, ALL)}>
          {say(tried === 0 ? 'puzzles.start' : 'puzzles.on')}
        </a>
      </div>
      {back > 0 && <p class="puzzle-back">{say('puzzles.back', { n: back })}</p>}
      <ul class="puzzle-themes" aria-label={say('puzzles.themes')}>
        {themes.map((theme) => (
          <li key={theme}>
            <a href={puzzleAddress(game, theme)}>
              {themeName(game, theme)}
              {left(theme) > 0 ? <span class="count">{left(theme)}</span> : <Icon name="tick" />}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
