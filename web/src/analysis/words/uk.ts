/* Boards beside a game in Ukrainian. */
import type { Translation } from '../../words';
import type { en } from './en';

export const uk: Translation<typeof en> = {
  'study.back': 'Назад до партії',
  'study.values': 'Шанси після кожного ходу, {who}',
  'study.move': 'Хід',
  'study.all': 'Усі ходи ({n})',
  'exercise.right': 'Так! {move} — найкращий хід.',
  'exercise.close': 'Добре! {move} поступається найкращому ходу лише на {n}.',
  'exercise.wrong': '{move} — втрата {n}. Спробуйте інший хід.',
  'exercise.best': 'Найкращий хід: {move}',
  'exercise.marked': 'Один із позначених на полі ходів — найкращий.',
  'exercise.solution': 'Розв’язок',
  'exercise.skip': 'Далі',
  mistakes: 'Повчитися на помилках',
  'mistakes.of': 'Розібрати помилки: {who}',
  'mistakes.title': 'Помилка {n} з {all}',
  'mistakes.task': '{move} Це коштувало {n} перемоги. Як було краще?',
  'mistakes.next': 'Наступна помилка',
  'mistakes.end': 'Готово',
  'mistakes.none': 'Жоден хід не коштував 2% перемоги. Чудова гра!',
  'mistakes.done': 'Розв’язано: {n} з {all}.',
  'mistakes.back': 'До розбору',
};
