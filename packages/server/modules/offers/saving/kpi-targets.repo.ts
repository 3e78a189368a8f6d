// The rates between goals that an offer demands. Nothing names a row, so a changed list replaces the old one.
import type { KpiOp } from '@tributary/contract/offers/kpi';
import type { Tx } from '../../../platform/db/database.ts';
import { grouped, type Place } from './goals-and-pages.repo.ts';

export interface KpiTarget {
  /** null: of clicks */
  fromGoalId: string | null;
  toGoalId: string;
  op: KpiOp;
  rateBasisPoints: number;
  minSample: number;
}

/** targets whose goals are still the offer's, in the order of the goals: those that come back with a goal find their place */
export async function kpiTargetsOf(tx: Tx, offerIds: readonly string[]): Promise<Map<string, KpiTarget[]>> {
  if (offerIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('offer_kpi_targets as k')
    .innerJoin('offer_goals as t', 't.id', 'k.to_goal_id')
    .leftJoin('offer_goals as f', 'f.id', 'k.from_goal_id')
    .select(['k.offer_id', 'k.from_goal_id', 'k.to_goal_id', 'k.op', 'k.rate_basis_points', 'k.min_sample'])
    .where('k.offer_id', 'in', [...offerIds])
    .where('t.removed_at', 'is', null)
    .where('f.removed_at', 'is', null)
    .orderBy('f.number', (order) => order.asc().nullsFirst())
    .orderBy('t.number')
    .orderBy('k.op')
    .execute();
  return grouped(
    rows.map((row) => ({
      offerId: row.offer_id,
      row: {
        fromGoalId: row.from_goal_id,
        toGoalId: row.to_goal_id,
        // the check constraint keeps it within the list
        op: row.op as KpiOp,
        rateBasisPoints: row.rate_basis_points,
        minSample: row.min_sample,
      },
    })),
  );
}

export async function saveKpiTargets(
  tx: Tx,
  { tenantId, offerId }: Omit<Place, 'at'>,
  wanted: readonly KpiTarget[],
): Promise<void> {
  // those of a goal that was removed stay: with the goal they come back
  await tx
    .deleteFrom('offer_kpi_targets')
    .where('offer_id', '=', offerId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('offer_goals as g')
            .select('g.id')
            .where('g.removed_at', 'is not', null)
            .where((goal) =>
              goal.or([
                goal('g.id', '=', goal.ref('offer_kpi_targets.to_goal_id')),
                goal('g.id', '=', goal.ref('offer_kpi_targets.from_goal_id')),
              ]),
            ),
        ),
      ),
    )
    .execute();
  if (wanted.length === 0) return;
  await tx
    .insertInto('offer_kpi_targets')
    .values(
      wanted.map((target) => ({
        tenant_id: tenantId,
        offer_id: offerId,
        from_goal_id: target.fromGoalId,
        to_goal_id: target.toGoalId,
        op: target.op,
        rate_basis_points: target.rateBasisPoints,
        min_sample: target.minSample,
      })),
    )
    .execute();
}
