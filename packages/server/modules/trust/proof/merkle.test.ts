// The tree against the published vectors of Certificate Transparency, and every proof of every tree up to 64 leaves as its reader
// checks it (packages/verify), which shares no code with what makes them.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isConsistent, isIncluded } from '../../../../verify/index.mjs';
import { consistencyProof, grow, inclusionProof, keyOf, leafHash, type NodeAt, nodeHash, rootOf } from './merkle.ts';

const vectors = [
  ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ['00', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  ['10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  ['2021', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  ['3031', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  ['40414243', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  ['5051525354555657', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  ['606162636465666768696a6b6c6d6e6f', '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
] as const;

const MOST = 64;
const data = Array.from({ length: MOST }, (_, at) => createHash('sha256').update(String(at)).digest());

/** all full nodes, filled in pages of odd sizes */
function treeOf(leaves: readonly Uint8Array[]): NodeAt {
  const nodes = new Map<string, Buffer>();
  const at: NodeAt = (level, place) => {
    const hash = nodes.get(keyOf({ level, place }));
    if (!hash) throw new Error(`no node ${level}:${place}`);
    return hash;
  };
  for (let done = 0; done < leaves.length; done += 3) {
    for (const node of grow(BigInt(done), leaves.slice(done, done + 3), at)) nodes.set(keyOf(node), node.hash);
  }
  return at;
}
const at = treeOf(data);

/** the definition itself: MTH of RFC 9162, 2.1.1 */
function plainRoot(leaves: readonly Uint8Array[]): Buffer {
  const [first] = leaves;
  if (leaves.length === 1 && first) return leafHash(first);
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return nodeHash(plainRoot(leaves.slice(0, half)), plainRoot(leaves.slice(half)));
}

test('the roots are those that Certificate Transparency publishes', () => {
  const leaves = vectors.map(([hex]) => Buffer.from(hex, 'hex'));
  const tree = treeOf(leaves);
  expect(vectors.map((_, place) => rootOf(BigInt(place + 1), tree).toString('hex'))).toEqual(
    vectors.map(([, root]) => root),
  );
});

test('two hashes a leaf are kept, and the root of every size is the definition’s', () => {
  expect(grow(0n, data, at)).toHaveLength(2 * MOST - 1);
  for (let size = 1; size <= MOST; size++) {
    expect(rootOf(BigInt(size), at)).toEqual(plainRoot(data.slice(0, size)));
  }
});

test('every leaf of every tree is proven in its place, and nowhere else', async () => {
  for (let size = 1; size <= MOST; size++) {
    const root = rootOf(BigInt(size), at);
    for (let place = 0; place < size; place++) {
      const proof = inclusionProof(BigInt(place), BigInt(size), at);
      expect(proof.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
      const claim = {
        index: BigInt(place),
        size: BigInt(size),
        leaf: leafHash(data[place] ?? Buffer.alloc(0)),
        proof,
        root,
      };
      expect(await isIncluded(claim), `${place} of ${size}`).toBe(true);
      expect(await isIncluded({ ...claim, leaf: leafHash(Buffer.from('another')) })).toBe(false);
      expect(await isIncluded({ ...claim, proof: [...proof, root] })).toBe(false);
      if (size > 1) {
        expect(await isIncluded({ ...claim, index: BigInt((place + 1) % size) })).toBe(false);
        expect(await isIncluded({ ...claim, proof: proof.slice(1) })).toBe(false);
      }
    }
  }
});

test('every tree is proven to be the beginning of every larger one, and an altered one is not', async () => {
  const altered = treeOf(data.map((leaf, place) => (place === 0 ? Buffer.from('altered') : leaf)));
  for (let size = 1; size <= MOST; size++) {
    for (let older = 1; older <= size; older++) {
      const proof = consistencyProof(BigInt(older), BigInt(size), at);
      const claim = {
        older: { size: BigInt(older), root: rootOf(BigInt(older), at) },
        newer: { size: BigInt(size), root: rootOf(BigInt(size), at) },
        proof,
      };
      expect(await isConsistent(claim), `${older} of ${size}`).toBe(true);
      const changed = { size: BigInt(older), root: rootOf(BigInt(older), altered) };
      expect(await isConsistent({ ...claim, older: changed })).toBe(false);
      expect(await isConsistent({ ...claim, newer: { ...claim.newer, root: rootOf(BigInt(size), altered) } })).toBe(
        false,
      );
      expect(await isConsistent({ ...claim, proof: [...proof, rootOf(1n, at)] })).toBe(false);
    }
  }
});
