import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { tenantRows } from '../tenancy/index.ts';

/** the next ones that stand under another day than that of their moment in the rollups' zone; how many there were */
export async function rebookConversions(tx: Tx, tenantId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update conversions c set day = n.day
    from (select c.id, (c.at at time zone t.rollup_zone)::date as day from conversions c join ${tenantRows} t on t.id = c.tenant_id
      where c.tenant_id = ${tenantId} and c.day <> (c.at at time zone t.rollup_zone)::date order by c.id limit ${limit}) n
    where c.tenant_id = ${tenantId} and c.id = n.id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
