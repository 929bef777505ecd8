/* What the page remembers in Dutch. */
import type { Translation } from '../../words';
import type { en } from './en';

export const nl: Translation<typeof en> = {
  history: 'Geschiedenis',
  'history.all': 'Alle spellen',
  'history.save': 'Opslaan als bestand',
  'history.forget': 'Partij verwijderen',
  'history.forget.about': 'De partij, de herhaling en de insignes die je ermee verdiende verdwijnen van dit apparaat.',
  'history.forget.all': 'Geschiedenis wissen',
  'history.forget.all.about':
    'Alle partijen, herhalingen, statistieken, reeksen en insignes verdwijnen van dit apparaat. Online partijen blijven in je account.',
  'history.gone': 'De herhaling van deze partij is niet bewaard.',
  'stats.won': '{won} van {n} partijen gewonnen',
  'stats.last': 'Punten in de laatste {n} partijen; gewonnen in goud',
  'stats.played': 'gespeeld',
  'stats.best': 'beste score',
  'stats.streak': 'nu op rij gewonnen',
  'stats.longest': 'langste reeks',
  'stats.gain': 'gelukkigste moment',
  'store.full': 'Er is geen ruimte meer op dit apparaat: afgelopen partijen worden niet meer bewaard. Je kunt gewoon doorspelen.',
  'store.refused': 'Deze browser laat ons geen partijen bewaren: ze komen niet in je geschiedenis. Je kunt gewoon doorspelen.',
  'store.damaged': 'Een deel van je geschiedenis is onleesbaar. Dat is apart gezet; nieuwe partijen worden bewaard.',
  'ladder.up': 'Twee duidelijke overwinningen op rij. {name}, niveau {level}, kan je aan.',
  'ladder.down': 'Het zat even niet mee. {name}, niveau {level}, is prettig gezelschap voor een lichter potje.',
  'ladder.beaten': 'Tot nu toe verslagen: t/m {name}, niveau {level}',
  'ladder.none': 'Nog geen reiziger verslagen',
  daily: 'Karavaan van de dag',
  'daily.against': '{game} met {one} en {two}: vandaag voor iedereen dezelfde partij',
  'daily.play': 'Partij van vandaag spelen',
  'daily.share': 'Plaatje delen',
  'daily.streak': { one: '{n} dag op rij', other: '{n} dagen op rij' },
  'daily.result': { one: 'Plaats {place} van {of}, {n} punt', other: 'Plaats {place} van {of}, {n} punten' },
  'daily.better': 'Beter dan {better} van je {n} andere dagen.',
  'daily.won': 'gewonnen',
  'daily.played': 'gespeeld',
  'daily.missed': 'niet gespeeld',
};
