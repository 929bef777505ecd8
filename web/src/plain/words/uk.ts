/* The plain face in Ukrainian. */
import type { Translation } from '../../words';
import type { en } from './en';

export const uk: Translation<typeof en> = {
  'plain.yours': 'Ваш хід: оберіть, що зробити',
  'plain.theirs': 'Ходить {name}',
  'plain.chance': 'Випадок: {move}',
  'plain.did': '{name}: {move}',
};
