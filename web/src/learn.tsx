/* The tutorial: ten guided moves at a real table, each with an explanation. */
import type { GameName } from './protocol';
import { address, go } from './route';
import { lesson, lessonDone, lessonStep, playLesson, select, selected } from './session';
import { tableInfo } from './table';
import { keyed, say } from './words';

export function LessonCard() {
  const game: GameName | undefined = tableInfo.value?.game;
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
  const name = tableInfo.value?.seats[1]?.name ?? '';
  return (
    <div class="lesson">
      <p role="status">
        <span class="number">{say('learn.step', { step: number, last: all.length })}</span>{' '}
        {say(keyed('learn.', `${game}.${number}`), { name })}
      </p>
      {step.by > 1 ? (
        <button type="button" class="button act" onClick={playLesson}>
          {say('learn.next')}
        </button>
      ) : (
        selected.value !== step.move && (
          <button type="button" class="button" onClick={() => select(step.move)}>
            {say('learn.show')}
          </button>
        )
      )}
    </div>
  );
}
