// What filters of several lists say alike.
import { isId } from '../ids.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
/** a text that is no id names no record, and finds none */
export const idOr = (text: string): string => (isId(text) ? text : NOBODY);

/** no choice at all lets nothing through */
export const among = <Word extends string>(words: readonly Word[]): string[] => ['', ...words];

export const atSeconds = (seconds: number): Date => new Date(seconds * 1_000);

/** a campaign's or a person's number, where the text is one */
export const numberIn = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);
