// Documents speak in the smallest unit of their currency (JPY has no decimals, KWD three); the ledger in micro-units.
import { divide } from '../rates/index.ts';

const MICRO_DIGITS = 6;
const known = new Map<string, bigint>();

/** micro-units in the smallest unit of a currency */
export function minorUnit(currency: string): bigint {
  const found = known.get(currency);
  if (found !== undefined) return found;
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  const unit = 10n ** BigInt(MICRO_DIGITS - Math.min(digits ?? 2, MICRO_DIGITS));
  known.set(currency, unit);
  return unit;
}

/** never more than it was; what is cut off stays where it is */
export function cutToMinor(micros: bigint, currency: string): bigint {
  const unit = minorUnit(currency);
  const rest = ((micros % unit) + unit) % unit;
  return micros - rest;
}

/** to the nearest, halves away from zero */
export function roundToMinor(micros: bigint, currency: string): bigint {
  const unit = minorUnit(currency);
  const absolute = divide(micros < 0n ? -micros : micros, unit) * unit;
  return micros < 0n ? -absolute : absolute;
}
