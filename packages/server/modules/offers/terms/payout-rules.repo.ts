// An offer's payout rules.
import type { Tx } from '../../../platform/db/database.ts';
import { grouped, nextNumber, type Place } from '../saving/goals-and-pages.repo.ts';
import { reconcile } from '../saving/reconcile.ts';
import type { PayoutRule } from './payout-rules.ts';

const ruleColumns = [
  'id',
  'offer_id',
  'number',
  'publisher_id',
  'goal_id',
  'countries',
  'source',
  'from_conversions',
  'starts_at',
  'ends_at',
  'payout_micros',
  'payout_basis_points',
  'revenue_micros',
  'revenue_basis_points',
] as const;

const micros = (value: string | null): bigint | null => (value === null ? null : BigInt(value));

const ruleRows = (tx: Tx) => tx.selectFrom('offer_payout_rules').select(ruleColumns).orderBy('number');

const toRule = (row: Awaited<ReturnType<ReturnType<typeof ruleRows>['execute']>>[number]): PayoutRule => ({
  id: row.id,
  number: row.number,
  publisherId: row.publisher_id,
  goalId: row.goal_id,
  countries: row.countries,
  source: row.source,
  fromConversions: row.from_conversions,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  payoutMicros: micros(row.payout_micros),
  payoutBasisPoints: row.payout_basis_points,
  revenueMicros: micros(row.revenue_micros),
  revenueBasisPoints: row.revenue_basis_points,
});

export async function payoutRulesOf(tx: Tx, offerIds: readonly string[]): Promise<Map<string, PayoutRule[]>> {
  if (offerIds.length === 0) return new Map();
  const rows = await ruleRows(tx)
    .where('offer_id', 'in', [...offerIds])
    .where('removed_at', 'is', null)
    .execute();
  return grouped(rows.map((row) => ({ offerId: row.offer_id, row: toRule(row) })));
}

async function removedRules(tx: Tx, offerId: string, ids: ReadonlySet<string>): Promise<PayoutRule[]> {
  if (ids.size === 0) return [];
  const removed = ruleRows(tx).where('offer_id', '=', offerId).where('removed_at', 'is not', null);
  return (await removed.where('id', 'in', [...ids]).execute()).map(toRule);
}

export type NewPayoutRule = Omit<PayoutRule, 'id' | 'number'>;

const ruleKey = (rule: NewPayoutRule): string =>
  [
    rule.publisherId,
    rule.goalId,
    [...rule.countries].sort().join(','),
    rule.source,
    rule.fromConversions,
    rule.startsAt?.getTime(),
    rule.endsAt?.getTime(),
    rule.payoutMicros,
    rule.payoutBasisPoints,
    rule.revenueMicros,
    rule.revenueBasisPoints,
  ].join('|');

/**
 * A rule is never altered, only replaced: a conversion must be able to say by which terms it was paid. `returning`: rules that were
 * removed and come back with their number, which decides between equals, where the same is wanted.
 */
export async function savePayoutRules(
  tx: Tx,
  { tenantId, offerId, at }: Place,
  wanted: readonly NewPayoutRule[],
  returning: ReadonlySet<string> = new Set(),
): Promise<void> {
  const live = (await payoutRulesOf(tx, [offerId])).get(offerId) ?? [];
  const removed = await removedRules(tx, offerId, returning);
  const isLive = (row: PayoutRule): boolean => live.includes(row);
  const isSame = (row: PayoutRule, want: NewPayoutRule): boolean => ruleKey(row) === ruleKey(want);
  const { kept, added, left } = reconcile([...live, ...removed], wanted, [
    (row, want) => isLive(row) && isSame(row, want),
    isSame,
  ]);
  for (const { id } of left.filter(isLive)) {
    await tx.updateTable('offer_payout_rules').set({ removed_at: at }).where('id', '=', id).execute();
  }
  for (const [{ id }] of kept.filter(([row]) => !isLive(row))) {
    await tx.updateTable('offer_payout_rules').set({ removed_at: null }).where('id', '=', id).execute();
  }
  if (added.length === 0) return;
  const all = await tx.selectFrom('offer_payout_rules').select('number').where('offer_id', '=', offerId).execute();
  const first = nextNumber(all);
  await tx
    .insertInto('offer_payout_rules')
    .values(
      added.map((rule, index) => ({
        tenant_id: tenantId,
        offer_id: offerId,
        number: first + index,
        publisher_id: rule.publisherId,
        goal_id: rule.goalId,
        countries: [...rule.countries],
        source: rule.source,
        from_conversions: rule.fromConversions,
        starts_at: rule.startsAt,
        ends_at: rule.endsAt,
        payout_micros: rule.payoutMicros,
        payout_basis_points: rule.payoutBasisPoints,
        revenue_micros: rule.revenueMicros,
        revenue_basis_points: rule.revenueBasisPoints,
      })),
    )
    .execute();
}
