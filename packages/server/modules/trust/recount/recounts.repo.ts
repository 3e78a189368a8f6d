// What recounts have found, by day and for each publisher; and the comparison of what the plan has counted.
import { ownRecountList, type RecountDetails, recountList } from '@tributary/contract/trust/recounts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { among } from '../../../platform/lists/conditions.ts';
import { byDay } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import type { RecountedConversions } from '../../conversions/index.ts';
import { events, type RecountedPublisher } from '../../events/index.ts';
import { usageRows } from '../../tenancy/index.ts';

export type Part = RecountDetails['parts'][number];
export type WaitsFor = NonNullable<RecountDetails['waits_for']>;

const dayText = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;
const dayBegins = (column: string, text: string) => sql<boolean>`${dayText(column)} like ${`${text}%`}`;
const asDay = (day: string) => sql<Date>`${day}::date`;
const columns = ['r.state', 'r.waits_for', 'r.at', 'r.took_ms', 'r.counted', 'r.differences'] as const;

export const recounts = inBatches(
  countedList(recountList, {
    from: (tx: Tx) => tx.selectFrom('recounts as r'),
    rows: (query) => query.select(columns).select(dayText('r.day').as('day')),
    filters: {
      state: (eb, states) => eb('r.state', 'in', among(states)),
      from_day: (eb, day) => eb('r.day', '>=', asDay(day)),
      to_day: (eb, day) => eb('r.day', '<=', asDay(day)),
      q: (_eb, text) => dayBegins('r.day', text),
    },
    sorts: { day: 'r.day', counted: 'r.counted', differences: 'r.differences' },
    sort: '-day',
    tie: ['r.day', 'desc'],
  }),
  { key: byDay('r.day'), cursorOf: ({ day }) => day },
);
export type FoundRecount = Awaited<ReturnType<typeof recounts.page>>['rows'][number];

/** a publisher's own: row-level security shows it no other */
export const ownRecounts = inBatches(
  countedList(ownRecountList, {
    from: (tx: Tx) => tx.selectFrom('recount_publishers as p'),
    rows: (query) => query.select(['p.at', 'p.clicks', 'p.conversions', 'p.differs', dayText('p.day').as('day')]),
    filters: {
      differs: (eb) => eb('p.differs', '=', true),
      from_day: (eb, day) => eb('p.day', '>=', asDay(day)),
      to_day: (eb, day) => eb('p.day', '<=', asDay(day)),
      q: (_eb, text) => dayBegins('p.day', text),
    },
    sorts: { day: 'p.day', clicks: 'p.clicks', conversions: 'p.conversions' },
    sort: '-day',
    tie: ['p.day', 'desc'],
  }),
  { key: byDay('p.day'), cursorOf: ({ day }) => day },
);
export type FoundOwnRecount = Awaited<ReturnType<typeof ownRecounts.page>>['rows'][number];

export async function findRecount(tx: Tx, day: string) {
  const row = await tx
    .selectFrom('recounts as r')
    .select([...columns, 'r.parts', dayText('r.day').as('day')])
    .where('r.day', '=', asDay(day))
    .executeTakeFirst();
  return row ?? null;
}
export type StoredRecount = NonNullable<Awaited<ReturnType<typeof findRecount>>>;

/** what was found before stays until it is counted */
export async function letWait(tx: Tx, tenantId: string, day: string, waits_for: WaitsFor): Promise<void> {
  await tx
    .insertInto('recounts')
    .values({ tenant_id: tenantId, day: asDay(day), state: 'waiting', waits_for })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'day']).doUpdateSet({ state: 'waiting', waits_for }))
    .execute();
}

/** back to what was found before; a day of which nothing was found is as if it had not been asked for */
export async function endWait(tx: Tx, day: string): Promise<void> {
  await sql`delete from recounts where day = ${asDay(day)} and state = 'waiting' and at is null`.execute(tx);
  await sql`update recounts set state = case when differences > 0 then 'differs' else 'agrees' end, waits_for = null
    where day = ${asDay(day)} and state = 'waiting'`.execute(tx);
}

