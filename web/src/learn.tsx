/* The tutorial: what the game is about, on one card; ten guided moves at a real table, each with an explanation, and the signs that
 * come with them; at the end what has been learned, and a real game. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Aims } from './aims';
import { startBotGame } from './bot_game';
import { Dialog } from './dialog';
import type { Scene } from './face';
import { gameNamed } from './games';
import type { GameName } from './protocol';
import { lesson, lessonDone, lessonStep, playLesson, select, startLesson } from './session';
import { titleOf } from './shelf';
import { SignPicture, SignText, type SignName } from './sign';
import { tableInfo } from './table';
import { keyed, say } from './words';

/* The card over the table, and how many signs of which move have been read. */
const card = signal<'aim' | 'recap' | null>(null);
const read = signal({ move: 0, signs: 0 });

export function openLesson(game: GameName): void {
  card.value = 'aim';
  read.value = { move: 0, signs: 0 };
  startLesson(game);
}

function Card({ game }: { game: GameName }) {
  const close = () => (card.value = null);
  if (card.value === 'aim')
    return (
      <Dialog title={titleOf(game)} kind="tall lesson-card" close={close}>
        <Aims game={game} parts={['you', 'win', 'end', 'turn']} />
        <button type="button" class="button act big" autofocus onClick={close}>
          {say('learn.begin')}
        </button>
      </Dialog>
    );
  if (card.value === 'recap')
    return (
      <Dialog title={say('learn.done')} kind="tall lesson-card" close={close}>
        <Aims game={game} parts={['win', 'end', 'turn']} />
        <p class="tip">
          <b>{say('aim.tip')}</b>
          {say(keyed('aim.', `${game}.tip`))}
        </p>
        <RealGame game={game} />
      </Dialog>
    );
  return null;
}

function RealGame({ game }: { game: GameName }) {
  return (
    <button
      type="button"
      class="button act big"
      autofocus
      onClick={() => {
        card.value = null;
        startBotGame(game);
      }}
    >
      {say('learn.play')}
    </button>
  );
}

/* A sign that appears for the first time: it shines on the table while it is explained. */
function NewSign({ of, done }: { of: SignName; done: () => void }) {
  useEffect(() => {
    const signs = document.querySelectorAll(`.play [data-sign="${of}"]`);
    for (const sign of signs) sign.classList.add('shines');
    return () => {
      for (const sign of signs) sign.classList.remove('shines');
    };
  }, [of]);
  return (
    <div class="lesson lesson-sign">
      <SignPicture of={of} />
      <p role="status">
        <SignText of={of} />
      </p>
      <button type="button" class="button act" onClick={done}>
        {say('learn.next')}
      </button>
    </div>
  );
}

function Guide({ game, scene }: { game: GameName; scene: Scene }) {
  const step = lessonStep.value;
  const all = lesson.value?.moves ?? [];
  const number = step ? all.indexOf(step) + 1 : 0;
  const signs = lesson.value?.signs[number] ?? [];
  const known = read.value.move === number ? read.value.signs : 0;
  const sign = signs[known];
  if (lessonDone.value)
    return (
      <div class="lesson lesson-done" role="status">
        <p>{say('learn.done')}</p>
        <RealGame game={game} />
      </div>
    );
  if (!step) return null;
  if (sign !== undefined && card.value === null && scene.selected === null)
    return <NewSign key={sign} of={`${game}.${sign}`} done={() => (read.value = { move: number, signs: known + 1 })} />;
  const name = tableInfo.value?.seats[1]?.name ?? '';
  const selected = scene.selected;
  return (
    <div class="lesson">
      <p role="status">
        <span class="number">{say('learn.step', { step: number, last: all.length })}</span>{' '}
        {(selected !== null && gameNamed(game).face.speech.describe(scene, selected)) ||
          say(keyed('learn.', `${game}.${number}`), { name })}
      </p>
      {step.by > 1 ? (
        <button type="button" class="button act" onClick={playLesson}>
          {say('learn.next')}
        </button>
      ) : (
        scene.now !== null &&
        selected !== step.move && (
          <button type="button" class="button" onClick={() => select(step.move)}>
            {say('learn.show')}
          </button>
        )
      )}
    </div>
  );
}

export function LessonCard({ scene }: { scene: Scene }) {
  const { game } = scene.view;
  const done = lessonDone.value;
  useEffect(() => {
    if (done) card.value = 'recap';
  }, [done]);
  return (
    <>
      <Guide game={game} scene={scene} />
      <Card game={game} />
    </>
  );
}
