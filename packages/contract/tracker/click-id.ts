// Click and impression ids. An id says by itself when, for which tenant, offer and publisher it was minted, so that a
// forged one dies at once and a conversion can be attributed before its click's row has arrived.
//
//   4 bits   kind (1 click, 2 impression)         ┐ the 48 bits of time: the top four are free until the year 2527
//   44 bits  milliseconds since 1970              ┘
//   3 × 32   tenant, offer and publisher numbers
//   32 bits  random, never the same twice within one millisecond of one tracker
//   64 bits  SipHash-2-4 of all of the above under the installation's key
//
// = 30 bytes = 40 characters. The alphabet is URL-safe and in ASCII order, so ids sort by time as text; the kind keeps
// the first character a digit (a leading "-" would read as a formula in a spreadsheet).
import { appendMac, type MacKey } from './siphash.ts';

export type IdKind = 'click' | 'impression';

export interface ClickIdFields {
  kind: IdKind;
  timeMs: number;
  /** int32 numbers, as in the snapshot */
  tenant: number;
  offer: number;
  publisher: number;
  /** unsigned 32 bits */
  random: number;
}

export const CLICK_ID_LENGTH = 40;

const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const PAIRS = Array.from({ length: 4096 }, (_, at) => `${ALPHABET[at >>> 6]}${ALPHABET[at & 63]}`);
const VALUES = new Int8Array(128).fill(-1);
for (let at = 0; at < 64; at++) VALUES[ALPHABET.charCodeAt(at)] = at;

const BODY_BYTES = 22;
const ID_BYTES = 30;
const KINDS: Record<IdKind, number> = { click: 1, impression: 2 };
const KIND_UNIT = 0x1000; // one in the top four bits of the first sixteen

const bytes = new Uint8Array(ID_BYTES);
const view = new DataView(bytes.buffer);

function writeBody(fields: ClickIdFields): void {
  view.setUint16(0, KINDS[fields.kind] * KIND_UNIT + Math.floor(fields.timeMs / 0x1_0000_0000));
  view.setUint32(2, fields.timeMs % 0x1_0000_0000);
  view.setInt32(6, fields.tenant);
  view.setInt32(10, fields.offer);
  view.setInt32(14, fields.publisher);
  view.setUint32(18, fields.random);
}

export function encodeClickId(fields: ClickIdFields, key: MacKey): string {
  writeBody(fields);
  appendMac(key, bytes, BODY_BYTES);
  let id = '';
  for (let at = 0; at < ID_BYTES; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    id += (PAIRS[group >>> 12] ?? '') + (PAIRS[group & 4095] ?? '');
  }
  return id;
}

function readText(id: string, into: Uint8Array): boolean {
  for (let at = 0; at < CLICK_ID_LENGTH; at += 4) {
    let group = 0;
    for (let step = 0; step < 4; step++) {
      const code = id.charCodeAt(at + step);
      const value = code < 128 ? (VALUES[code] ?? -1) : -1;
      if (value < 0) return false;
      group = (group << 6) | value;
    }
    const start = (at / 4) * 3;
    into[start] = group >>> 16;
    into[start + 1] = group >>> 8;
    into[start + 2] = group;
  }
  return true;
}

/** null for anything this installation did not mint: wrong length, alphabet, kind or checksum */
export function decodeClickId(id: string, key: MacKey): ClickIdFields | null {
  if (id.length !== CLICK_ID_LENGTH) return null;
  const given = new Uint8Array(ID_BYTES);
  if (!readText(id, given)) return null;
  bytes.set(given);
  appendMac(key, bytes, BODY_BYTES);
  let differing = 0; // every byte is looked at, so that timing tells nothing about how many were right
  for (let at = BODY_BYTES; at < ID_BYTES; at++) differing |= (bytes[at] ?? 0) ^ (given[at] ?? 0);
  if (differing !== 0) return null;
  const top = view.getUint16(0);
  const kind = (Object.keys(KINDS) as IdKind[]).find((name) => KINDS[name] === top >>> 12);
  if (!kind) return null;
  return {
    kind,
    timeMs: (top & (KIND_UNIT - 1)) * 0x1_0000_0000 + view.getUint32(2),
    tenant: view.getInt32(6),
    offer: view.getInt32(10),
    publisher: view.getInt32(14),
    random: view.getUint32(18),
  };
}

/** mints ids whose random part never repeats within a millisecond; `random32` is any source of unsigned 32-bit values */
export function clickIdMint(key: MacKey, random32: () => number): (fields: Omit<ClickIdFields, 'random'>) => string {
  let lastMs = 0;
  let last = 0;
  const full: ClickIdFields = { kind: 'click', timeMs: 0, tenant: 0, offer: 0, publisher: 0, random: 0 };
  return (fields) => {
    const fresh = random32();
    last = fields.timeMs === lastMs ? (last + 1 + (fresh & 0xffff)) >>> 0 : fresh;
    lastMs = fields.timeMs;
    full.kind = fields.kind;
    full.timeMs = fields.timeMs;
    full.tenant = fields.tenant;
    full.offer = fields.offer;
    full.publisher = fields.publisher;
    full.random = last;
    return encodeClickId(full, key);
  };
}
