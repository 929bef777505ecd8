/* Learn from your mistakes: the position before each error of a seat, put once more; some other move may be right. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Exercise, type Outcome, type Verdict } from '../analysis/exercise';
import { isPosition, lossOf, positionAt, USUAL, weigh, type Place, type Position, type Worth } from '../analysis/position';
import { Button } from '../button';
import { gameNamed } from '../games';
import { PageHeader } from '../page_header';
import { percent } from '../percent';
import { currentGame, sitters } from '../session';
import { steps } from '../table';
import { say } from '../words';
import { mistakesOf, review, studied, wholeOf } from './review';

const CLOSE = 0.01; // of a win: what loses no more is right

/* A move that is not worth a thought is weighed when it is tried. */
async function judge(place: Place, move: string, worth: Worth): Promise<Verdict> {
  const loss = lossOf(worth, move) ?? (await weighed(place, move));
  return { right: loss <= CLOSE, loss };
}

const weighed = (place: Place, move: string): Promise<number> =>
  new Promise((found) => weigh(place, USUAL, (all) => found(lossOf(all, move) ?? 1), move));

export function Mistakes({ back }: { back: string }) {
  const of = review.value;
  const record = currentGame()?.record;
  const seat = studied.value;
  const nth = useSignal(0);
  const tally = useSignal<(Outcome | undefined)[]>([]);
  const put = useSignal<{ nth: number; position: Position; worth: Worth | null } | null>(null);
  const all = of ? mistakesOf(of, seat) : [];
  const at = all[nth.value];
  const step = at === undefined ? undefined : of?.steps[at - 1];
  const place = { record: record ?? '', ply: (at ?? 1) - 1, moves: [], seat, from: (at ?? 1) - 1, seed: 0 };

  useEffect(() => {
    if (!step || !record) return undefined;
    let stop = () => undefined as void;
    void positionAt(place).then((position) => {
      if (!isPosition(position)) return;
      put.value = { nth: nth.value, position, worth: null };
      stop = weigh(place, USUAL, (worth) => (put.value = { nth: nth.value, position, worth }), step.made);
    });
    return () => stop();
  }, [record, at]);

  if (!of || !record || all.length === 0 || nth.value >= all.length)
    return (
      <Learned back={back} all={all.length} right={tally.value.filter((how) => how !== undefined && how !== 'shown').length} />
    );
  const here = put.value;
  if (!step || here?.nth !== nth.value) return <main class="notice-page" aria-busy="true" />;
  const [made, before] = [steps.value[at ?? 0], steps.value[(at ?? 1) - 1]];
  const { speech } = gameNamed(here.position.view.game).face;
  const told = made && before ? speech.logText(made, before.view, sitters.value, seat) : '';
  const loss = percent(step.error, wholeOf(of));
  return (
    <Exercise
      title={say('mistakes.title', { n: nth.value + 1, all: all.length })}
      back={back}
      task={say('mistakes.task', { move: told, n: loss })}
      place={place}
      position={here.position}
      seats={sitters.value}
      worth={here.worth}
      judge={(move, worth) => judge(place, move, worth)}
      done={(how) => (tally.value = Object.assign([...tally.value], { [nth.value]: how }))}
      next={{ label: say(nth.value + 1 < all.length ? 'mistakes.next' : 'mistakes.end'), go: () => nth.value++ }}
    />
  );
}

/* After the last one. */
function Learned({ back, all, right }: { back: string; all: number; right: number }) {
  return (
    <div class="page">
      <PageHeader title={say('mistakes')} back={back} label={say('study.back')} />
      <main class="notice-page">
        <h2>{all === 0 ? say('mistakes.none') : say('mistakes.done', { n: right, all })}</h2>
        <Button icon="review" label={say('mistakes.back')} kind="act" onClick={() => (location.hash = back)} />
      </main>
    </div>
  );
}
