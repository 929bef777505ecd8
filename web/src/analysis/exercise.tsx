/* A position in which one move, or a few, are right: try one, ask for a hint, see the solution, go on. Puzzles and the mistakes of a
 * game are such exercises; each judges the moves in its own way. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { ActionBar, Tool } from '../action_bar';
import { Choices } from '../choices';
import type { Scene } from '../face';
import { gameNamed } from '../games';
import { percent } from '../percent';
import { Refusal } from '../refusal';
import type { Seat } from '../protocol';
import { say } from '../words';
import { Bars } from './bars';
import { BoardFrame, useScene } from './board_frame';
import { ranked, type Place, type Position, type Worth } from './position';

/* How an exercise went: the first move was right, a later one, with a hint, or the solution was asked for. */
export type Outcome = 'first' | 'later' | 'hinted' | 'shown';

/* Whether a move is right, and what it loses against the best one as a part of a win; null: that is not known. */
export interface Verdict {
  right: boolean;
  loss: number | null;
}

const MARKED = 3; // moves that the second hint marks, but never all

interface Props {
  title: string;
  back: string; // an address
  backLabel?: string; // for screen readers
  task: string; // in a sentence
  place: Place; // its seat is to move
  position: Position; // at that place
  seats: Seat[];
  worth: Worth | null; // what the moves are worth; null: not known yet
  judge: (move: string, worth: Worth) => Promise<Verdict>;
  open?: boolean; // the solution is shown from the beginning
  decided?: (solved: boolean) => void; // once: by the first move, unless help was asked for before
  done?: (how: Outcome) => void;
  next: { label: string; go: () => void } | null; // after it, or instead of it
  result?: ComponentChildren; // of the first move, below the sentence about the last one, when it is solved
  more?: ComponentChildren; // below the values of the moves
}

/* What is said about the last try, or the hint. */
interface Told {
  move: string | null;
  verdict: Verdict | null; // null: not known yet
  hint: number; // how many were given
  tries: number;
}
const NOTHING: Told = { move: null, verdict: null, hint: 0, tries: 0 };

function sentenceOf(scene: Scene, worth: Worth | null, told: Told, outcome: Outcome | null): string {
  const { speech } = gameNamed(scene.view.game).face;
  const best = worth && ranked(worth)[0]?.move;
  const name = (move: string) => speech.moveName(scene, move);
  if (best && outcome === 'shown') return say('exercise.best', { move: name(best) });
  if (told.move !== null && told.verdict) {
    const { right, loss } = told.verdict;
    if (loss === null) return say('exercise.other', { move: name(told.move) });
    const words = { move: name(told.move), n: percent(loss, 1, loss < 0.1 ? 1 : 0) };
    if (loss === 0) return say('exercise.right', words);
    return say(right ? 'exercise.close' : 'exercise.wrong', words);
  }
  if (best && told.hint === 1) return speech.why?.(scene, best) || say('exercise.marked');
  return told.hint > 1 ? say('exercise.marked') : '';
}

export function Exercise(props: Props) {
  const {
    title,
    back,
    backLabel,
    task,
    place,
    position,
    seats,
    worth,
    judge,
    open = false,
    decided,
    done,
    next,
    result,
    more,
  } = props;
  const told = useSignal(NOTHING);
  const outcome = useSignal<Outcome | null>(null);
  const listed = useSignal(false);
  useEffect(() => {
    told.value = NOTHING;
    outcome.value = open ? 'shown' : null;
  }, [position]);

  const isFirst = () => told.peek().tries === 0 && told.peek().hint === 0;
  const finish = (how: Outcome) => {
    outcome.value = how;
    done?.(how);
  };
  const attempt = async (move: string) => {
    if (!worth || outcome.peek()) return;
    const first = isFirst();
    const { hint, tries } = told.peek();
    told.value = { ...NOTHING, hint, tries: tries + 1 };
    const verdict = await judge(move, worth);
    told.value = { move, verdict, hint, tries: tries + 1 };
    if (first) decided?.(verdict.right);
    if (verdict.right) finish(hint > 0 ? 'hinted' : first ? 'first' : 'later');
  };
  const giveHint = () => {
    if (isFirst()) decided?.(false);
    told.value = { ...told.value, move: null, hint: told.value.hint + 1 };
  };
  const showSolution = () => {
    if (isFirst()) decided?.(false);
    finish('shown');
  };
  const order = worth ? ranked(worth).map(({ move }) => move) : [];
  const marked = told.value.hint > 1 && !outcome.value ? order.slice(0, Math.min(MARKED, order.length - 1)).sort() : [];
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
  const best = order[0];
  const said = sentenceOf(scene, worth, told.value, outcome.value);
  const wrong = told.value.move !== null && !outcome.value && scene.selected === null;
  const selected = outcome.value ? null : scene.selected;
  return (
    <BoardFrame
      scene={scene}
      still={outcome.value !== null}
      title={title}
      back={back}
      backLabel={backLabel}
      prompt={task}
      side={
        outcome.value &&
        worth && (
          <>
            {best && speech.why && <p class="soft">{speech.why(scene, best)}</p>}
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
        {outcome.value && result}
      </div>
      {!outcome.value && <Actions {...scene} />}
      <ActionBar scene={{ ...scene, selected }} stage={outcome.value}>
        {outcome.value ? (
          next && (
            <button type="button" class="button act big" onClick={next.go}>
              {next.label}
            </button>
          )
        ) : (
          <>
            <Tool icon="choices" label={say('choices')} press={() => (listed.value = true)} />
            <Tool icon="hint" label={say('hint')} off={!worth || told.value.hint > 1} press={giveHint} />
            <Tool icon="watch" label={say('exercise.solution')} off={!worth} press={showSolution} />
            {next && <Tool icon="next" label={say('exercise.skip')} press={next.go} />}
          </>
        )}
      </ActionBar>
      {listed.value && <Choices scene={scene} close={() => (listed.value = false)} />}
    </BoardFrame>
  );
}