export async function waitingFor(tx: Tx, what: WaitsFor): Promise<string[]> {
  const rows = await tx
    .selectFrom('recounts as r')
    .select(dayText('r.day').as('day'))
    .where('r.waits_for', '=', what)
    .execute();
  return rows.map(({ day }) => day);
}

export async function countWaiting(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('recounts')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export interface Found {
  day: string;
  at: Date;
  tookMs: number;
  parts: readonly Part[];
  publishers: readonly RecountedPublisher[];
  conversions: readonly RecountedConversions[];
}

export async function saveRecount(tx: Tx, tenantId: string, found: Found): Promise<{ differences: number }> {
  const sum = (of: 'counted' | 'differences') => found.parts.reduce((all, part) => all + part[of], 0);
  const differences = sum('differences');
  const row = {
    state: differences > 0 ? 'differs' : 'agrees',
    waits_for: null,
    at: found.at,
    took_ms: found.tookMs,
    counted: sum('counted'),
    differences,
    parts: JSON.stringify(found.parts),
  };
  await tx
    .insertInto('recounts')
    .values({ tenant_id: tenantId, day: asDay(found.day), ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'day']).doUpdateSet(row))
    .execute();
  await savePublishers(tx, tenantId, found);
  return { differences };
}

/** those who had anything, by the numbers that rows know them by */
async function savePublishers(tx: Tx, tenantId: string, { day, at, publishers, conversions }: Found): Promise<void> {
  await sql`delete from recount_publishers where day = ${asDay(day)}`.execute(tx);
  await sql`
    insert into recount_publishers (tenant_id, day, publisher_id, at, clicks, conversions, differs)
    select ${tenantId}::uuid, ${asDay(day)}, u.id, ${at}, coalesce(c.clicks, 0), coalesce(v.conversions, 0),
      coalesce(c.differs, false) or coalesce(v.differs, false)
    from (${accountRows}) u
    left join unnest(${publishers.map(({ publisher }) => publisher)}::int[],
        ${publishers.map(({ billable }) => billable)}::bigint[], ${publishers.map(({ differs }) => differs)}::boolean[])
      c (number, clicks, differs) on c.number = u.user_sequence_id
    left join unnest(${conversions.map(({ publisherId }) => publisherId)}::uuid[],
        ${conversions.map((one) => one.conversions)}::bigint[], ${conversions.map(({ differs }) => differs)}::boolean[])
      v (id, conversions, differs) on v.id = u.id
    where u.tenant_id = ${tenantId} and u.type = 'publisher' and (c.number is not null or v.id is not null)`.execute(
    tx,
  );
}

/** what the plan has counted of clicks in the day's month, UTC, and what there were; in one statement */
export async function countUsage(tx: Tx, tenantId: string, day: string): Promise<{ has: number; should: number }> {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const [start, end] = [new Date(Date.UTC(year, month - 1, 1)), new Date(Date.UTC(year, month, 1))];
  const clicks = await events().billableClicks(tx, tenantId, { start, end });
  const { rows } = await sql<{ has: string; should: string }>`
    select coalesce((select u.clicks from (${usageRows}) u
        where u.tenant_id = ${tenantId} and u.month = ${`${day.slice(0, 7)}-01`}::date), 0) as has,
      (select c.clicks from (${clicks}) c) as should`.execute(tx);
  return { has: Number(rows[0]?.has ?? 0), should: Number(rows[0]?.should ?? 0) };
}

/** of these days, how many differ: a month's list of what is open names them */
export async function countDrift(tx: Tx, first: string, last: string): Promise<number> {
  const row = await tx
    .selectFrom('recounts')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('day', '>=', asDay(first))
    .where('day', '<=', asDay(last))
    .where('differences', '>', 0)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}
