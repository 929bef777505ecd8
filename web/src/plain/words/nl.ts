/* The plain face in Dutch. */
import type { Translation } from '../../words';
import type { en } from './en';

export const nl: Translation<typeof en> = {
  'plain.yours': 'Jij bent aan zet: kies een zet',
  'plain.theirs': '{name} is aan zet',
  'plain.chance': 'Toeval: {move}',
  'plain.did': '{name}: {move}',
};
