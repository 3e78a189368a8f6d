// All tenants as the operator sees them: plan, trial and this month's usage. The platform's own row is not among them.
import { type ListReply, type OperatedTenant, operatorTenantSort } from '@tributary/contract';
import { type PlanId, plans } from '@tributary/contract/plans';
import { sql } from 'kysely';
import type { z } from 'zod';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { trialLeft } from '../tenancy/index.ts';

export type TenantRow = z.output<typeof OperatedTenant>;

export interface TenantFilter {
  page?: number | undefined;
  page_size?: number | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  status?: ('active' | 'suspended')[] | undefined;
  plan_kind?: ('trial' | 'paid')[] | undefined;
}

const DEFAULT_PAGE_SIZE = 25;

const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

const filtered = (tx: Tx, filter: TenantFilter) => {
  let query = tx.selectFrom('tenants as t').where('t.subdomain', 'is not', null);
  // an empty list of choices lets nothing through
  if (filter.plan_kind) query = query.where('t.plan_kind', 'in', ['', ...filter.plan_kind]);
  if (filter.status) query = query.where('t.status', 'in', ['', ...filter.status]);
  if (filter.q) {
    const pattern = likePattern(filter.q);
    query = query.where((eb) =>
      eb.or([eb('t.subdomain', 'like', pattern), eb(eb.fn('lower', ['t.display_name']), 'like', pattern)]),
    );
  }
  return query;
};

const withUsage = (tx: Tx, filter: TenantFilter, at: Date) =>
  filtered(tx, filter)
    .leftJoin('tenant_usage as u', (join) =>
      join.onRef('u.tenant_id', '=', 't.id').on(sql`u.month`, '=', sql`${monthOf(at)}::date`),
    )
    .select([
      't.id',
      't.subdomain',
      't.display_name',
      't.status',
      't.plan',
      't.plan_kind',
      't.plan_ends_at',
      't.created_at',
      'u.clicks',
      'u.conversions',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withUsage>['execute']>>[number];

function toTenant(row: Row, at: Date): TenantRow {
  const limits = plans.find(({ id }) => id === row.plan);
  const subdomain = row.subdomain ?? '';
  return {
    id: row.id,
    subdomain,
    display_name: row.display_name ?? subdomain,
    status: row.status === 'suspended' ? 'suspended' : 'active',
    // the table's checks keep both within their lists
    plan: row.plan as PlanId,
    plan_kind: row.plan_kind === 'trial' ? 'trial' : 'paid',
    plan_ends_at: row.plan_ends_at && unixSeconds(row.plan_ends_at),
    days_left: row.plan_kind === 'trial' && row.plan_ends_at ? trialLeft(row.plan_ends_at, at).days_left : null,
    clicks: { used: Number(row.clicks ?? 0), limit: limits?.clicks ?? null },
    conversions: { used: Number(row.conversions ?? 0), limit: limits?.conversions ?? null },
    created_at: unixSeconds(row.created_at),
  };
}

const columnOf = (sort: string) => operatorTenantSort.find((name) => name === sort.replace(/^-/, '')) ?? 'created_at';

export async function pageOfTenants(tx: Tx, filter: TenantFilter, at: Date): Promise<ListReply<TenantRow>> {
  const { total } = await filtered(tx, filter)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const sort = filter.sort ?? '-created_at';
  const size = filter.page_size ?? DEFAULT_PAGE_SIZE;
  const rows = await withUsage(tx, filter, at)
    .orderBy(`t.${columnOf(sort)}`, (order) => (sort.startsWith('-') ? order.desc() : order.asc()).nullsLast())
    .orderBy('t.id')
    .limit(size)
    .offset(((filter.page ?? 1) - 1) * size)
    .execute();
  return { rows: rows.map((row) => toTenant(row, at)), total: Number(total) };
}

export async function findOperatedTenant(tx: Tx, id: string, at: Date): Promise<TenantRow | null> {
  const row = await withUsage(tx, {}, at).where('t.id', '=', id).executeTakeFirst();
  return row ? toTenant(row, at) : null;
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
}

export async function changeTenant(tx: Tx, id: string, change: TenantChange): Promise<void> {
  await tx.updateTable('tenants').set(change).where('id', '=', id).execute();
}
