/* A game without a folder of its own: everything about it comes from the table. */
import { dictionary, either, isObject, number, object, text } from '../check';
import type { Game } from '../game';
import type { GameName, View } from '../protocol';
import { plainFace } from './face';

const view = object({ game: text, players: number, options: dictionary(either(text, number)), phase: text, player: number });

export function plainGame(name: GameName): Game {
  return {
    name,
    view: (x): x is View => view(x) && x.game === name,
    effect: isObject,
    face: plainFace(name),
    presets: [],
    onlyWith: {},
    daily: {},
    minutes: '',
    feats: [],
    lesson: null,
    aim: null,
    signs: [],
    rulebook: null,
  };
}
