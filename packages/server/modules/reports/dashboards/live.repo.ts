// A cheap sign of whether a workspace's figures have moved: clicks of the last hour, and the ledger's place.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { events } from '../../events/index.ts';

export async function pulseOf(tx: Tx, tenantId: string, at: Date): Promise<string> {
  const { rows } = await sql<{ pulse: string }>`select concat_ws('/',
    ${await events().pulse(tx, tenantId, at)}::text,
    (select count(*) from conversions where at > ${at}::timestamptz - interval '45 minutes'),
    (select sequence from ledger_heads)) as pulse`.execute(tx);
  return rows[0]?.pulse ?? '';
}
