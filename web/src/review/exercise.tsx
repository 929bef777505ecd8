/* A position in which one move, or a few, are right: try one, ask for a hint, see the solution, go on. Whatever loses next to nothing
 * against the best is right, too. Used by the mistakes of a game, and good for any other exercise. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { Bars } from '../analysis/bars';
import { BoardFrame, useScene } from '../analysis/board_frame';
import { lossOf, ranked, USUAL, weigh, type Place, type Position, type Worth } from '../analysis/position';
import { ActionBar, Tool } from '../action_bar';
import { Choices } from '../choices';
import type { Scene } from '../face';
import { gameNamed } from '../games';
import { percent } from '../percent';
import { Refusal } from '../refusal';
import type { Seat } from '../protocol';
import { say } from '../words';

/* How an exercise went: the first move was right, a later one, with a hint, or the solution was asked for. */
export type Outcome = 'first' | 'later' | 'hinted' | 'shown';

const CLOSE = 0.01; // of a win: what loses no more is right
const MARKED = 3; // moves that the second hint marks

interface Props {
  title: string;
  back: string; // an address
  task: string; // in a sentence
  place: Place; // its seat is to move
  position: Position; // at that place
  seats: Seat[];
  worth: Worth | null; // what the moves are worth; null: not known yet
  done: (how: Outcome) => void;
  next: { label: string; go: () => void } | null; // after it, or instead of it
  more?: ComponentChildren; // below the values of the moves, when it is solved
}

/* The loss of a move; one that is not worth a thought is weighed when it is tried. */
function lossAt(place: Place, worth: Worth, move: string): Promise<number> {
  const known = lossOf(worth, move);
  if (known !== null) return Promise.resolve(known);
  return new Promise((found) => weigh(place, USUAL, (all) => found(lossOf(all, move) ?? 1), move));
}

/* What is said about the last try, or the hint. */
interface Told {
  move: string | null;
  loss: number;
  hint: number; // how many were given
  tries: number;
}
const NOTHING: Told = { move: null, loss: 0, hint: 0, tries: 0 };

function sentenceOf(scene: Scene, worth: Worth | null, told: Told, outcome: Outcome | null): string {
  const { speech } = gameNamed(scene.view.game).face;
  const best = worth && ranked(worth)[0]?.move;
  const name = (move: string) => speech.moveName(scene, move);
  if (best && outcome === 'shown') return say('exercise.best', { move: name(best) });
  if (told.move !== null) {
    const words = { move: name(told.move), n: percent(told.loss, 1, told.loss < 0.1 ? 1 : 0) };
    if (told.loss === 0) return say('exercise.right', words);
    return say(outcome ? 'exercise.close' : 'exercise.wrong', words);
  }
  if (best && told.hint === 1) return speech.why?.(scene, best) || say('exercise.marked');
  return told.hint > 1 ? say('exercise.marked') : '';
}

export function Exercise({ title, back, task, place, position, seats, worth, done, next, more }: Props) {
  const told = useSignal(NOTHING);
  const outcome = useSignal<Outcome | null>(null);
  const listed = useSignal(false);
  useEffect(() => {
    told.value = NOTHING;
    outcome.value = null;
  }, [position]);

  const finish = (how: Outcome) => {
    outcome.value = how;
    done(how);
  };
  const attempt = async (move: string) => {
    if (!worth || outcome.peek()) return;
    const { hint, tries } = told.peek();
    told.value = { ...NOTHING, hint, tries: tries + 1 };
    const loss = await lossAt(place, worth, move);
    told.value = { move, loss, hint, tries: tries + 1 };
    if (loss <= CLOSE) finish(hint > 0 ? 'hinted' : tries === 0 ? 'first' : 'later');
  };
  const order = worth ? ranked(worth).map(({ move }) => move) : [];
  const marked = told.value.hint > 1 && !outcome.value ? order.slice(0, MARKED).sort() : [];
  const { scene, refusal } = useScene({
    place,
    position,
    seats,
    you: place.seat,
    me: place.seat,
    hints: marked,
    shows: outcome.value ? (order[0] ?? null) : null,
    play: (move) => void attempt(move),
  });
  const { Actions, speech } = gameNamed(scene.view.game).face;
  const said = sentenceOf(scene, worth, told.value, outcome.value);
  const wrong = told.value.move !== null && !outcome.value && scene.selected === null;
  const selected = outcome.value ? null : scene.selected;
  return (
    <BoardFrame
      scene={scene}
      title={title}
      back={back}
      prompt={task}
      side={
        outcome.value &&
        worth && (
          <>
            <Bars scene={scene} worth={worth} chosen={told.value.move} />
            {more}
          </>
        )
      }
    >
      <div class="message">
        <p role="status" class={refusal || wrong ? 'bad' : outcome.value && outcome.value !== 'shown' ? 'good' : ''}>
          {refusal ? (
            <Refusal why={refusal} />
          ) : selected !== null ? (
            speech.describe(scene, selected)
          ) : (
            said || speech.prompt(scene)
          )}
        </p>
      </div>
      {!outcome.value && <Actions {...scene} />}
      <ActionBar scene={{ ...scene, selected }}>
        {outcome.value ? (
          next && (
            <button type="button" class="button act big" onClick={next.go}>
              {next.label}
            </button>
          )
        ) : (
          <>
            <Tool icon="choices" label={say('choices')} press={() => (listed.value = true)} />
            <Tool
              icon="hint"
              label={say('hint')}
              off={!worth || told.value.hint > 1}
              press={() => (told.value = { ...told.value, move: null, hint: told.value.hint + 1 })}
            />
            <Tool icon="watch" label={say('exercise.solution')} off={!worth} press={() => finish('shown')} />
            {next && <Tool icon="next" label={say('exercise.skip')} press={next.go} />}
          </>
        )}
      </ActionBar>
      {listed.value && <Choices scene={scene} close={() => (listed.value = false)} />}
    </BoardFrame>
  );
}
