/* English. One catalogue for each language; the keys are the same in all, and a test sees to it.
 * A text may name parameters in braces; a text that counts is an object by plural category. */
export const en = {
  // --- everywhere ---

  'language.name': 'English',

  // --- Ali Baba ---

  'game.alibaba': 'Ali Baba',

  // --- Marrakech ---

  'game.marrakech': 'Marrakech',

  // --- Master Labyrinth ---

  'game.labyrinth': 'Master Labyrinth',

  // --- the rules ---

  // --- first game ---
};
