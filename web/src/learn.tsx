/* The first game: ten guided moves at a real table, each with a word about why. */
import type { GameName } from './protocol';
import { address, go } from './route';
import { lesson, lessonDone, lessonStep, select } from './session';
import { about } from './table';
import { has, say } from './words';

export function LessonCard() {
  const game: GameName | undefined = about.value?.game;
  const step = lessonStep.value;
  const all = lesson.value?.moves ?? [];
  if (!game) return null;
  if (lessonDone.value)
    return (
      <div class="lesson" role="status">
        <p>{say('learn.done')}</p>
        <button type="button" class="button act" onClick={() => go(address('new', game))}>
          {say('learn.play')}
        </button>
      </div>
    );
  if (!step) return null;
  const number = all.indexOf(step) + 1;
  const key = `learn.${game}.${number}`;
  return (
    <div class="lesson">
      <p role="status">
        <span class="number">{say('learn.step', { step: number, last: all.length })}</span> {has(key) ? say(key) : say('learn.watch')}
      </p>
      {step.by === 1 && (
        <button type="button" class="button" onClick={() => select(step.move)}>
          {say('learn.show')}
        </button>
      )}
    </div>
  );
}
