/* The plain face in English. */
export const en = {
  'plain.yours': 'Your turn: choose a move',
  'plain.theirs': '{name} is to move',
  'plain.chance': 'Chance: {move}',
  'plain.did': '{name}: {move}',
};
