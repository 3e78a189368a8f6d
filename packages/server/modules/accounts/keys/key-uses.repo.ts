import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

export interface KeyUse {
  keyId: string;
  userId: string;
  hour: Date;
  calls: number;
  /** of the last one */
  at: Date;
  ip: string;
}

/** by key, so that two processes that write at once wait for each other in one order */
export async function writeUses(tx: Tx, tenantId: string, uses: readonly KeyUse[]): Promise<void> {
  const rows = JSON.stringify(
    [...uses].sort((one, other) => one.keyId.localeCompare(other.keyId) || Number(one.hour) - Number(other.hour)),
  );
  const used = sql`jsonb_to_recordset(${rows}::jsonb)
    as u("keyId" uuid, "userId" uuid, hour timestamptz, calls bigint, at timestamptz, ip text)`;
  await sql`
    with used as (select * from ${used}),
      lasting as (select "keyId" as id, sum(calls) as calls, max(at) as at, (array_agg(ip order by at desc))[1] as ip
        from used group by "keyId")
    update api_keys k set calls = k.calls + l.calls,
      last_used_at = greatest(k.last_used_at, l.at),
      last_used_ip = case when k.last_used_at > l.at then k.last_used_ip else l.ip end
    from lasting l where k.id = l.id`.execute(tx);
  await sql`
    insert into api_key_hours (tenant_id, key_id, user_id, hour, calls)
    select ${tenantId}, "keyId", "userId", hour, calls from ${used}
    on conflict (tenant_id, key_id, hour) do update set calls = api_key_hours.calls + excluded.calls`.execute(tx);
}

export const purgeUses = (tx: Tx, before: Date): Promise<unknown> =>
  tx.deleteFrom('api_key_hours').where('hour', '<', before).execute();
