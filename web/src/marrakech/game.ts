/* Marrakech on the page. */
import { script, type Aim, type Game, type Rulebook } from '../game';
import { face } from './face';
import { feats } from './feats';
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
  feats,
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
  signs: ['die', 'odds', 'toll', 'loop', 'stitch', 'carpet', 'half', 'dirham', 'rolls'] satisfies SignName[],
  rulebook: {
    setup: [{ rule: '1.4', picture: 'market' }, { rule: '2.1' }, { rule: '2.3' }, { rule: '4.0' }],
    turn: [
      { rule: '4.1', step: true, picture: 'turn' },
      { rule: '4.2', step: true, picture: 'die' },
      { rule: '1.5', picture: 'loops' },
      { rule: '4.3', step: true, picture: 'toll' },
      { rule: '4.3.6' },
      { rule: '4.4', step: true, picture: 'lay' },
      { rule: '3.2' },
    ],
    end: [{ rule: '5.1', picture: 'end' }, { rule: '5.3', picture: 'points' }, { rule: '5.5' }],
    variants: [{ rule: '6.2' }, { rule: '6.3' }, { rule: '6.4' }],
  } satisfies Rulebook<PictureName, SignName>,
};
