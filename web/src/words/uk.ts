/* Українська. */
import type { Catalogue } from '../words';

export const uk: Catalogue = {
  // --- everywhere ---

  'language.name': 'Українська',

  // --- Ali Baba ---

  'game.alibaba': 'Ali Baba',

  // --- Marrakech ---

  'game.marrakech': 'Marrakech',

  // --- Master Labyrinth ---

  'game.labyrinth': 'Master Labyrinth',

  // --- the rules ---

  // --- first game ---
};
