/* Nederlands. */
import type { Catalogue } from '../words';

export const nl: Catalogue = {
  // --- everywhere ---

  'language.name': 'Nederlands',

  // --- Ali Baba ---

  'game.alibaba': 'Ali Baba',

  // --- Marrakech ---

  'game.marrakech': 'Marrakech',

  // --- Master Labyrinth ---

  'game.labyrinth': 'Master Labyrinth',

  // --- the rules ---

  // --- first game ---
};
