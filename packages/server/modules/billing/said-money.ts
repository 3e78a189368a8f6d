// Money as a mail or the bell says it, to a reader whose language is known.
import type { Language } from '../../words/sentences.ts';
import { minorDigits } from './paying/files/amount.ts';
import { amountIn } from './pdf/figures.ts';

export { dayIn } from './pdf/figures.ts';

/** "1,234.50 USD" */
export const moneyIn = (language: Language, micros: bigint, currency: string): string =>
  `${amountIn(language, micros, minorDigits(currency))} ${currency}`;
