/* Marrakech on the page. */
import { chapter, script, type Aim, type Chapter, type Game } from '../game';
import { face } from './face';
import type { PictureName, SignName } from './pictures';
import { effect, view, type MarrakechEffect, type MarrakechView } from './view';

export const game: Game<MarrakechView, MarrakechEffect> = {
  name: 'marrakech',
  view,
  effect,
  face,
  presets: [
    { name: 'hard', options: { bankrupt: 'out', cover_own: 'no', orient: 'before' } },
    { name: 'gentle', options: { bankrupt: 'stay', cover_own: 'yes', orient: 'before' } },
    { name: 'trap', options: { bankrupt: 'out', cover_own: 'no', orient: 'after' } },
  ],
  onlyWith: {},
  daily: { bankrupt: 'out', cover_own: 'no', orient: 'before' },
  minutes: '30',
  lesson: {
    players: 2,
    options: {},
    seed: 99,
    moves: script('1 W, 1 a2a3, 2 S, 2 a1a2, 1 E, 1 c4d4, 2 E, 2 f4f5, 1 E, 1 f2f3'),
    signs: {
      1: ['odds'],
      2: ['stitch'],
      4: ['dirham'],
      5: ['toll', 'half'],
      7: ['rolls'],
      9: ['loop'],
    } satisfies Record<number, SignName[]>,
  },
  aim: { you: 'seller', win: 'points', end: 'end', turn: 'turn' } satisfies Aim<PictureName>,
  signs: ['odds', 'toll', 'loop', 'stitch', 'half', 'dirham', 'rolls'] satisfies SignName[],
  chapters: [
    chapter('1', '1.4 1.5', 'loops'),
    chapter('2', '2.1 2.3'),
    chapter('3', '3.2'),
    chapter('4', '4.0 4.1 4.2 4.3 4.3.6 4.4', 'toll'),
    chapter('5', '5.1 5.3 5.5'),
    chapter('6', '6.2 6.3 6.4'),
  ] satisfies Chapter<PictureName>[],
  beside: { '4.1': 'turn', '4.2': 'die', '4.4': 'lay' } satisfies Record<string, PictureName>,
};
