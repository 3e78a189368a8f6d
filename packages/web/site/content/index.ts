// All texts by language, for the prerendering only: a page in the browser carries no dictionary, just the texts that
// its few live parts were given.
import { en, type Messages } from './en/index.ts';
import { es } from './es/index.ts';
import { hi } from './hi/index.ts';
import type { Lang } from './languages.ts';

export type { Messages } from './en/index.ts';
export const messages: Record<Lang, Messages> = { en, es, hi };

/** how numbers are written; English groups in thousands, as the price list does */
export const locales: Record<Lang, string> = { en: 'en-US', es: 'es-ES', hi: 'hi-IN' };
