/* Master Labyrinth on the page. */
import { script, type Aim, type Game, type Rulebook } from '../game';
import { face } from './face';
import { feats } from './feats';
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
  feats,
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
  signs: ['next', 'token', 'star', 'arrow', 'barred', 'fixed', 'wand', 'points'] satisfies SignName[],
  rulebook: {
    setup: [
      { rule: '1.4', picture: 'maze' },
      { rule: '1.3' },
      { rule: '1.7' },
      { rule: '2.1', picture: 'wizards' },
      { rule: '2.3' },
      { rule: '2.4', picture: 'formula' },
    ],
    turn: [
      { rule: '3.1', step: true, picture: 'shift' },
      { rule: '3.1.5' },
      { rule: '3.2', step: true, picture: 'walk' },
      { rule: '3.3', step: true, picture: 'tokens' },
      { rule: '3.4', step: true, picture: 'wand' },
    ],
    end: [{ rule: '4.1', picture: 'last' }, { rule: '4.3' }, { rule: '4.6' }],
    variants: [{ rule: '5.2' }, { rule: '5.3' }, { rule: '3.5', picture: 'deal' }, { rule: '5.5' }],
  } satisfies Rulebook<PictureName, SignName>,
};
