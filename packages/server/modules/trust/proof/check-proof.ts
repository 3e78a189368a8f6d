// What `npm run ledger:verify` proves of the tree: every node and every checkpoint is made again from the chain itself. A node or
// checkpoint that is not as it must be is named.
import type { Tx } from '../../../platform/db/database.ts';
import type { InstallationSecret } from '../../../platform/secret.ts';
import { hashesAfter, headOf } from '../../ledger/index.ts';
import { grow, keyOf, type NodeAt, peaksOf, rootOf, type TreeNode } from './merkle.ts';
import { checkpointsInOrder, countNodes, keysOf, leavesOf, type StoredCheckpoint, storedNodes } from './proof.repo.ts';
import { checkpointText, isNoteOf, signingKey } from './sign.ts';

const PAGE = 5_000n;

/** in a transaction bound to the tenant, as the system */
export const checkProof =
  (secret: InstallationSecret) =>
  async (tx: Tx, tenantId: string): Promise<string[]> => {
    const keys = await keysOf(tx);
    const stored = await checkpointsInOrder(tx);
    const findings = await checkTree(tx, tenantId, stored);
    for (const checkpoint of stored) {
      const key = keys.find(({ version }) => version === checkpoint.key_version);
      const { size, root, head, made_at: at, note } = checkpoint;
      const text = checkpointText(tenantId, { size: BigInt(size), root, head, at });
      if (!key || !isNoteOf(tenantId, note, text, key.public_key)) {
        findings.push(`the checkpoint over ${size} entries is not what was signed`);
      }
    }
    const inUse = keys.find(({ retired_at }) => retired_at === null);
    if (inUse && !inUse.public_key.equals(signingKey(secret, tenantId, inUse.version).publicKey)) {
      findings.push(`the signing key ${inUse.version} is not of this installation’s secret`);
    }
    return findings;
  };

/** along the chain, from checkpoint to checkpoint, with no more in hand than a page and the tree's peaks */
async function checkTree(tx: Tx, tenantId: string, stored: readonly StoredCheckpoint[]): Promise<string[]> {
  const findings: string[] = [];
  const leaves = await leavesOf(tx);
  const chain = (await headOf(tx))?.sequence ?? 0n;
  const sizes = stored.map(({ size }) => BigInt(size));
  let peaks = new Map<string, Buffer>();
  const at: NodeAt = (level, place) => peaks.get(keyOf({ level, place })) ?? Buffer.alloc(32);
  let nodes = 0;
  let size = 0n;
  for (;;) {
    for (const one of stored) if (BigInt(one.size) === size) findings.push(...checkRoot(one, rootOf(size, at)));
    const next = [size + PAGE, leaves, ...sizes].filter((end) => end > size).sort((a, b) => (a < b ? -1 : 1))[0];
    const until = next === undefined || next > leaves ? leaves : next;
    const hashes = until > size ? await hashesAfter(tx, size, until, Number(PAGE)) : [];
    if (hashes.length === 0) break;
    const grown = grow(size, hashes, at);
    nodes += grown.length;
    findings.push(...(await compareNodes(tx, grown)));
    size += BigInt(hashes.length);
    const last = hashes.at(-1);
    for (const { size: end, head } of stored) {
      if (BigInt(end) === size && last && !head.equals(last)) {
        findings.push(`the checkpoint over ${end} entries ends with another entry than the ledger has there`);
      }
    }
    const fresh = new Map(grown.map((node) => [keyOf(node), node.hash]));
    peaks = new Map(peaksOf(size).map((peak) => [keyOf(peak), fresh.get(keyOf(peak)) ?? at(peak.level, peak.place)]));
  }
  for (const end of sizes) {
    if (end > size) findings.push(`a checkpoint covers ${end} entries, of which the ledger and its tree have ${size}`);
  }
  if (leaves > chain) findings.push(`the tree has ${leaves} leaves, the ledger ${chain} entries`);
  const many = await countNodes(tx, tenantId);
  if (many > nodes && leaves <= chain) findings.push(`the tree has ${many - nodes} nodes that it must not have`);
  return findings;
}

const checkRoot = ({ size, root }: StoredCheckpoint, expected: Buffer): string[] =>
  root.equals(expected) ? [] : [`the root of the checkpoint over ${size} entries is not that of the ledger`];

async function compareNodes(tx: Tx, grown: readonly TreeNode[]): Promise<string[]> {
  const found = await storedNodes(tx, grown);
  return grown.flatMap((node) => {
    const stored = found.get(keyOf(node));
    if (!stored) return [`the tree lacks the node ${node.place} of level ${node.level}`];
    return stored.equals(node.hash) ? [] : [`the node ${node.place} of level ${node.level} of the tree was changed`];
  });
}
