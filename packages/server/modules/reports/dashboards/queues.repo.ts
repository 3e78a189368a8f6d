// What wants an account manager's attention, counted.
import type { Queues } from '@tributary/contract/reports/dashboards';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../../platform/db/database.ts';

export async function readQueues(tx: Tx, at: Date): Promise<z.infer<typeof Queues>> {
  const { rows } = await sql<Record<keyof z.infer<typeof Queues>, string>>`select
    (select count(*) from users where type = 'publisher' and status = 'pending' and deleted_at is null) as pending_publishers,
    (select count(*) from users where type = 'advertiser' and status = 'pending' and deleted_at is null) as pending_advertisers,
    (select count(*) from offer_permissions where state = 'requested') as offer_requests,
    (select count(*) from offers where status = 'pending') as pending_offers,
    (select count(*) from conversions where status = 'pending' and hold_until is null) as pending_conversions,
    (select count(*) from conversion_requests where state = 'open') as conversion_requests,
    (select count(*) from late_lots where state = 'waiting') as late_lots,
    (select count(*) from publisher_postbacks
      where removed_at is null and (failures > 0 or (not enabled and disabled_reason is not null))) as failing_postbacks,
    (select count(*) from offer_caps k left join cap_windows w
        on w.tenant_id = k.tenant_id and w.cap_id = k.id and w.window_start <= ${at} and w.window_end > ${at}
      where k.removed_at is null and coalesce(w.spent, 0) * 100 >= k.limit_value * 80) as full_caps`.execute(tx);
  const row = rows[0];
  const count = (name: keyof z.infer<typeof Queues>) => Number(row?.[name] ?? 0);
  return {
    pending_publishers: count('pending_publishers'),
    pending_advertisers: count('pending_advertisers'),
    offer_requests: count('offer_requests'),
    pending_offers: count('pending_offers'),
    pending_conversions: count('pending_conversions'),
    conversion_requests: count('conversion_requests'),
    late_lots: count('late_lots'),
    failing_postbacks: count('failing_postbacks'),
    full_caps: count('full_caps'),
  };
}
