// What is kept of an address and a device where a workspace wants less than came. Zod-free: the tracker writes by it, the server
// finds by it.
import { appendMac, type MacKey, macKey } from './siphash.ts';

/** `europe`: people in the EU, the EEA, the United Kingdom and Switzerland, and those of whom nobody knows where they are */
export interface PrivacyRule {
  scope: 'europe' | 'everyone';
  deviceIds: 'keep' | 'hash' | 'drop';
}

const EUROPE: ReadonlySet<string> = new Set(
  `AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE
IS LI NO GB CH`.split(/\s+/),
);

export const concerns = ({ scope }: PrivacyRule, country: string): boolean =>
  scope === 'everyone' || country === '' || EUROPE.has(country);

/** the network in place of the address: /24 of IPv4, /48 of IPv6 */
export function maskedAddress(text: string): string {
  if (text === '') return '';
  if (!text.includes(':')) return `${text.slice(0, text.lastIndexOf('.'))}.0`;
  const [head = '', tail] = text.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 3);
  const kept = groups.join(':').replace(/(:0)+$/, '');
  return kept === '0' ? '::' : `${kept}::`;
}

/** parameters of a click that name a device */
export const deviceParameters: readonly string[] = ['gaid', 'idfa', 'idfv', 'android_id'];

/** of one workspace: what it knows by its digests says nothing to another */
export function deviceKey(tenantId: string): MacKey {
  const hex = tenantId.replaceAll('-', '');
  return macKey(Uint8Array.from({ length: 16 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16) || 0));
}

const encoder = new TextEncoder();
/** tells two devices apart without naming either; "x" and 16 hexadecimal digits */
export function deviceDigest(key: MacKey, value: string): string {
  const text = encoder.encode(value.trim().toLowerCase());
  // the checksum reads whole blocks
  const data = new Uint8Array(text.length + 16);
  data.set(text);
  appendMac(key, data, text.length);
  return `x${Array.from(data.subarray(text.length, text.length + 8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
