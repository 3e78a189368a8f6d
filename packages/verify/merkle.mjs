// The two proofs of RFC 9162, as their reader checks them (2.1.3.2 and 2.1.4.2).
import { isSame, joined, sha256 } from './bytes.mjs';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** @param {Uint8Array} data */
export const leafHash = (data) => sha256(joined(LEAF, data));
/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
export const nodeHash = (left, right) => sha256(joined(NODE, left, right));

/**
 * That this leaf stands at this place of the tree of this size.
 * @param {{ index: bigint, size: bigint, leaf: Uint8Array, proof: readonly Uint8Array[], root: Uint8Array }} claim
 */
export async function isIncluded({ index, size, leaf, proof, root }) {
  if (index < 0n || index >= size) return false;
  let [fn, sn] = [index, size - 1n];
  let hash = leaf;
  for (const sibling of proof) {
    if (sn === 0n) return false;
    if (fn % 2n === 1n || fn === sn) {
      hash = await nodeHash(sibling, hash);
      while (fn % 2n === 0n && fn !== 0n) [fn, sn] = [fn / 2n, sn / 2n];
    } else {
      hash = await nodeHash(hash, sibling);
    }
    [fn, sn] = [fn / 2n, sn / 2n];
  }
  return sn === 0n && isSame(hash, root);
}

/**
 * That the older tree is the beginning of the newer one: nothing in it was changed, dropped or put in between.
 * @param {{ older: { size: bigint, root: Uint8Array }, newer: { size: bigint, root: Uint8Array }, proof: readonly Uint8Array[] }} claim
 */
export async function isConsistent({ older, newer, proof }) {
  if (older.size < 1n || older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && isSame(older.root, newer.root);
  const isWhole = (older.size & (older.size - 1n)) === 0n;
  const [first, ...rest] = isWhole ? [older.root, ...proof] : proof;
  if (!first || proof.length === 0) return false;
  let [fn, sn] = [older.size - 1n, newer.size - 1n];
  while (fn % 2n === 1n) [fn, sn] = [fn / 2n, sn / 2n];
  let [olderHash, newerHash] = [first, first];
  for (const next of rest) {
    if (sn === 0n) return false;
    if (fn % 2n === 1n || fn === sn) {
      olderHash = await nodeHash(next, olderHash);
      newerHash = await nodeHash(next, newerHash);
      while (fn % 2n === 0n && fn !== 0n) [fn, sn] = [fn / 2n, sn / 2n];
    } else {
      newerHash = await nodeHash(newerHash, next);
    }
    [fn, sn] = [fn / 2n, sn / 2n];
  }
  return sn === 0n && isSame(olderHash, older.root) && isSame(newerHash, newer.root);
}
