// Walks the search tree of a .mmdb file in address order and yields each run of addresses with the place of its data.
// mmdb-lib answers one address at a time; flattening a whole country table needs the tree itself.

export interface MmdbTree {
  file: Buffer;
  nodeCount: number;
  /** 24, 28 or 32 */
  recordSize: number;
  ipVersion: number;
}

function readRecord({ file, recordSize }: MmdbTree, node: number, right: boolean): number {
  const at = (node * recordSize * 2) / 8;
  if (recordSize === 24) {
    const start = right ? at + 3 : at; // by hand: readUIntBE costs several times as much, and there are millions
    return ((file[start] ?? 0) << 16) | ((file[start + 1] ?? 0) << 8) | (file[start + 2] ?? 0);
  }
  if (recordSize === 32) return file.readUInt32BE(at + (right ? 4 : 0));
  const shared = file[at + 3] ?? 0;
  return right
    ? ((shared & 0x0f) << 24) | file.readUIntBE(at + 4, 3)
    : ((shared & 0xf0) << 20) | file.readUIntBE(at, 3);
}

/**
 * One leaf: its first address as four words (IPv4 stands at ::a.b.c.d, as the format has it), its prefix length, and its
 * record; nodeCount means no data, anything above points to some.
 */
export type Visit = (w0: number, w1: number, w2: number, w3: number, bits: number, record: number) => void;

/** every leaf, in ascending order of address */
export function walk(tree: MmdbTree, visit: Visit): void {
  const width = tree.ipVersion === 6 ? 128 : 32;
  const words = new Uint32Array(4);
  const first = 128 - width;
  const descend = (record: number, depth: number): void => {
    if (record >= tree.nodeCount || depth === width) {
      visit(words[0] ?? 0, words[1] ?? 0, words[2] ?? 0, words[3] ?? 0, depth + first, record);
      return;
    }
    const bit = depth + first;
    const mask = 0x80000000 >>> (bit & 31);
    const at = bit >>> 5;
    descend(readRecord(tree, record, false), depth + 1);
    words[at] = (words[at] ?? 0) | mask;
    descend(readRecord(tree, record, true), depth + 1);
    words[at] = (words[at] ?? 0) & ~mask;
  };
  descend(0, 0);
}
