/* What the page remembers in Ukrainian. */
import type { Translation } from '../../words';
import type { en } from './en';

export const uk: Translation<typeof en> = {
  history: 'Історія',
  'history.all': 'Усі ігри',
  'history.save': 'Зберегти у файл',
  'history.forget': 'Видалити партію',
  'history.forget.about': 'Партія, її повтор і здобуті в ній відзнаки зникнуть із цього пристрою.',
  'history.forget.all': 'Видалити історію',
  'history.forget.all.about':
    'Усі партії, повтори, статистика, серії та відзнаки зникнуть із цього пристрою. Мережеві партії залишаться у вашому профілі.',
  'history.gone': 'Повтор цієї партії не зберігся.',
  'stats.won': 'Виграно партій: {won} з {n}',
  'stats.last': 'Очки в останніх партіях ({n}); перемоги золотим',
  'stats.played': 'зіграно',
  'stats.best': 'найкращий рахунок',
  'stats.streak': 'перемог поспіль зараз',
  'stats.longest': 'найдовша серія',
  'stats.gain': 'найщасливіша мить',
  'store.full': 'На цьому пристрої немає місця: завершені партії більше не зберігаються. Грати можна й далі.',
  'store.refused': 'Цей браузер не дає зберігати партії: в історії їх не буде. Грати можна й далі.',
  'store.damaged': 'Частину вашої історії не вдалося прочитати. Її відкладено; нові партії зберігаються.',
  'ladder.up': 'Дві певні перемоги поспіль. Час кинути виклик: {name}, рівень {level}.',
  'ladder.down': 'Останнім часом не щастить. Для легшої гри є гарне товариство: {name}, рівень {level}.',
  'ladder.beaten': 'Переможено: до рівня {level} ({name})',
  'ladder.none': 'Ще нікого не переможено',
  daily: 'Караван дня',
  'daily.against': '{game}, за столом {one} і {two}: сьогодні роздача для всіх однакова',
  'daily.play': 'Грати сьогоднішню роздачу',
  'daily.share': 'Поділитися картинкою',
  'daily.streak': { one: '{n} день поспіль', few: '{n} дні поспіль', many: '{n} днів поспіль', other: '{n} дні поспіль' },
  'daily.result': {
    one: 'Місце {place} з {of}, {n} очко',
    few: 'Місце {place} з {of}, {n} очки',
    many: 'Місце {place} з {of}, {n} очок',
    other: 'Місце {place} з {of}, {n} очки',
  },
  'daily.better': 'Краще, ніж {better} з ваших інших днів ({n}).',
  'daily.won': 'перемога',
  'daily.played': 'зіграно',
  'daily.missed': 'не зіграно',
};
