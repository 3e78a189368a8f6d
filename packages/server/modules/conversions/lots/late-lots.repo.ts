// Clicks and impressions that came after their day was closed, and what a person decided about them.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { Amounts } from '../pricing/amounts.ts';
import { type LotKey, type LotLine, LotLines, linesAsJson, lotColumns, readLot } from './lots.repo.ts';

export interface LateLot extends LotKey, Amounts {
  begins: Date;
  advertiserId: string;
  model: 'CPC' | 'CPM';
  currency: string;
  events: bigint;
  lines: LotLine[];
}

const columns = [
  'id',
  'time_zone',
  'begins',
  'offer_id',
  'publisher_id',
  'terms_version',
  'advertiser_id',
  'model',
  'currency',
  'events',
  'revenue_micros',
  'payout_micros',
  'lines',
  'state',
] as const;

const late = (tx: Tx) =>
  tx.selectFrom('late_lots').select(columns).select(sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day_text'));
type Row = Awaited<ReturnType<ReturnType<typeof late>['executeTakeFirstOrThrow']>>;
const read = (row: Row): LateLot & { id: string; state: string } => ({
  ...readLot(row),
  state: row.state,
  lines: LotLines.parse(row.lines),
});

export async function lockLate(tx: Tx, id: string): Promise<(LateLot & { state: string }) | null> {
  const row = await late(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? read(row) : null;
}

/** what people have decided not to book: it is not found again */
export async function dismissedBetween(tx: Tx, start: Date, end: Date): Promise<LateLot[]> {
  const rows = await late(tx)
    .where('state', '=', 'dismissed')
    .where('begins', '>=', start)
    .where('begins', '<', end)
    .execute();
  return rows.map(read);
}

/** one row waits for each lot: what came since the last look is added to it; the number of those that are new */
export async function saveLate(tx: Tx, tenantId: string, lots: readonly LateLot[], at: Date): Promise<number> {
  if (lots.length === 0) return 0;
  const rows = await tx
    .insertInto('late_lots')
    .values(
      lots.map((lot) => ({
        ...lotColumns(tenantId, lot),
        lines: linesAsJson(lot.lines),
        found_at: at,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'day', 'time_zone', 'offer_id', 'publisher_id', 'terms_version'])
        .where('state', '=', 'waiting')
        .doUpdateSet((eb) => ({
          events: eb.ref('excluded.events'),
          revenue_micros: eb.ref('excluded.revenue_micros'),
          payout_micros: eb.ref('excluded.payout_micros'),
          lines: eb.ref('excluded.lines'),
        })),
    )
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .execute();
  return rows.filter(({ is_new }) => is_new).length;
}

/** how many were found at that moment, of those that the transaction sees */
export async function foundAt(tx: Tx, at: Date): Promise<number> {
  const row = await tx
    .selectFrom('late_lots')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('found_at', '=', at)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function closeLate(
  tx: Tx,
  id: string,
  decision: { state: 'booked' | 'dismissed'; reason: string; at: Date; by: string },
): Promise<void> {
  const { state, reason, at, by } = decision;
  await tx
    .updateTable('late_lots')
    .set({ state, reason, decided_at: at, decided_by: by })
    .where('id', '=', id)
    .execute();
}
