// Link rules and how each of their targets stands.
import { type LinkRuleBody, linkRuleList, type TargetState } from '@tributary/contract/trust/link-rules';
import type { TestResult } from '@tributary/contract/trust/tester-words';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { isId } from '../../../platform/ids.ts';
import { among } from '../../../platform/lists/conditions.ts';
import { byTime } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { auditRows } from '../../audit/index.ts';
import { offerRows } from '../../offers/index.ts';

/** the worst first */
const WORST = sql`array_position(array['paused', 'failing', 'waiting', 'ok'], t.state)`;
const stateOf = sql<TargetState>`coalesce((select t.state from link_rule_targets t
  where t.tenant_id = l.tenant_id and t.rule_id = l.id order by ${WORST} limit 1), 'waiting')`;
const counted = (what: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from link_rule_targets t
    where t.tenant_id = l.tenant_id and t.rule_id = l.id and ${what})`;

const from = (tx: Tx) => tx.selectFrom('link_rules as l');
const selected = (query: ReturnType<typeof from>) =>
  query.selectAll('l').select([
    stateOf.as('state'),
    counted(sql`t.offer_id is not null`).as('offers'),
    counted(sql`t.state in ('failing', 'paused')`).as('failing'),
    sql<Date | null>`(select max(t.checked_at) from link_rule_targets t
        where t.tenant_id = l.tenant_id and t.rule_id = l.id)`.as('checked_at'),
  ]);
export type FoundRule = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

const key = byTime('l.created_at', 'l.id');
export const linkRules = inBatches(
  countedList(linkRuleList, {
    from,
    rows: selected,
    filters: {
      q: (_eb, text) =>
        sql<boolean>`(lower(l.name) like ${likePattern(text)} or lower(coalesce(l.url, '')) like ${likePattern(text)})`,
      state: (_eb, states) => sql<boolean>`${stateOf} = any(${among(states)}::text[])`,
      action: (eb, actions) => eb('l.action', 'in', among(actions)),
      enabled: (eb) => eb('l.enabled', '=', true),
    },
    sorts: { name: 'l.name', every_hours: 'l.every_hours', created_at: 'l.created_at' },
    sort: '-created_at',
    tie: ['l.id', 'desc'],
  }),
  { key, cursorOf: ({ created_at: at, id }) => key.cursorOf({ at, id }) },
);

export async function findRule(tx: Tx, id: string): Promise<FoundRule | null> {
  if (!isId(id)) return null;
  return (await selected(from(tx)).where('l.id', '=', id).executeTakeFirst()) ?? null;
}

export const targetsOf = (tx: Tx, ruleId: string) =>
  tx
    .selectFrom('link_rule_targets as t')
    .leftJoin(offerRows.as('o'), (join) =>
      join.onRef('o.tenant_id', '=', 't.tenant_id').onRef('o.id', '=', 't.offer_id'),
    )
    .selectAll('t')
    .select(['o.number as offer_number', 'o.title as offer_title'])
    .where('t.rule_id', '=', ruleId)
    .orderBy('o.number')
    .execute();
export type FoundTarget = Awaited<ReturnType<typeof targetsOf>>[number];

export async function countRules(tx: Tx): Promise<{ rules: number; targets: number }> {
  const { rows } = await sql<{ rules: number; targets: number }>`
    select (select count(*)::int from link_rules) as rules, (select count(*)::int from link_rule_targets) as targets`.execute(
    tx,
  );
  return rows[0] ?? { rules: 0, targets: 0 };
}

const columnsOf = ({ offer_ids: _targets, ...fields }: LinkRuleBody) => fields;

export async function addRule(
  tx: Tx,
  place: { tenantId: string; id: string; at: Date },
  body: LinkRuleBody,
): Promise<void> {
  await tx
    .insertInto('link_rules')
    .values({ tenant_id: place.tenantId, id: place.id, created_at: place.at, ...columnsOf(body) })
    .execute();
  await saveTargets(tx, place, body);
}

export async function changeRule(
  tx: Tx,
  place: { tenantId: string; id: string; at: Date },
  body: LinkRuleBody,
): Promise<void> {
  await tx.updateTable('link_rules').set(columnsOf(body)).where('id', '=', place.id).execute();
  await saveTargets(tx, place, body);
}

/** those that stay keep how they stand; an address that was changed is another target */
async function saveTargets(
  tx: Tx,
  { tenantId, id, at }: { tenantId: string; id: string; at: Date },
  { offer_ids: offers, url }: LinkRuleBody,
): Promise<void> {
  await sql`delete from link_rule_targets where rule_id = ${id}
    and (${url !== null} <> (offer_id is null) or (offer_id is not null and offer_id <> all(${offers}::uuid[])))`.execute(
    tx,
  );
  const wanted: (string | null)[] = url === null ? offers : [null];
  await sql`insert into link_rule_targets (tenant_id, rule_id, offer_id, next_at)
    select ${tenantId}::uuid, ${id}::uuid, o, ${at} from unnest(${wanted}::uuid[]) o
    on conflict (tenant_id, rule_id, offer_id) do nothing`.execute(tx);
}

export const removeRule = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('link_rules').where('id', '=', id).execute();
};

/** which of these are offers of the workspace that the reader sees */
export async function offersAmong(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom(offerRows.as('o'))
    .select('o.id')
    .where(sql<boolean>`o.id = any(${ids.filter(isId)}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** its next look is set at once: whoever asks meanwhile does not find it due a second time */
export async function takeDue(
  tx: Tx,
  now: Date,
  most: number,
  ruleId?: string,
): Promise<{ id: string; host: string }[]> {
  const which = ruleId === undefined ? sql`t.next_at <= ${now}` : sql`t.rule_id = ${ruleId}`;
  const { rows } = await sql<{ id: string; url: string | null }>`
    with due as (
      select t.tenant_id, t.id from link_rule_targets t
      join link_rules l on l.tenant_id = t.tenant_id and l.id = t.rule_id
      where l.enabled and ${which} order by t.next_at limit ${most} for update of t skip locked)
    update link_rule_targets t set next_at = ${now}::timestamptz + make_interval(hours => l.every_hours)
    from due, link_rules l
    where t.tenant_id = due.tenant_id and t.id = due.id and l.tenant_id = t.tenant_id and l.id = t.rule_id
    returning t.id, l.url`.execute(tx);
  return rows.map(({ id, url }) => ({ id, host: url !== null && URL.canParse(url) ? new URL(url).host : '' }));
}

export async function lockTarget(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('link_rule_targets as t')
    .selectAll('t')
    .where('t.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export interface TargetChange {
  state: TargetState;
  failures: number;
  successes: number;
  pauseEntry: string | null;
}

export async function saveTarget(
  tx: Tx,
  id: string,
  change: TargetChange & { checkedAt: Date; result: TestResult; runId: string },
): Promise<void> {
  await tx
    .updateTable('link_rule_targets')
    .set({
      state: change.state,
      failures: change.failures,
      successes: change.successes,
      pause_entry: change.pauseEntry,
      checked_at: change.checkedAt,
      result: change.result,
      run_id: change.runId,
    })
    .where('id', '=', id)
    .execute();
}

/** the newest entry of the trail that changed the status of an offer */
export async function lastStatusEntry(tx: Tx, offerId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select a.id from ${auditRows} a
    where a.object_kind = 'offer' and a.object_id = ${offerId} and a.after ? 'status'
    order by a.id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}
