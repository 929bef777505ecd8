/* Master Labyrinth on the page. */
import { chapter, script, type Aim, type Chapter, type Game } from '../game';
import { face } from './face';
import type { PictureName, SignName } from './pictures';
import { effect, view, type LabyrinthEffect, type LabyrinthView } from './view';

export const game: Game<LabyrinthView, LabyrinthEffect> = {
  name: 'labyrinth',
  view,
  effect,
  face,
  presets: [
    { name: 'hunt', options: { tiles: 'crazy', start: 'corners', deals: 'off', limit: 0 } },
    { name: 'deals', options: { tiles: 'crazy', start: 'corners', deals: 'wands', limit: 0 } },
    { name: 'close', options: { tiles: 'master', start: 'inner', deals: 'off', limit: 0 } },
    { name: 'quick', options: { tiles: 'crazy', start: 'inner', deals: 'off', limit: 60 } },
  ],
  onlyWith: {},
  daily: { tiles: 'crazy', start: 'inner', deals: 'off', limit: 60 },
  minutes: '45',
  lesson: {
    players: 2,
    options: { deals: 'off' },
    seed: 61,
    moves: script('1 Nd.NE, 1 b4, 1 take, 1 end, 2 Sf.ESW, 2 d1, 2 end, 1 Sd.NE, 1 d6, 1 take'),
    signs: {
      1: ['arrow', 'fixed'],
      2: ['next'],
      4: ['wand'],
      5: ['barred'],
      8: ['star', 'points'],
    } satisfies Record<number, SignName[]>,
  },
  aim: { you: 'wizards', win: 'formula', end: 'last', turn: 'shift' } satisfies Aim<PictureName>,
  signs: ['next', 'star', 'arrow', 'barred', 'fixed', 'wand', 'points'] satisfies SignName[],
  chapters: [
    chapter('1', '1.3 1.4 1.7', 'maze'),
    chapter('2', '2.1 2.3 2.4'),
    chapter('3', '3.1 3.1.5 3.2 3.3 3.4 3.5', 'shift'),
    chapter('4', '4.1 4.3 4.6', 'formula'),
    chapter('5', '5.2 5.3 5.4 5.5'),
  ] satisfies Chapter<PictureName>[],
  beside: { '3.2': 'walk', '3.3': 'tokens' } satisfies Record<string, PictureName>,
};
