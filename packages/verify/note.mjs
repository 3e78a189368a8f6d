// Signed notes (C2SP signed-note, signed with Ed25519), and the two that a statement carries: the checkpoint of the ledger
// (C2SP tlog-checkpoint) and the signature of the statement itself.
import { fromBase64, fromBase64Url, isSame, joined, sha256, toHex, utf8 } from './bytes.mjs';

const ED25519 = Uint8Array.of(1);
const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;

/**
 * A public key, with the days on which it was in use where those are known.
 * @typedef {{ id: string, bytes: Uint8Array, from: string | null, until: string | null }} Key
 * @typedef {{ text: string, name: string, keyId: string, signature: Uint8Array }} Note
 * @typedef {{ origin: string, size: bigint, root: Uint8Array, head: Uint8Array, time: string, keyId: string }} Checkpoint
 */

/**
 * The first bytes of a hash over name, kind and key.
 * @param {string} name
 * @param {Uint8Array} key
 */
export const keyIdOf = async (name, key) =>
  toHex((await sha256(joined(utf8(`${name}\n`), ED25519, key))).slice(0, KEY_ID_BYTES));

/**
 * @param {string} origin whose keys they are
 * @param {unknown} list JSON Web Keys
 * @returns {Promise<Key[] | null>} null where one of them cannot be read
 */
export async function readKeys(origin, list) {
  if (!Array.isArray(list)) return null;
  const keys = [];
  for (const one of list) {
    const bytes = one?.kty === 'OKP' && one.crv === 'Ed25519' ? fromBase64Url(one.x, 32) : null;
    if (!bytes) return null;
    const [from, until] = [one.from, one.until].map((day) => (typeof day === 'string' ? day : null));
    keys.push({ id: await keyIdOf(origin, bytes), bytes, from: from ?? null, until: until ?? null });
  }
  return keys;
}

/**
 * @param {unknown} value
 * @returns {Note | null}
 */
export function readNote(value) {
  if (typeof value !== 'string') return null;
  const end = value.indexOf('\n\n');
  const match = /^— (\S+) ([A-Za-z0-9+/=]+)\n$/.exec(value.slice(end + 2));
  const bytes = fromBase64(match?.[2], KEY_ID_BYTES + SIGNATURE_BYTES);
  if (end < 0 || !match?.[1] || !bytes) return null;
  return {
    text: value.slice(0, end + 1),
    name: match[1],
    keyId: toHex(bytes.slice(0, KEY_ID_BYTES)),
    signature: bytes.slice(KEY_ID_BYTES),
  };
}

/**
 * @param {Note} note
 * @param {Uint8Array} publicKey
 */
export async function isSigned({ text, signature }, publicKey) {
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey('raw', Uint8Array.from(publicKey), { name: 'Ed25519' }, false, ['verify']);
  return subtle.verify({ name: 'Ed25519' }, key, Uint8Array.from(signature), utf8(text));
}

const CHECKPOINT = /^(\S+)\n(0|[1-9]\d{0,18})\n(\S+)\nhead (\S+)\ntime (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\n$/;

/**
 * @param {Note} note
 * @returns {Checkpoint | null}
 */
export function readCheckpoint({ text, name, keyId }) {
  const match = CHECKPOINT.exec(text);
  const [root, head] = [fromBase64(match?.[3], 32), fromBase64(match?.[4], 32)];
  if (!match?.[2] || !match[5] || match[1] !== name || !root || !head) return null;
  return { origin: name, size: BigInt(match[2]), root, head, time: match[5], keyId };
}

/**
 * What a statement's own signature covers: its content, as JSON writes it without spaces.
 * @param {Note} note
 * @param {string} origin
 * @param {unknown} statement
 */
export async function isStatementOf({ text }, origin, statement) {
  const [title, digest, ...rest] = text.split('\n');
  const bytes = fromBase64(digest, 32);
  if (title !== `${origin}/statement` || !bytes || rest.join('') !== '') return false;
  return isSame(bytes, await sha256(utf8(JSON.stringify(statement))));
}
