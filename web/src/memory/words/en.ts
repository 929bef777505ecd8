/* What the page remembers in English. */
export const en = {
  history: 'History',
  'history.all': 'All games',
  'history.save': 'Save to file',
  'history.forget': 'Delete game',
  'history.forget.about': 'The game, its replay and any badges earned in it disappear from this device.',
  'history.forget.all': 'Delete history',
  'history.forget.all.about':
    'All games, replays, statistics, streaks and badges disappear from this device. Online games stay in your account.',
  'history.gone': 'The replay of this game wasn’t kept.',
  'stats.won': '{won} of {n} games won',
  'stats.last': 'Points in the last {n} games; wins in gold',
  'stats.played': 'played',
  'stats.best': 'best score',
  'stats.streak': 'wins in a row now',
  'stats.longest': 'longest streak',
  'stats.gain': 'luckiest moment',
  'store.full': 'There’s no room left on this device: finished games are no longer kept. You can play on.',
  'store.refused': 'This browser doesn’t let us keep games: this one won’t be in your history. You can play on.',
  'store.damaged': 'Some of your history can’t be read. It was set aside; new games are kept.',
};
