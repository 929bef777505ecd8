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
};
