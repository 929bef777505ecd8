/* The plain face in Russian. */
import type { Translation } from '../../words';
import type { en } from './en';

export const ru: Translation<typeof en> = {
  'plain.yours': 'Ваш ход: выберите, что сделать',
  'plain.theirs': 'Ходит {name}',
  'plain.chance': 'Случай: {move}',
  'plain.did': '{name}: {move}',
};
