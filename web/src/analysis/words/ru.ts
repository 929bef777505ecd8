/* Boards beside a game in Russian. */
import type { Translation } from '../../words';
import type { en } from './en';

export const ru: Translation<typeof en> = {
  'study.back': 'Назад к партии',
  'study.values': 'Шансы после каждого хода, {who}',
  'study.move': 'Ход',
  'study.all': 'Все ходы ({n})',
  'exercise.right': 'Да! {move} — лучший ход.',
  'exercise.close': 'Хорошо! {move} уступает лучшему ходу всего {n}.',
  'exercise.wrong': '{move} — потеря {n}. Попробуйте другой ход.',
  'exercise.best': 'Лучший ход: {move}',
  'exercise.marked': 'Один из отмеченных на поле ходов — лучший.',
  'exercise.solution': 'Решение',
  'exercise.skip': 'Дальше',
  mistakes: 'Поучиться на ошибках',
  'mistakes.of': 'Разобрать ошибки: {who}',
  'mistakes.title': 'Ошибка {n} из {all}',
  'mistakes.task': '{move} Это стоило {n} победы. Как было лучше?',
  'mistakes.next': 'Следующая ошибка',
  'mistakes.end': 'Готово',
  'mistakes.none': 'Ни один ход не стоил 2% победы. Отличная игра!',
  'mistakes.done': 'Решено: {n} из {all}.',
  'mistakes.back': 'К разбору',
};
