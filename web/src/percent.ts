/* Shares of a win in the language of the page. */
import { language } from './words';

type Sign = 'auto' | 'exceptZero';

export const percent = (share: number, whole: number, digits = 0, signDisplay: Sign = 'auto'): string =>
  new Intl.NumberFormat(language.value, {
    style: 'percent',
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
    signDisplay,
  }).format(share / whole);

/* What was gained or lost. */
export const change = (share: number, whole: number, digits = 0): string =>
  percent(share, whole, digits, 'exceptZero').replace('-', '−');
