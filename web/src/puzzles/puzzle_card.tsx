/* Home's way to the puzzles: today's game, the streak, and whether there is something to solve. */
import { Icon } from '../icons';
import { dateBefore } from '../memory/daily';
import { Thumb } from '../online';
import { PUZZLES } from '../route';
import { titleOf } from '../shelf';
import { say } from '../words';
import { streak, wentOn } from './attempts';
import { gameOfDay } from './choice';
import { PUZZLE_GAMES } from './puzzles';
import './puzzles.css';

export function PuzzleCard() {
  if (PUZZLE_GAMES.length === 0) return null;
  const date = dateBefore(0);
  const game = gameOfDay(date);
  const days = streak();
  const isOpen = wentOn(date) === 'missed';
  return (
    <a class="puzzle-card" href={PUZZLES}>
      <Thumb game={game} />
      <span>
        <strong>{say('puzzles')}</strong>
        <small>{isOpen ? say('puzzles.today.of', { game: titleOf(game) }) : say('puzzles.today.done')}</small>
        {days > 0 && <small>{say('daily.streak', { n: days })}</small>}
      </span>
      <Icon name={isOpen ? 'next' : 'tick'} />
    </a>
  );
}
