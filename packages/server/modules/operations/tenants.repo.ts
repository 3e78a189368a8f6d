// All tenants as the operator sees them: plan, trial and this month's usage.
import { type ListReply, type OperatedTenant, tenantList } from '@tributary/contract';
import { type PlanId, plans } from '@tributary/contract/site/plans';
import { sql } from 'kysely';
import type { z } from 'zod';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { among } from '../../platform/lists/conditions.ts';
import { countedList } from '../../platform/lists/sql-list.ts';
import { tenantRows, trialLeft, usageRows } from '../tenancy/index.ts';

export type TenantRow = z.output<typeof OperatedTenant>;

const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

/** the platform's own row is not among them */
const tenants = (tx: Tx) => tx.selectFrom(tenantRows.as('t')).where('t.subdomain', 'is not', null);

const withUsage = (query: ReturnType<typeof tenants>, at: Date) =>
  query
    .leftJoin(usageRows.as('u'), (join) =>
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

const listed = countedList(tenantList, {
  from: (tx: Tx, _scope: { at: Date }) => tenants(tx),
  rows: (query, { at }) => withUsage(query, at),
  filters: {
    status: (eb, status) => eb('t.status', 'in', among(status)),
    plan_kind: (eb, kinds) => eb('t.plan_kind', 'in', among(kinds)),
    q: (eb, text) =>
      eb.or([
        eb('t.subdomain', 'like', likePattern(text)),
        eb(eb.fn('lower', ['t.display_name']), 'like', likePattern(text)),
      ]),
  },
  sorts: {
    subdomain: 't.subdomain',
    created_at: 't.created_at',
    plan: 't.plan',
    plan_ends_at: { by: 't.plan_ends_at', empty: 'last' },
    status: 't.status',
  },
  sort: '-created_at',
  tie: ['t.id', 'asc'],
});

export async function pageOfTenants(
  tx: Tx,
  query: z.output<typeof tenantList.query>,
  at: Date,
): Promise<ListReply<TenantRow>> {
  const { rows, total } = await listed.page(tx, query, { at });
  return { rows: rows.map((row) => toTenant(row, at)), total };
}

export async function findOperatedTenant(tx: Tx, id: string, at: Date): Promise<TenantRow | null> {
  const row = await withUsage(tenants(tx), at).where('t.id', '=', id).executeTakeFirst();
  return row ? toTenant(row, at) : null;
}
