/* Ali Baba on the page. */
import { script, type Aim, type Game, type Rulebook } from '../game';
import { face } from './face';
import { feats } from './feats';
import type { PictureName, SignName } from './pictures';
import { effect, view, type AlibabaEffect, type AlibabaView } from './view';

export const game: Game<AlibabaView, AlibabaEffect> = {
  name: 'alibaba',
  view,
  effect,
  face,
  presets: [
    { name: 'lively', options: { effects: 'must', ending: 'round', screens: 'closed' } },
    { name: 'choice', options: { effects: 'may', ending: 'extra', screens: 'closed' } },
    { name: 'open', options: { effects: 'must', ending: 'round', screens: 'open' } },
  ],
  onlyWith: { remove: { variant: ['equal', 'small'] } },
  daily: { effects: 'must', ending: 'round', screens: 'closed' },
  minutes: '30',
  feats,
  lesson: {
    players: 2,
    options: {},
    seed: 53,
    moves: script('1 4b1, 1 green:4b2, 2 4a1, 2 ban:sword, 1 3a1, 2 3c1, 1 3c3, 2 show:diamond.brown, 1 pick:2, 2 2d1'),
    signs: { 1: ['tile'], 3: ['screen'], 5: ['seal'], 6: ['coin'], 7: ['set'] } satisfies Record<number, SignName[]>,
  },
  aim: { you: 'thief', win: 'sets', end: 'end', turn: 'free' } satisfies Aim<PictureName>,
  signs: ['tile', 'pink', 'blue', 'brown', 'green', 'yellow', 'white', 'set', 'screen', 'coin', 'seal'] satisfies SignName[],
  rulebook: {
    setup: [
      { rule: '1.1', picture: 'magic' },
      { rule: '2.4', picture: 'cave' },
      { rule: '2.7' },
      { rule: '2.8' },
      { rule: '8.1', picture: 'thief' },
    ],
    turn: [
      { rule: '4.1', step: true },
      { rule: '4.2', step: true, picture: 'free' },
      { rule: '4.3', step: true },
      { rule: '4.3.1', sign: 'pink' },
      { rule: '4.3.2', sign: 'blue' },
      { rule: '4.3.3', sign: 'brown' },
      { rule: '4.3.4', sign: 'green' },
      { rule: '4.3.5', sign: 'yellow' },
      { rule: '4.3.6', sign: 'white', picture: 'ban' },
      { rule: '4.4' },
    ],
    end: [{ rule: '5.1' }, { rule: '5.2', picture: 'end' }, { rule: '5.6', picture: 'sets' }, { rule: '5.8' }],
    variants: [{ rule: '3.2' }, { rule: '4.5', picture: 'lamp' }, { rule: '3.4' }, { rule: '3.5' }, { rule: '3.6' }],
  } satisfies Rulebook<PictureName, SignName>,
};
