// Keys, nodes, checkpoints and the statements that were made.
import { checkpointLog } from '@tributary/contract/trust/proof';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { Checkpoints, Statements } from '../../../platform/db/schema.gen.ts';
import { among, atSeconds } from '../../../platform/lists/conditions.ts';
import { byId } from '../../../platform/lists/keys.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { keyOf, type NodeAt, type NodePlace, nodesAsked, type TreeNode } from './merkle.ts';

export const keysOf = (tx: Tx) => tx.selectFrom('proof_keys').selectAll().orderBy('version', 'desc').execute();
export type StoredKey = Awaited<ReturnType<typeof keysOf>>[number];

/** false where that version is there already */
export async function addKey(
  tx: Tx,
  key: { tenant_id: string; version: number; public_key: Buffer; made_at: Date },
): Promise<boolean> {
  const added = await tx
    .insertInto('proof_keys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst();
  return added !== undefined;
}

export const retireKey = (tx: Tx, version: number, at: Date) =>
  tx.updateTable('proof_keys').set({ retired_at: at }).where('version', '=', version).execute();

/** how many leaves the tree has */
export async function leavesOf(tx: Tx): Promise<bigint> {
  const row = await tx
    .selectFrom('ledger_nodes')
    .select('place')
    .where('level', '=', 0)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? BigInt(row.place) + 1n : 0n;
}

const AT_ONCE = 5_000;

/** the same nodes written twice are written once: what stands in them follows from the chain */
export async function addNodes(tx: Tx, tenantId: string, nodes: readonly TreeNode[]): Promise<void> {
  for (let at = 0; at < nodes.length; at += AT_ONCE) {
    const part = nodes.slice(at, at + AT_ONCE);
    await sql`insert into ledger_nodes (tenant_id, level, place, hash)
      select ${tenantId}::uuid, n.level, n.place, n.hash from unnest(${part.map(({ level }) => level)}::smallint[],
        ${part.map(({ place }) => String(place))}::bigint[], ${part.map(({ hash }) => hash)}::bytea[]) n (level, place, hash)
      on conflict do nothing`.execute(tx);
  }
}

/** by their places; what is not there is left out */
export async function storedNodes(tx: Tx, places: readonly NodePlace[]): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < places.length; at += AT_ONCE) {
    const part = places.slice(at, at + AT_ONCE);
    const { rows } = await sql<{ level: number; place: string; hash: Buffer }>`select n.level, n.place, n.hash
      from unnest(${part.map(({ level }) => level)}::smallint[], ${part.map(({ place }) => String(place))}::bigint[])
        w (level, place) join ledger_nodes n on n.level = w.level and n.place = w.place`.execute(tx);
    for (const { level, place, hash } of rows) found.set(keyOf({ level, place: BigInt(place) }), hash);
  }
  return found;
}

export async function readNodes(tx: Tx, places: readonly NodePlace[]): Promise<NodeAt> {
  const found = await storedNodes(tx, places);
  return (level, place) => {
    const hash = found.get(keyOf({ level, place }));
    if (!hash) throw new Error(`the tree lacks the node ${place} of level ${level}`);
    return hash;
  };
}

/** those that `run` will ask for, read at once */
export const nodesFor = (tx: Tx, run: (at: NodeAt) => unknown): Promise<NodeAt> => readNodes(tx, nodesAsked(run));

export async function countNodes(tx: Tx, tenantId: string): Promise<number> {
  const { many } = await tx
    .selectFrom('ledger_nodes')
    .select((eb) => eb.fn.countAll<string>().as('many'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return Number(many);
}

export async function addCheckpoint(tx: Tx, checkpoint: Insertable<Checkpoints>): Promise<void> {
  await tx
    .insertInto('checkpoints')
    .values(checkpoint)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'size', 'key_version']).doNothing())
    .execute();
}

export type StoredCheckpoint = Selectable<Checkpoints>;
/** the one that covers most, by the newest key */
export const lastCheckpoint = (tx: Tx): Promise<StoredCheckpoint | undefined> =>
  tx
    .selectFrom('checkpoints')
    .selectAll()
    .orderBy('size', 'desc')
    .orderBy('key_version', 'desc')
    .limit(1)
    .executeTakeFirst();

export const checkpointsInOrder = (tx: Tx): Promise<StoredCheckpoint[]> =>
  tx.selectFrom('checkpoints').selectAll().orderBy('size').orderBy('key_version').execute();

export const checkpoints = keysetList(checkpointLog, {
  from: (tx: Tx) => tx.selectFrom('checkpoints as c'),
  rows: (query) => query.selectAll('c'),
  filters: {
    cause: (eb, causes) => eb('c.cause', 'in', among(causes)),
    from: (eb, from) => eb('c.made_at', '>=', atSeconds(from)),
    to: (eb, to) => eb('c.made_at', '<', atSeconds(to)),
  },
  key: byId('c.id'),
  cursorOf: (row) => row.id,
});

/** of earlier statements of the account: how many entries each was signed over; the newest come first */
export async function statementSizes(tx: Tx, ownerId: string, below: bigint, limit: number): Promise<bigint[]> {
  const rows = await tx
    .selectFrom('statements')
    .select('size')
    .distinct()
    .where('owner_id', '=', ownerId)
    .where('size', '<', String(below))
    .orderBy('size', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ size }) => BigInt(size));
}

export async function addStatement(tx: Tx, statement: Insertable<Statements>): Promise<void> {
  await tx.insertInto('statements').values(statement).execute();
}
