// Credit limits, and who has used how much of one.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { conversionRows } from '../../conversions/index.ts';
import { type ExposureRow, exposures, homeRates } from './exposure.repo.ts';

export interface CreditRow {
  owner_id: string;
  limit: bigint;
  level: number;
  home: string;
  receivable: bigint;
  pending: bigint;
  prepaid: bigint;
  exposure: bigint;
}

/** of those named, or of all: whoever has a limit */
export async function creditOf(
  tx: Tx,
  tenantId: string,
  at: Date,
  ownerIds: readonly string[] | null = null,
): Promise<CreditRow[]> {
  const rates = await homeRates(tx, tenantId, at, ownerIds);
  const { rows } = await sql<{ owner_id: string; limit_micros: string; level: number } & Partial<ExposureRow>>`
    select l.owner_id, l.limit_micros, l.level, e.receivable, e.pending, e.prepaid, e.exposure
    from credit_limits l left join ${exposures(rates, ownerIds)} e on e.owner_id = l.owner_id
    where ${ownerIds === null}::boolean or l.owner_id = any(${ownerIds ?? []}::uuid[])
    order by l.owner_id`.execute(tx);
  return rows.map((row) => ({
    owner_id: row.owner_id,
    limit: BigInt(row.limit_micros),
    level: row.level,
    home: rates.home,
    receivable: BigInt(row.receivable ?? 0),
    pending: BigInt(row.pending ?? 0),
    prepaid: BigInt(row.prepaid ?? 0),
    exposure: BigInt(row.exposure ?? 0),
  }));
}

/** whose conversion it is, if that one has a limit */
export async function limitedOwnerOf(tx: Tx, conversionId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('credit_limits as l')
    .innerJoin(conversionRows.as('c'), (join) =>
      join.onRef('c.tenant_id', '=', 'l.tenant_id').onRef('c.advertiser_id', '=', 'l.owner_id'),
    )
    .select('l.owner_id')
    .where('c.id', '=', conversionId)
    .executeTakeFirst();
  return row?.owner_id ?? null;
}

export interface StoredLimit {
  limit: bigint;
  version: number;
}

/** locked: of two who look at the credit of one advertiser the second sees what the first has done */
export async function lockLimit(tx: Tx, ownerId: string): Promise<StoredLimit | null> {
  const row = await tx
    .selectFrom('credit_limits')
    .select(['limit_micros', 'version'])
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst();
  return row ? { limit: BigInt(row.limit_micros), version: row.version } : null;
}

export async function saveLimit(
  tx: Tx,
  key: { tenantId: string; ownerId: string },
  change: { limit: bigint; version: number; by: string | null; at: Date },
): Promise<void> {
  const row = {
    limit_micros: change.limit,
    version: change.version,
    changed_by: change.by,
    changed_at: change.at,
  };
  await tx
    .insertInto('credit_limits')
    .values({ tenant_id: key.tenantId, owner_id: key.ownerId, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'owner_id']).doUpdateSet(row))
    .execute();
}

export async function dropLimit(tx: Tx, ownerId: string): Promise<void> {
  await tx.deleteFrom('credit_limits').where('owner_id', '=', ownerId).execute();
}

export async function saveLevel(tx: Tx, ownerId: string, level: number, stoppedAt: Date | null): Promise<void> {
  await tx
    .updateTable('credit_limits')
    .set((eb) => ({
      level,
      stopped_at: stoppedAt && eb.fn.coalesce('stopped_at', eb.val(stoppedAt)),
    }))
    .where('owner_id', '=', ownerId)
    .execute();
}
