// What wants an account manager's attention, counted.

import type { Section } from '@tributary/contract';
import { type Queue, queueSections } from '@tributary/contract/reports/dashboards';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { accountRows } from '../../accounts/index.ts';
import { type BillingQueues, billingQueues } from '../../billing/index.ts';
import { conversionRows, lateLotRows, requestRows } from '../../conversions/index.ts';
import { capRows, offerRows, permissionRows } from '../../offers/index.ts';
import { postbackRows } from '../../postbacks/index.ts';
import { capWindowRows } from '../../tracking/index.ts';

export async function readQueues(
  tx: Tx,
  tenantId: string,
  at: Date,
  isOpen: (section: Section) => boolean,
): Promise<Partial<Record<Queue, number>>> {
  const { rows } = await sql<Record<Exclude<Queue, keyof BillingQueues>, string>>`select
    (select count(*) from ${accountRows} a where type = 'publisher' and status = 'pending' and deleted_at is null) as pending_publishers,
    (select count(*) from ${accountRows} a where type = 'advertiser' and status = 'pending' and deleted_at is null) as pending_advertisers,
    (select count(*) from ${permissionRows} p where state = 'requested') as offer_requests,
    (select count(*) from ${offerRows} o where status = 'pending') as pending_offers,
    (select count(*) from ${conversionRows} c where status = 'pending' and hold_until is null) as pending_conversions,
    (select count(*) from ${requestRows} r where state = 'open') as conversion_requests,
    (select count(*) from ${lateLotRows} l where state = 'waiting') as late_lots,
    (select count(*) from ${postbackRows} b
      where removed_at is null and (failures > 0 or (not enabled and disabled_reason is not null))) as failing_postbacks,
    (select count(*) from ${capRows} k left join ${capWindowRows} w
        on w.tenant_id = k.tenant_id and w.cap_id = k.id and w.window_start <= ${at} and w.window_end > ${at}
      where k.removed_at is null and coalesce(w.spent, 0) * 100 >= k.limit_value * 80) as full_caps`.execute(tx);
  return Object.fromEntries(
    Object.entries({ ...rows[0], ...(await billingQueues(tx, tenantId, at)) })
      .filter(([name]) => isOpen(queueSections[name as Queue]))
      .map(([name, count]) => [name, Number(count)]),
  );
}
