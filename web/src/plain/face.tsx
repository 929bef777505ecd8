/* The plain face, for every game: the view as its JSON, and moves by their notation. So a game that has only its rules can be
 * played at once. */
import { mayPlay, nameOf, rankOf, tap } from '../board';
import type { Face, Scene, Speech } from '../face';
import type { GameName, Seat, Step, Tally, View } from '../protocol';
import { mayHide, titleOf } from '../shelf';
import { say } from '../words';
import './plain.css';

/* Members of every view, which the page shows elsewhere. */
const TOLD_ELSEWHERE = ['game', 'players', 'options', 'player'];

/* A value in a line: "3, 5", "a1 red.7, b2 blue.3". */
function inLine(value: unknown): string {
  if (Array.isArray(value)) return value.map(inLine).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, member]) => `${key} ${inLine(member)}`)
      .join(', ');
  return value === null ? '–' : String(value);
}

function Board({ view }: Scene) {
  return (
    <dl class="plain-board">
      {Object.entries(view)
        .filter(([key]) => !TOLD_ELSEWHERE.includes(key))
        .map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{inLine(value)}</dd>
          </div>
        ))}
    </dl>
  );
}

function Actions(scene: Scene) {
  const legal = scene.now?.legal ?? [];
  if (legal.length === 0) return null;
  return (
    <ul class="plain-moves" aria-label={say('choices')}>
      {legal.map((move) => (
        <li key={move}>
          <button
            type="button"
            class="button"
            data-spot={move}
            data-rank={rankOf(scene, move) || undefined}
            aria-pressed={scene.selected === move}
            disabled={!mayPlay(scene, move)}
            onClick={() => tap(scene, move)}
          >
            {move}
          </button>
        </li>
      ))}
    </ul>
  );
}

const pointsOf = (tally: Tally): number => Object.values(tally).reduce((sum, points) => sum + points, 0);

function Badge({ tally }: { view: View; seat: number; tally: Tally; you: number }) {
  return <span class="plain-points">{pointsOf(tally)}</span>;
}

function Cover({ game }: { game: GameName }) {
  const title = titleOf(game);
  return (
    <svg viewBox="0 0 100 100" class="plain-cover">
      <rect width="100" height="100" />
      <text x="50" y="58" text-anchor="middle" style={{ fontSize: `${Math.min(40, 150 / title.length)}px` }}>
        {title}
      </text>
    </svg>
  );
}

function prompt({ view, seats, you }: Scene): string {
  return view.player === you ? say('plain.yours') : say('plain.theirs', { name: nameOf(seats, view.player) });
}

function happened({ by, move }: Step, _: View, seats: Seat[]): string {
  return move === null ? '' : by === 0 ? say('plain.chance', { move }) : say('plain.did', { name: nameOf(seats, by), move });
}

const itself = (_: Scene, move: string): string => move;

const speech: Speech = {
  prompt,
  describe: () => '',
  confirm: itself,
  logText: happened,
  moveName: itself,
  progress: ({ phase }) => phase,
  scoreParts: (tally) => Object.entries(tally).map(([part, points]) => ({ part, label: part, points })),
};

export function plainFace(game: GameName): Face {
  return {
    game,
    Board,
    Mine: () => null,
    Actions,
    Badge,
    Cover: () => <Cover game={game} />,
    Sign: () => null,
    Picture: () => null,
    speech,
    previews: false,
    secrets: ({ phase }) => phase !== 'over' && mayHide(game),
  };
}
