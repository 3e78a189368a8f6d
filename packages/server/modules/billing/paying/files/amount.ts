// Amounts as files have them: in the currency's minor units. What does not fit into them was not to be paid in the first place.
import { minorUnit } from '../../minor-units.ts';

/** 2 of EUR, 0 of JPY, 3 of KWD */
export const minorDigits = (currency: string): number => 7 - minorUnit(currency).toString().length;

/** 12500000n EUR → "12.50" */
export function minorText(micros: bigint, currency: string): string {
  if (micros < 0n || micros % minorUnit(currency) !== 0n) throw new Error(`${micros} is no amount in ${currency}`);
  const digits = minorDigits(currency);
  const fraction = (micros % 1_000_000n).toString().padStart(6, '0').slice(0, digits);
  return `${micros / 1_000_000n}${digits > 0 ? `.${fraction}` : ''}`;
}
