import type { SnapshotTenant } from '@tributary/contract/tracker/snapshot';
import { z } from 'zod';
import { DAY_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { topic } from '../../platform/jobs/topics.ts';
import { readSettings } from '../settings/index.ts';

/** brand, fallback, plan or standing of the tenant changed */
export const tenantChanged = topic('tenant.changed', z.object({}));

/** after the end of a trial or plan the tracker goes on this long; then traffic goes to the fallback */
const GRACE_MS = 14 * DAY_MS;
const CLICK_LIFE_MS = 90 * DAY_MS;

/** null for the platform's own row, which has no host */
export async function readTenantForSnapshot(tx: Tx, tenantId: string): Promise<SnapshotTenant | null> {
  const row = await tx.selectFrom('tenants').selectAll().where('id', '=', tenantId).executeTakeFirst();
  if (!row?.subdomain) return null;
  const [{ value: tracking }, { value: privacy }] = [
    await readSettings(tx, tenantId, 'tracking'),
    await readSettings(tx, tenantId, 'privacy'),
  ];
  const suspendedSince = row.status === 'suspended' ? 0 : null;
  return {
    number: row.number,
    id: row.id,
    subdomain: row.subdomain,
    domains: row.tracking_domains,
    displayName: row.display_name ?? row.subdomain,
    color: row.brand_color,
    fallbackUrl: tracking.fallback_url || null,
    whenUnlogged: row.when_unlogged === 'redirect' ? 'redirect' : 'refuse',
    servesUntil: suspendedSince ?? (row.plan_ends_at ? row.plan_ends_at.getTime() + GRACE_MS : null),
    timezone: row.time_zone,
    clickLifeMs: CLICK_LIFE_MS,
    privacy: privacy.anonymise === 'off' ? null : { scope: privacy.anonymise, deviceIds: privacy.device_ids },
  };
}
