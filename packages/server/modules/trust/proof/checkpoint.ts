// Writing a checkpoint: the tree is brought up to the chain, page by page, and its root is signed.
import type { checkpointCauses } from '@tributary/contract/trust/proof';
import type { Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { InstallationSecret } from '../../../platform/secret.ts';
import { hashAt, hashesAfter, headOf } from '../../ledger/index.ts';
import { grow, peaksOf, rootOf } from './merkle.ts';
import {
  addCheckpoint,
  addKey,
  addNodes,
  keysOf,
  lastCheckpoint,
  leavesOf,
  nodesFor,
  readNodes,
} from './proof.repo.ts';
import { checkpointText, type SigningKey, signingKey, signNote } from './sign.ts';

const PAGE = 5_000;
export type CheckpointCause = (typeof checkpointCauses)[number];

/** the tree grows by a page of the chain; false where it has all of it */
async function growTree(tx: Tx, tenantId: string): Promise<boolean> {
  const size = await leavesOf(tx);
  const head = await headOf(tx);
  const hashes = head ? await hashesAfter(tx, size, head.sequence, PAGE) : [];
  if (hashes.length === 0) return false;
  const peaks = await readNodes(tx, peaksOf(size));
  await addNodes(tx, tenantId, grow(size, hashes, peaks));
  return hashes.length === PAGE;
}

/** the key in use; the first one is made with the first signature */
export async function keyInUse(tx: Tx, secret: InstallationSecret, tenantId: string, at: Date): Promise<SigningKey> {
  const stored = (await keysOf(tx)).find(({ retired_at }) => retired_at === null);
  const key = signingKey(secret, tenantId, stored?.version ?? 1);
  if (!stored) await addKey(tx, { tenant_id: tenantId, version: 1, public_key: key.publicKey, made_at: at });
  else if (!stored.public_key.equals(key.publicKey)) {
    throw new Error('the key in use is not of this installation’s secret: make a new one (Billing › Proof)');
  }
  return key;
}

export interface CheckpointDeps {
  tenantId: string;
  secret: InstallationSecret;
  now: () => Date;
  /** bound to the tenant, as the system */
  transaction<R>(run: (tx: Tx) => Promise<R>): Promise<R>;
}

/** none where nothing was booked since the last one, and the key is the same: the same run twice is one */
export async function writeCheckpoint(
  { tenantId, secret, now, transaction }: CheckpointDeps,
  cause: CheckpointCause,
): Promise<void> {
  while (await transaction((tx) => growTree(tx, tenantId)));
  await transaction(async (tx) => {
    const size = await leavesOf(tx);
    const head = await hashAt(tx, size);
    if (head === null) return;
    const at = now();
    const key = await keyInUse(tx, secret, tenantId, at);
    const last = await lastCheckpoint(tx);
    if (last && BigInt(last.size) === size && last.key_version === key.version) return;
    const root = rootOf(size, await nodesFor(tx, (node) => rootOf(size, node)));
    const content = { size, root, head: Buffer.from(head, 'hex'), at };
    await addCheckpoint(tx, {
      tenant_id: tenantId,
      id: newId(at.getTime()),
      size: String(size),
      root,
      head: content.head,
      key_version: key.version,
      cause,
      note: signNote(tenantId, checkpointText(tenantId, content), key),
      made_at: at,
    });
  });
}
