/* The puzzles in Russian. */
import type { Translation } from '../../words';
import type { en } from './en';

export const ru: Translation<typeof en> = {
  puzzles: 'Задачи',
  'puzzles.today': 'Задача дня',
  'puzzles.today.of': 'Задача дня: {game}',
  'puzzles.today.done': 'Задача дня пройдена',
  'puzzles.solve': 'Решать',
  'puzzles.won': 'решена',
  'puzzles.tried': 'не решена',
  'puzzles.won.today': 'Решена',
  'puzzles.tried.today': 'Посмотреть ещё раз',
  'puzzles.start': 'Начать',
  'puzzles.on': 'Продолжить',
  'puzzles.next': 'Следующая задача',
  'puzzles.more': 'Ещё задачи',
  'puzzles.count': { one: '{n} задача', few: '{n} задачи', many: '{n} задач', other: '{n} задачи' },
  'puzzles.rating': 'Ваш рейтинг',
  'puzzles.rating.so': 'Рейтинг {n} ± {more}',
  'puzzles.rated': 'задача: {n}',
  'puzzles.known': 'Эта задача вам уже встречалась, рейтинг не меняется.',
  'puzzles.practice': 'Тренировка: рейтинг не меняется.',
  'puzzles.returns': 'Она вернётся {day}.',
  'puzzles.back': {
    one: 'Вернулась {n} нерешённая задача',
    few: 'Вернулись {n} нерешённые задачи',
    many: 'Вернулись {n} нерешённых задач',
    other: 'Вернулись {n} нерешённые задачи',
  },
  'puzzles.themes': 'Темы',
  'puzzles.title': '{theme} · игроков: {n}',
  'puzzles.any': 'Задача',
  'puzzles.task': 'Найдите лучший ход.',
  'puzzles.exact': 'Доказано: просчитано до конца партии.',
  'puzzles.searches': {
    one: 'Доказано {n} долгим перебором.',
    few: 'Доказано {n} долгими переборами.',
    many: 'Доказано {n} долгими переборами.',
    other: 'Доказано {n} долгими переборами.',
  },
  'puzzles.none': 'Вы попробовали их все. Нерешённые вернутся через день.',
  'puzzles.failed': 'Не удалось загрузить задачи. Проверьте соединение.',
  'puzzles.retry': 'Повторить',
  'puzzles.about':
    'Засчитывается первый ход; подсказка или показ решения считается промахом. Нерешённые задачи возвращаются через день, потом через три дня и через неделю.',
};
