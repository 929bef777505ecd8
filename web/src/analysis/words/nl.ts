/* Boards beside a game in Dutch. */
import type { Translation } from '../../words';
import type { en } from './en';

export const nl: Translation<typeof en> = {
  'study.back': 'Terug naar de partij',
  'study.values': 'Kansen van {who} na elke zet',
  'study.move': 'Zet',
  'study.all': 'Alle {n} zetten',
  'exercise.right': 'Ja! {move} is de beste zet.',
  'exercise.close': 'Goed! {move} kost maar {n} ten opzichte van de beste zet.',
  'exercise.wrong': '{move} kost {n}. Probeer een andere zet.',
  'exercise.best': 'De beste zet: {move}',
  'exercise.marked': 'Een van de gemarkeerde zetten op het bord is de beste.',
  'exercise.solution': 'Oplossing',
  'exercise.skip': 'Overslaan',
  mistakes: 'Leer van je fouten',
  'mistakes.of': 'Leer van de fouten van {who}',
  'mistakes.title': 'Fout {n} van {all}',
  'mistakes.task': '{move} Dat kostte {n} van een overwinning. Wat was beter?',
  'mistakes.next': 'Volgende fout',
  'mistakes.end': 'Klaar',
  'mistakes.none': 'Geen enkele zet kostte 2% van een overwinning of meer. Goed gespeeld!',
  'mistakes.done': 'Je hebt er {n} van de {all} opgelost.',
  'mistakes.back': 'Terug naar de terugblik',
};
