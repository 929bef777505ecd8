/* The members of every game's view, for its validator: `object({ ...everyView('chess'), … })`. */
import { number, text, word } from './check';

export const viewFields = <Name extends string>(name: Name) => ({ game: word(name), players: number, phase: text, player: number });
