/* The puzzles in Dutch. */
import type { Translation } from '../../words';
import type { en } from './en';

export const nl: Translation<typeof en> = {
  puzzles: 'Puzzels',
  'puzzles.today': 'Puzzel van de dag',
  'puzzles.today.of': 'Puzzel van de dag: {game}',
  'puzzles.today.done': 'Puzzel van vandaag gedaan',
  'puzzles.solve': 'Oplossen',
  'puzzles.won': 'opgelost',
  'puzzles.tried': 'gemist',
  'puzzles.won.today': 'Opgelost',
  'puzzles.tried.today': 'Nog eens bekijken',
  'puzzles.start': 'Begin',
  'puzzles.on': 'Verder',
  'puzzles.next': 'Volgende puzzel',
  'puzzles.more': 'Meer puzzels',
  'puzzles.count': { one: '{n} puzzel', other: '{n} puzzels' },
  'puzzles.rating': 'Je rating',
  'puzzles.rating.so': 'Rating {n} ± {more}',
  'puzzles.rated': 'puzzel: {n}',
  'puzzles.known': 'Deze kende je al: je rating blijft gelijk.',
  'puzzles.practice': 'Oefening: je rating blijft gelijk.',
  'puzzles.returns': 'Hij komt terug op {day}.',
  'puzzles.back': { one: '{n} gemiste puzzel is terug', other: '{n} gemiste puzzels zijn terug' },
  'puzzles.themes': 'Thema’s',
  'puzzles.title': '{theme} · {n} spelers',
  'puzzles.any': 'Puzzel',
  'puzzles.task': 'Zoek de beste zet.',
  'puzzles.exact': 'Bewezen: tot het einde van de partij uitgerekend.',
  'puzzles.searches': { one: 'Bewezen met {n} lange berekening.', other: 'Bewezen met {n} lange berekeningen.' },
  'puzzles.none': 'Deze heb je allemaal geprobeerd. Wat je miste, komt na een dag terug.',
  'puzzles.failed': 'De puzzels konden niet worden geladen. Controleer je verbinding.',
  'puzzles.retry': 'Opnieuw proberen',
  'puzzles.about':
    'Je eerste zet beslist; een hint of de oplossing telt als gemist. Wat je miste, komt terug na een dag, dan na drie dagen en dan na een week.',
};
