import { brandImagePath } from '@tributary/contract/settings/brand';
import type { PlanId } from '@tributary/contract/site/plans';
import type { TenantContext } from '../../http/call.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../audit/index.ts';
import { tenantChanged } from './snapshot.repo.ts';
import { standingOf, trialLeft } from './standing.ts';

const imageUrl = (hash: string | null): string | null => (hash === null ? null : brandImagePath(hash));

export async function findTenant(tx: Tx, subdomain: string, at: Date): Promise<TenantContext | null> {
  const row = await tx
    .selectFrom('tenants')
    .select([
      'id',
      'subdomain',
      'display_name',
      'brand_name',
      'brand_color',
      'logo_hash',
      'logo_dark_hash',
      'favicon_hash',
      'portal_domains',
      'tracking_domains',
      'status',
      'plan_ends_at',
      'password_min_length',
    ])
    .where('subdomain', '=', subdomain)
    .executeTakeFirst();
  if (!row?.subdomain) return null;
  return {
    id: row.id,
    subdomain: row.subdomain,
    displayName: row.display_name ?? row.subdomain,
    brandName: row.brand_name,
    color: row.brand_color,
    logoUrl: imageUrl(row.logo_hash),
    logoDarkUrl: imageUrl(row.logo_dark_hash),
    faviconUrl: imageUrl(row.favicon_hash),
    portalHost: row.portal_domains[0] ?? null,
    trackingHost: row.tracking_domains[0] ?? null,
    access: standingOf(row, at),
    passwordMinLength: row.password_min_length,
  };
}

export interface NewTenant {
  id: string;
  subdomain: string;
  plan: 'basic' | 'advanced' | 'premium';
  planKind: 'trial' | 'paid';
  planEndsAt: Date | null;
  createdAt: Date;
}

/** in a transaction bound to the new tenant's own id; false where the subdomain is taken */
export async function createTenant(tx: Tx, tenant: NewTenant): Promise<boolean> {
  const result = await tx
    .insertInto('tenants')
    .values({
      id: tenant.id,
      subdomain: tenant.subdomain,
      plan: tenant.plan,
      plan_kind: tenant.planKind,
      plan_ends_at: tenant.planEndsAt,
      created_at: tenant.createdAt,
    })
    .onConflict((conflict) => conflict.column('subdomain').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** the next of a tenant's own numbers (user_sequence_id, camp_id); the row lock hands them out one by one */
export async function nextNumber(tx: Tx, tenantId: string, name: 'user' | 'offer'): Promise<number> {
  const row = await tx
    .insertInto('tenant_counters')
    .values({ tenant_id: tenantId, name, value: 1 })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'name']).doUpdateSet((eb) => ({ value: eb('tenant_counters.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

export async function tenantIds(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('tenants').select('id').execute();
  return rows.map((row) => row.id);
}

export interface TenantPlan {
  plan: PlanId;
  trial: { days_left: number; days_total: number; ends_at: number } | null;
}

export async function planOf(tx: Tx, tenantId: string, at: Date): Promise<TenantPlan> {
  const row = await tx
    .selectFrom('tenants')
    .select(['plan', 'plan_kind', 'plan_ends_at'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return {
    plan: row.plan as PlanId,
    trial: row.plan_kind === 'trial' && row.plan_ends_at ? trialLeft(row.plan_ends_at, at) : null,
  };
}

export interface KnownTenant {
  subdomain: string;
  displayName: string;
  portalHost: string | null;
}

/** what a job needs to know of the tenant it works for */
export async function tenantById(tx: Tx, tenantId: string): Promise<KnownTenant> {
  const row = await tx
    .selectFrom('tenants')
    .select(['subdomain', 'display_name', 'portal_domains'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const subdomain = row.subdomain ?? '';
  return { subdomain, displayName: row.display_name ?? subdomain, portalHost: row.portal_domains[0] ?? null };
}

/** as trackers know it: its number, and the hosts that its links may have beside its subdomain's */
export async function trackedTenant(tx: Tx, tenantId: string) {
  const row = await tx
    .selectFrom('tenants')
    .select(['number', 'subdomain', 'tracking_domains'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { number: row.number, subdomain: row.subdomain ?? '', trackingHosts: row.tracking_domains };
}

/** what stands on everything that leaves in the tenant's name; the platform itself has no look of its own */
export async function lookOf(tx: Tx, tenantId: string) {
  const row = await tx
    .selectFrom('tenants')
    .select(['subdomain', 'display_name', 'brand_color', 'logo_hash', 'sender_name'])
    .where('id', '=', tenantId)
    .executeTakeFirst();
  return {
    subdomain: row?.subdomain ?? null,
    color: row?.brand_color ?? null,
    logoPath: imageUrl(row?.logo_hash ?? null),
    senderName: row?.sender_name ?? row?.display_name ?? row?.subdomain ?? null,
  };
}

/** the row stays locked until the change is made: two operators' clicks come one after the other */
export async function lockTenant(tx: Tx, id: string) {
  return tx
    .selectFrom('tenants')
    .select(['id', 'status', 'plan', 'plan_kind', 'plan_ends_at'])
    .where('id', '=', id)
    .where('subdomain', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

export interface TenantChange {
  status?: 'active' | 'suspended';
  plan?: PlanId;
  plan_kind?: 'trial' | 'paid';
  plan_ends_at?: Date | null;
  /** as the rules for signing in have it: read where nobody is bound to a tenant yet, and by the release before this one */
  password_min_length?: number;
}

export async function changeTenant(tx: Tx, id: string, change: TenantChange): Promise<void> {
  await tx.updateTable('tenants').set(change).where('id', '=', id).execute();
}

/** the system's own doing: nobody is left in it who could sign in */
export async function suspendTenant(tx: Tx, tenantId: string, clock: Clock): Promise<void> {
  await changeTenant(tx, tenantId, { status: 'suspended' });
  await recordAudit(
    tx,
    { tenant: { id: tenantId }, clock, ip: '', requestId: '', system: true },
    { action: 'tenant.suspended', objectKind: 'tenant', objectId: tenantId },
  );
  await emit(tx, tenantId, tenantChanged, {});
}
