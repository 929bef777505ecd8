/* What the page remembers in Russian. */
import type { Translation } from '../../words';
import type { en } from './en';

export const ru: Translation<typeof en> = {
  history: 'История',
  'history.all': 'Все игры',
  'history.save': 'Сохранить в файл',
  'history.forget': 'Удалить партию',
  'history.forget.about': 'Партия, её повтор и полученные в ней знаки исчезнут с этого устройства.',
  'history.forget.all': 'Удалить историю',
  'history.forget.all.about':
    'Все партии, повторы, статистика, серии и знаки исчезнут с этого устройства. Сетевые партии останутся в вашем профиле.',
  'history.gone': 'Повтор этой партии не сохранился.',
  'stats.won': 'Выиграно партий: {won} из {n}',
  'stats.last': 'Очки в последних партиях ({n}); победы золотым',
  'stats.played': 'сыграно',
  'stats.best': 'лучший счёт',
  'stats.streak': 'побед подряд сейчас',
  'stats.longest': 'самая длинная серия',
  'stats.gain': 'самый удачный миг',
  'store.full': 'На этом устройстве нет места: завершённые партии больше не сохраняются. Играть можно дальше.',
  'store.refused': 'Этот браузер не даёт сохранять партии: в истории их не будет. Играть можно дальше.',
  'store.damaged': 'Часть вашей истории не читается. Она отложена; новые партии сохраняются.',
  'ladder.up': 'Две уверенные победы подряд. Время бросить вызов: {name}, уровень {level}.',
  'ladder.down': 'В последнее время не везёт. Для игры полегче есть хорошая компания: {name}, уровень {level}.',
  'ladder.beaten': 'Побеждены: до уровня {level} ({name})',
  'ladder.none': 'Пока никто не побеждён',
  daily: 'Караван дня',
  'daily.against': '{game}, за столом {one} и {two}: сегодня раздача у всех одна',
  'daily.play': 'Играть сегодняшнюю раздачу',
  'daily.share': 'Поделиться картинкой',
  'daily.streak': { one: '{n} день подряд', few: '{n} дня подряд', many: '{n} дней подряд', other: '{n} дня подряд' },
  'daily.result': {
    one: 'Место {place} из {of}, {n} очко',
    few: 'Место {place} из {of}, {n} очка',
    many: 'Место {place} из {of}, {n} очков',
    other: 'Место {place} из {of}, {n} очка',
  },
  'daily.better': 'Лучше, чем {better} из ваших других дней ({n}).',
  'daily.won': 'победа',
  'daily.played': 'сыграно',
  'daily.missed': 'не сыграно',
};
