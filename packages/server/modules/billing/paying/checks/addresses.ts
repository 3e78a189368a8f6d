// Where money may go: each kind of address carries its own check, so that a slip of the finger is told before a bank tells it.
import { createHash } from 'node:crypto';
import { isCountryCode } from '@tributary/contract/countries';
import { keccak256 } from './keccak.ts';

/** as it is written in a file: without blanks, in capitals */
export const plainIban = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

/** lengths of the registry's countries that SEPA reaches, and of others with many publishers; elsewhere 15 to 34 */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BR: 29,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MT: 31,
  NL: 18,
  NO: 15,
  PK: 24,
  PL: 28,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  SA: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  XK: 20,
};

/** undefined where the registry's country is none of these */
export const ibanLength = (iban: string): number | undefined => IBAN_LENGTHS[iban.slice(0, 2)];

/** mod 97 over the text with its first four characters last, letters as 10 to 35 */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const length = ibanLength(text);
  if (length !== undefined && text.length !== length) return false;
  const turned = text.slice(4) + text.slice(0, 4);
  let rest = 0;
  for (const character of turned) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** four letters of the bank, its country, two of the place, three of the branch or none */
export const isBic = (text: string): boolean =>
  /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text) && isCountryCode(text.slice(4, 6).toLowerCase());

/** name@bank */
export const isVpa = (text: string): boolean =>
  /^[a-zA-Z0-9][a-zA-Z0-9.-]{1,254}@[a-zA-Z][a-zA-Z0-9]{1,63}$/.test(text);

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** the bytes of a text in base58 whose last four check the others; null where they do not */
export function base58check(text: string): Buffer | null {
  if (text.length === 0 || text.length > 64) return null;
  let number = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return null;
    number = number * 58n + BigInt(digit);
  }
  const hex = number.toString(16);
  const leading = /^1*/.exec(text)?.[0].length ?? 0;
  const bytes = Buffer.concat([
    Buffer.alloc(leading),
    number === 0n ? Buffer.alloc(0) : Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'),
  ]);
  if (bytes.length < 5) return null;
  const body = bytes.subarray(0, -4);
  const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();
  return sha256(sha256(body)).subarray(0, 4).equals(bytes.subarray(-4)) ? body : null;
}

const TRON = 0x41;
export function isTronAddress(text: string): boolean {
  const body = base58check(text);
  return body?.length === 21 && body[0] === TRON;
}

/** EIP-55: which letters are capitals says whether the rest is right; one without any says nothing, and is refused */
export function isEthereumAddress(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false;
  const plain = text.slice(2).toLowerCase();
  const hash = keccak256(Buffer.from(plain, 'ascii')).toString('hex');
  const checked = [...plain].map((one, at) => (Number.parseInt(hash[at] ?? '0', 16) >= 8 ? one.toUpperCase() : one));
  return text.slice(2) === checked.join('');
}

export const isPayPalEmail = (text: string): boolean =>
  text.length <= 127 && /^[a-zA-Z0-9_][^\s@,;"<>()]{0,63}@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$/.test(text);
