/* What the views of all games have, for the check of each: `object({ ...everyView('chess'), … })`. */
import { number, text, word } from './check';

export const everyView = <Name extends string>(name: Name) => ({ game: word(name), players: number, phase: text, player: number });
