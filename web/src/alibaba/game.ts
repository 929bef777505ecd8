/* Ali Baba on the page. */
import { chapter, script, type Aim, type Chapter, type Game } from '../game';
import { face } from './face';
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
  lesson: {
    players: 2,
    options: {},
    seed: 53,
    moves: script('1 4b1, 1 green:4b2, 2 4a1, 2 ban:sword, 1 3a1, 2 3c1, 1 3c3, 2 show:diamond.brown, 1 pick:2, 2 2d1'),
    signs: { 1: ['tile'], 3: ['screen'], 5: ['seal'], 6: ['coin'], 7: ['set'] } satisfies Record<number, SignName[]>,
  },
  aim: { you: 'thief', win: 'sets', end: 'end', turn: 'free' } satisfies Aim<PictureName>,
  signs: ['tile', 'pink', 'blue', 'brown', 'green', 'yellow', 'white', 'set', 'screen', 'coin', 'seal'] satisfies SignName[],
  chapters: [
    chapter('1', '1.1', 'magic'),
    chapter('2', '2.4 2.7 2.8', 'cave'),
    chapter('3', '3.2 3.4 3.5 3.6'),
    chapter('4', '4.1 4.2 4.3 4.3.1 4.3.2 4.3.3 4.3.4 4.3.5 4.3.6 4.4 4.5', 'free'),
    chapter('5', '5.1 5.2 5.6 5.8', 'sets'),
    chapter('8', '8.1'),
  ] satisfies Chapter<PictureName>[],
  beside: { '4.3.6': 'ban' } satisfies Record<string, PictureName>,
};
