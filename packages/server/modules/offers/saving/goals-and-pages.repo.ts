// An offer's goals and landing pages. Number 1 is the default of each. A row that leaves the form is kept as removed:
// conversions and links name it, and it comes back with its number when the same is wanted again.
import type { GoalCount } from '@tributary/contract/offers/offer-terms';
import type { OfferFields } from '@tributary/contract/offers/offers';
import type { Tx } from '../../../platform/db/database.ts';
import { basisPointsOf, DEFAULT_NUMBER, type StoredGoal, type StoredLandingPage } from './offer-fields.ts';
import { reconcile } from './reconcile.ts';

export interface OfOffer<Row> {
  offerId: string;
  row: Row;
}

export async function goalsOf(tx: Tx, offerIds: readonly string[]): Promise<Map<string, StoredGoal[]>> {
  if (offerIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('offer_goals')
    .select([
      'id',
      'offer_id',
      'number',
      'name',
      'token',
      'revenue_micros',
      'revenue_basis_points',
      'payout_micros',
      'payout_basis_points',
      'counted_by',
    ])
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
        name: row.name,
        token: row.token,
        revenueMicros: BigInt(row.revenue_micros),
        revenueBasisPoints: row.revenue_basis_points,
        payoutMicros: BigInt(row.payout_micros),
        payoutBasisPoints: row.payout_basis_points,
        // the check constraint keeps it within its list
        countedBy: row.counted_by as GoalCount | null,
      },
    })),
  );
}

/** those that were removed as well: the history still speaks of them */
export async function goalNamesOf(tx: Tx, offerId: string): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('offer_goals').select(['id', 'name']).where('offer_id', '=', offerId).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function landingPagesOf(tx: Tx, offerIds: readonly string[]): Promise<Map<string, StoredLandingPage[]>> {
  if (offerIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('offer_landing_pages')
    .select(['id', 'offer_id', 'number', 'name', 'url'])
    .where('offer_id', 'in', [...offerIds])
    .where('removed_at', 'is', null)
    .orderBy('number')
    .execute();
  return grouped(rows.map(({ offer_id, ...row }) => ({ offerId: offer_id, row })));
}

export function grouped<Row>(rows: readonly OfOffer<Row>[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const { offerId, row } of rows) {
    const group = groups.get(offerId);
    if (group) group.push(row);
    else groups.set(offerId, [row]);
  }
  return groups;
}

export interface Place {
  tenantId: string;
  offerId: string;
  at: Date;
}

const amountsOf = (goal: Pick<OfferFields, 'revenue' | 'revenue_percent' | 'payout' | 'payout_percent'>) => ({
  revenue_micros: goal.revenue,
  revenue_basis_points: basisPointsOf(goal.revenue_percent),
  payout_micros: goal.payout,
  payout_basis_points: basisPointsOf(goal.payout_percent),
});

export async function saveGoals(tx: Tx, { tenantId, offerId, at }: Place, fields: OfferFields): Promise<void> {
  const standard = { name: fields.default_goal_name ?? 'Default', token: '' };
  const wanted = [
    {
      ...standard,
      revenue: fields.revenue,
      revenue_percent: fields.revenue_percent,
      payout: fields.payout,
      payout_percent: fields.payout_percent,
      counted_by: fields.counted_by,
    },
    ...fields.goals.filter(({ token }) => token !== ''),
  ];
  const rows = await tx
    .selectFrom('offer_goals')
    .select(['id', 'number', 'token', 'removed_at'])
    .where('offer_id', '=', offerId)
    .orderBy('number')
    .execute();
  const { kept, added, left } = reconcile(rows, wanted, [
    (row, want) => row.token === want.token && row.removed_at === null,
    (row, want) => row.token === want.token,
  ]);
  const removed = left.filter(({ removed_at }) => removed_at === null);
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id);
    await tx.updateTable('offer_goals').set({ removed_at: at }).where('id', 'in', ids).execute();
  }
  for (const [row, goal] of kept) {
    await tx
      .updateTable('offer_goals')
      .set({ name: goal.name, counted_by: goal.counted_by, ...amountsOf(goal), removed_at: null })
      .where('id', '=', row.id)
      .execute();
  }
  const first = nextNumber(rows);
  if (added.length === 0) return;
  await tx
    .insertInto('offer_goals')
    .values(
      added.map((goal, index) => ({
        tenant_id: tenantId,
        offer_id: offerId,
        number: first + index,
        name: goal.name,
        token: goal.token,
        counted_by: goal.counted_by,
        ...amountsOf(goal),
      })),
    )
    .execute();
}

export async function saveLandingPages(tx: Tx, { tenantId, offerId, at }: Place, fields: OfferFields): Promise<void> {
  const standard = { name: fields.default_landing_page_name, url: fields.default_campaign_url, isDefault: true };
  const wanted = [standard, ...fields.landing_pages.map((page) => ({ ...page, isDefault: false }))];
  const rows = await tx
    .selectFrom('offer_landing_pages')
    .select(['id', 'number', 'name', 'url', 'removed_at'])
    .where('offer_id', '=', offerId)
    .orderBy('number')
    .execute();
  const isFurther = (row: { number: number }, want: { isDefault: boolean }) =>
    !want.isDefault && row.number !== DEFAULT_NUMBER;
  const { kept, added, left } = reconcile(rows, wanted, [
    (row, want) => want.isDefault && row.number === DEFAULT_NUMBER,
    (row, want) => isFurther(row, want) && row.name === want.name && row.removed_at === null,
    (row, want) => isFurther(row, want) && row.url === want.url,
  ]);
  const removed = left.filter(({ removed_at }) => removed_at === null);
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id);
    await tx.updateTable('offer_landing_pages').set({ removed_at: at }).where('id', 'in', ids).execute();
  }
  for (const [row, { name, url }] of kept) {
    await tx.updateTable('offer_landing_pages').set({ name, url, removed_at: null }).where('id', '=', row.id).execute();
  }
  const first = nextNumber(rows);
  if (added.length === 0) return;
  await tx
    .insertInto('offer_landing_pages')
    .values(
      added.map(({ name, url }, index) => ({
        tenant_id: tenantId,
        offer_id: offerId,
        number: first + index,
        name,
        url,
      })),
    )
    .execute();
}

/** numbers are never given twice, not even after a removal */
export const nextNumber = (rows: readonly { number: number }[]): number =>
  rows.reduce((highest, { number }) => Math.max(highest, number), 0) + 1;
