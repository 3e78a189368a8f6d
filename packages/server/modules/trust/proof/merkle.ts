// The Merkle tree of RFC 9162 over the chain's hashes, made of its full nodes alone: what is not full yet, at the right edge, is
// worked out from those below it. How a proof is checked stands in packages/verify, which shares nothing with this.
import { createHash } from 'node:crypto';

export interface NodePlace {
  level: number;
  place: bigint;
}
export interface TreeNode extends NodePlace {
  hash: Buffer;
}
/** a full node by its place */
export type NodeAt = (level: number, place: bigint) => Buffer;

export const leafHash = (data: Uint8Array): Buffer =>
  createHash('sha256').update(Uint8Array.of(0)).update(data).digest();
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer =>
  createHash('sha256').update(Uint8Array.of(1)).update(left).update(right).digest();

export const keyOf = ({ level, place }: NodePlace): string => `${level}:${place}`;

/** what fills up as leaves come to a tree of that size; `left` finds a full node that stood already */
export function grow(size: bigint, data: readonly Uint8Array[], left: NodeAt): TreeNode[] {
  const fresh = new Map<string, Buffer>();
  const nodes: TreeNode[] = [];
  const add = (node: TreeNode): void => {
    fresh.set(keyOf(node), node.hash);
    nodes.push(node);
  };
  data.forEach((one, at) => {
    let node: TreeNode = { level: 0, place: size + BigInt(at), hash: leafHash(one) };
    add(node);
    while (node.place % 2n === 1n) {
      const { level, place } = node;
      const sibling = fresh.get(keyOf({ level, place: place - 1n })) ?? left(level, place - 1n);
      node = { level: level + 1, place: place / 2n, hash: nodeHash(sibling, node.hash) };
      add(node);
    }
  });
  return nodes;
}

/** the full subtrees of which a tree of that size is made, from the left */
export function peaksOf(size: bigint): NodePlace[] {
  const peaks: NodePlace[] = [];
  let done = 0n;
  for (let level = 62; level >= 0; level--) {
    const width = 1n << BigInt(level);
    if ((size & width) === 0n) continue;
    peaks.push({ level, place: done / width });
    done += width;
  }
  return peaks;
}

/** the largest power of two below */
function splitOf(width: bigint): bigint {
  let half = 1n;
  while (half * 2n < width) half *= 2n;
  return half;
}
const levelOf = (width: bigint): number => width.toString(2).length - 1;
const isFull = (width: bigint): boolean => (width & (width - 1n)) === 0n;

/** MTH(D[from:to]); a subtree of the tree, so its beginning fits its width */
function subtree(from: bigint, to: bigint, at: NodeAt): Buffer {
  const width = to - from;
  if (isFull(width)) return at(levelOf(width), from / width);
  const middle = from + splitOf(width);
  return nodeHash(subtree(from, middle, at), subtree(middle, to, at));
}

export const rootOf = (size: bigint, at: NodeAt): Buffer => subtree(0n, size, at);

/** PATH(m, D[n]) */
export function inclusionProof(index: bigint, size: bigint, at: NodeAt): Buffer[] {
  const path: Buffer[] = [];
  let [from, to] = [0n, size];
  while (to - from > 1n) {
    const middle = from + splitOf(to - from);
    const isLeft = index < middle;
    path.unshift(isLeft ? subtree(middle, to, at) : subtree(from, middle, at));
    [from, to] = isLeft ? [from, middle] : [middle, to];
  }
  return path;
}

/** PROOF(m, D[n]) */
export function consistencyProof(older: bigint, size: bigint, at: NodeAt): Buffer[] {
  const path: Buffer[] = [];
  let [from, to] = [0n, size];
  /** whether what is left of the older tree is all of it, whose root its holder knows */
  let isWhole = true;
  while (older !== to) {
    const middle = from + splitOf(to - from);
    const isLeft = older <= middle;
    path.unshift(isLeft ? subtree(middle, to, at) : subtree(from, middle, at));
    if (!isLeft) isWhole = false;
    [from, to] = isLeft ? [from, middle] : [middle, to];
  }
  return isWhole ? path : [subtree(from, to, at), ...path];
}

/** which full nodes something asks for: it is run once for their names, and again with their hashes */
export function nodesAsked(run: (at: NodeAt) => unknown): NodePlace[] {
  const asked = new Map<string, NodePlace>();
  const blank = Buffer.alloc(32);
  run((level, place) => {
    asked.set(keyOf({ level, place }), { level, place });
    return blank;
  });
  return [...asked.values()];
}
