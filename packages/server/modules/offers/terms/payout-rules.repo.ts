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

export async function payoutRulesOf(tx: Tx, offerIds: readonly string[]): Promise<Map<string, PayoutRule[]>> {
  if (offerIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('offer_payout_rules')
    .select(ruleColumns)
    .where('offer_id', 'in', [...offerIds])
    .where('removed_at', 'is', null)
    .orderBy('number')
    .execute();
  return grouped(
    rows.map((row) => ({
      offerId: row.offer_id,
      row: {
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
      },
    })),
  );
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

/** a rule is never altered, only replaced: a conversion must be able to say by which terms it was paid */
export async function savePayoutRules(
  tx: Tx,
  { tenantId, offerId, at }: Place,
  wanted: readonly NewPayoutRule[],
): Promise<void> {
  const rows = (await payoutRulesOf(tx, [offerId])).get(offerId) ?? [];
  const { added, left } = reconcile(rows, wanted, [(row, want) => ruleKey(row) === ruleKey(want)]);
  for (const { id } of left) {
    await tx.updateTable('offer_payout_rules').set({ removed_at: at }).where('id', '=', id).execute();
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
