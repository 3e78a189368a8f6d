// Amounts as files have them: in the currency's minor units. What does not fit into them was not to be paid in the first place.

const DIGITS = new Map<string, number>();

/** 2 of EUR, 0 of JPY, 3 of KWD; USDT is counted in millionths */
export function minorDigits(currency: string): number {
  const known = DIGITS.get(currency);
  if (known !== undefined) return known;
  const digits =
    currency === 'USDT'
      ? 6
      : (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2);
  DIGITS.set(currency, digits);
  return digits;
}

/** cut, never rounded up: the rest stays on the account */
export const cutToMinor = (micros: bigint, currency: string): bigint => micros - (micros % unit(currency));
const unit = (currency: string): bigint => 10n ** BigInt(6 - Math.min(6, minorDigits(currency)));

/** 12500000n EUR → "12.50" */
export function minorText(micros: bigint, currency: string): string {
  if (micros < 0n || micros % unit(currency) !== 0n) throw new Error(`${micros} is no amount in ${currency}`);
  const digits = minorDigits(currency);
  const fraction = (micros % 1_000_000n).toString().padStart(6, '0').slice(0, digits);
  return `${micros / 1_000_000n}${digits > 0 ? `.${fraction}` : ''}`;
}
