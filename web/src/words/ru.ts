/* Русский. */
import type { Catalogue } from '../words';

export const ru: Catalogue = {
  // --- everywhere ---

  'language.name': 'Русский',

  // --- Ali Baba ---

  'game.alibaba': 'Ali Baba',

  // --- Marrakech ---

  'game.marrakech': 'Marrakech',

  // --- Master Labyrinth ---

  'game.labyrinth': 'Master Labyrinth',

  // --- the rules ---

  // --- first game ---
};
