// Money is a bigint of micro-units (10⁻⁶) with its currency beside it; on our wire a decimal string. No floats.

const DECIMAL = /^(-)?(\d{1,12})(?:\.(\d{1,6}))?$/;
const MICRO = 1_000_000n;

/** "12.5" → 12500000n; null where the text is no amount or has more than six decimals */
export function parseMoney(text: string): bigint | null {
  const match = DECIMAL.exec(text.trim());
  if (!match) return null;
  const whole = BigInt(match[2] ?? '0') * MICRO + BigInt((match[3] ?? '').padEnd(6, '0'));
  return match[1] ? -whole : whole;
}

/** 12500000n → "12.5"; never an exponent, never a trailing zero */
export function formatMoney(micros: bigint): string {
  const absolute = micros < 0n ? -micros : micros;
  const fraction = (absolute % MICRO).toString().padStart(6, '0').replace(/0+$/, '');
  return `${micros < 0n ? '-' : ''}${absolute / MICRO}${fraction ? `.${fraction}` : ''}`;
}

/** what one cost, where many were counted or taken back: to four places, as it may be an average */
export function unitPrice(amount: bigint, quantity: number): bigint {
  const step = 100n;
  const isNegative = amount < 0n !== quantity < 0;
  const count = BigInt(Math.abs(quantity)) * step;
  const price = (((amount < 0n ? -amount : amount) + count / 2n) / count) * step;
  return isNegative ? -price : price;
}
