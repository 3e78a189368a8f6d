// A cheap sign of whether a workspace's money has moved: conversions of the last while, and the ledger's place.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { headOf } from '../ledger/index.ts';

export async function conversionPulse(tx: Tx, at: Date): Promise<string> {
  const { rows } = await sql<{ recent: string }>`
    select count(*) as recent from conversions where at > ${at}::timestamptz - interval '45 minutes'`.execute(tx);
  return `${rows[0]?.recent ?? 0}/${(await headOf(tx))?.sequence ?? ''}`;
}
