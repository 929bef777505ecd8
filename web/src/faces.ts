/* The faces of the three games, in the order they stand on the shelf. */
import type { Face } from './face';
import type { GameName } from './protocol';
import { face as alibaba } from './alibaba/face';
import { face as labyrinth } from './labyrinth/face';
import { face as marrakech } from './marrakech/face';

/* Each face draws the view of its own game, and is only ever given that: this is where the types forget it. */
const all = { alibaba, marrakech, labyrinth };

export const faces = all as unknown as Record<GameName, Face>;
export const GAMES = Object.keys(all) as GameName[];
