/* The puzzles in Ukrainian. */
import type { Translation } from '../../words';
import type { en } from './en';

export const uk: Translation<typeof en> = {
  puzzles: 'Задачі',
  'puzzles.today': 'Задача дня',
  'puzzles.today.of': 'Задача дня: {game}',
  'puzzles.today.done': 'Задачу дня пройдено',
  'puzzles.solve': 'Розв’язати',
  'puzzles.won': 'розв’язано',
  'puzzles.tried': 'не розв’язано',
  'puzzles.won.today': 'Розв’язано',
  'puzzles.tried.today': 'Глянути ще раз',
  'puzzles.start': 'Почати',
  'puzzles.on': 'Продовжити',
  'puzzles.next': 'Наступна задача',
  'puzzles.more': 'Ще задачі',
  'puzzles.count': { one: '{n} задача', few: '{n} задачі', many: '{n} задач', other: '{n} задачі' },
  'puzzles.rating': 'Ваш рейтинг',
  'puzzles.rating.so': 'Рейтинг {n} ± {more}',
  'puzzles.rated': 'задача: {n}',
  'puzzles.known': 'Ця задача вам уже траплялася, рейтинг не змінюється.',
  'puzzles.practice': 'Тренування: рейтинг не змінюється.',
  'puzzles.returns': 'Вона повернеться {day}.',
  'puzzles.back': {
    one: 'Повернулася {n} нерозв’язана задача',
    few: 'Повернулися {n} нерозв’язані задачі',
    many: 'Повернулося {n} нерозв’язаних задач',
    other: 'Повернулися {n} нерозв’язані задачі',
  },
  'puzzles.themes': 'Теми',
  'puzzles.title': '{theme} · гравців: {n}',
  'puzzles.any': 'Задача',
  'puzzles.task': 'Знайдіть найкращий хід.',
  'puzzles.exact': 'Доведено: прораховано до кінця гри.',
  'puzzles.searches': {
    one: 'Доведено {n} довгим перебором.',
    few: 'Доведено {n} довгими переборами.',
    many: 'Доведено {n} довгими переборами.',
    other: 'Доведено {n} довгими переборами.',
  },
  'puzzles.none': 'Ви спробували їх усі. Нерозв’язані повернуться за день.',
  'puzzles.failed': 'Не вдалося завантажити задачі. Перевірте з’єднання.',
  'puzzles.retry': 'Спробувати ще раз',
  'puzzles.about':
    'Зараховується перший хід; підказка чи показ розв’язку вважається промахом. Нерозв’язані задачі повертаються за день, потім за три дні й за тиждень.',
};
