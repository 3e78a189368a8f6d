// Clicks and impressions that are paid for themselves, in daily lots per offer, publisher and version of the terms. A lot is
// booked when its day has ended in the tenant's zone, and keeps the zone it was booked in; what trackers ship later is booked as the difference, under the next
// revision and at the price of its own moment, for three days. After that a person decides (late-lots.ts).
import { formatMoney } from '@tributary/contract/money';
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { type AuditedCall, recordAudits } from '../../audit/index.ts';
import { record, takeHead } from '../../ledger/index.ts';
import { hasPaidByEvent } from '../../offers/index.ts';
import {
  type BookedDay,
  bookedDayBefore,
  bookedDaysNamed,
  tenantIds,
  termsOfTenant,
  type Zones,
} from '../../tenancy/index.ts';
import { bySystem, type ReceiptDeps } from '../receipts/process-receipt.ts';
import { type DayToBook, dayToBook, lateLotsToFind } from '../topics.ts';
import { countLots, sumOf } from './count-lots.ts';
import { type LotLine, lockLots, lotName, type StoredLot, saveLots } from './lots.repo.ts';

/** late rows change a lot for this many days */
const LOOK_BACK_DAYS = 3;
/** the first day whose lots are still booked by themselves: what is older waits for a person */
export const firstBookable = (zones: Zones, now: Date): BookedDay => bookedDayBefore(zones, now, LOOK_BACK_DAYS);

/** hourly: the days that have ended in each tenant's own zone */
export async function announceDays(database: Database, now: Date): Promise<void> {
  for (const tenantId of await database.withoutTenant(tenantIds)) {
    await database.withTenant(tenantId, systemActor, async (tx) => {
      if (!(await hasPaidByEvent(tx))) return;
      const { zones } = await termsOfTenant(tx, tenantId);
      for (let back = 1; back <= LOOK_BACK_DAYS; back++) {
        const { day, timeZone } = bookedDayBefore(zones, now, back);
        await emit(tx, tenantId, dayToBook, { day, time_zone: timeZone });
      }
    });
  }
}

/** daily: those before */
export async function announceLateDays(database: Database, now: Date): Promise<void> {
  for (const tenantId of await database.withoutTenant(tenantIds)) {
    await database.withTenant(tenantId, systemActor, async (tx) => {
      if (!(await hasPaidByEvent(tx))) return;
      const { zones } = await termsOfTenant(tx, tenantId);
      await emit(tx, tenantId, lateLotsToFind, { before: firstBookable(zones, now).day });
    });
  }
}

/** rows only ever come: a lot that would lose events was counted wrongly, and is left for the verifier to name */
const onlyGrows = (was: readonly LotLine[], is: readonly LotLine[]): boolean => {
  const name = ({ from, country }: LotLine) => `${from}/${country}`;
  const now = new Map(is.map((line) => [name(line), line.events]));
  return was.every((line) => (now.get(name(line)) ?? 0n) >= line.events);
};

export async function bookDay(
  { database, clock }: ReceiptDeps,
  tenantId: string,
  { day: name, time_zone: timeZone, however_late: howeverLate = false }: DayToBook,
): Promise<void> {
  const by = bySystem(tenantId, clock);
  await database.withTenant(tenantId, systemActor, async (tx) => {
    await takeHead(tx, tenantId);
    const { zones } = await termsOfTenant(tx, tenantId);
    // the queue may have been long: what is late now waits for a person, whenever the job was written
    const first = firstBookable(zones, clock.now());
    for (const day of bookedDaysNamed(zones, name, timeZone)) {
      if (howeverLate || day.start >= first.start) await bookOne(tx, by, zones, day);
    }
  });
}

async function bookOne(tx: Tx, by: AuditedCall, zones: Zones, booked: BookedDay): Promise<void> {
  const { day } = booked;
  const counted = await countLots(tx, { tenantId: by.tenant.id, zones }, [booked]);
  const known = new Map((await lockLots(tx, booked)).map((lot) => [lotName(lot), lot]));
  const changes = counted.flatMap((lot): LotChange[] => {
    const was = known.get(lotName(lot)) ?? null;
    if (was && (was.lines === null || !onlyGrows(was.lines, lot.lines))) return [];
    const sum = sumOf(lot.lines);
    if (was?.lines && sumOf(was.lines).events === sum.events) return [];
    const corrected = was?.corrected ?? { revenue: 0n, payout: 0n };
    const is = {
      ...lot,
      corrected,
      events: sum.events,
      revenue: sum.revenue + corrected.revenue,
      payout: sum.payout + corrected.payout,
    };
    const unit = lot.model === 'CPC' ? 'clicks' : 'impressions';
    return [{ was, is, reason: `${lot.model} lot of ${day}: ${sum.events} ${unit}, terms ${lot.version}` }];
  });
  await bookLots(tx, by, changes, 'lot.booked');
}

export interface LotChange {
  was: StoredLot | null;
  is: Omit<StoredLot, 'id' | 'revision'>;
  reason: string;
}

type LotAction = 'lot.booked' | 'lot.corrected' | 'lot.late-booked';

/** rows, transfers of the difference, and the trail; the ledger's head must be held */
export async function bookLots(
  tx: Tx,
  by: AuditedCall,
  changes: readonly LotChange[],
  action: LotAction,
): Promise<void> {
  for (let at = 0; at < changes.length; at += AT_ONCE) await bookSome(tx, by, changes.slice(at, at + AT_ONCE), action);
}

/** a statement takes only so many parameters */
const AT_ONCE = 1_000;

async function bookSome(tx: Tx, by: AuditedCall, changes: readonly LotChange[], action: LotAction): Promise<void> {
  const now = by.clock.now();
  const lots = changes.map(({ is }) => is);
  const stored = new Map((await saveLots(tx, by.tenant.id, lots, now)).map((lot) => [lotName(lot), lot]));
  const booked = changes.flatMap((change) => {
    const row = stored.get(lotName(change.is));
    return row ? [{ ...change, row }] : [];
  });
  const transfers = booked.flatMap(({ was, is, reason, row }) => {
    const base = {
      subject: { kind: 'lot' as const, id: row.id },
      phase: 'direct' as const,
      revision: row.revision,
      currency: is.currency,
      reason,
    };
    return [
      { ...base, leg: 'revenue' as const, ownerId: is.advertiserId, amount: is.revenue - (was?.revenue ?? 0n) },
      { ...base, leg: 'payout' as const, ownerId: is.publisherId, amount: is.payout - (was?.payout ?? 0n) },
    ];
  });
  await record(tx, by.tenant.id, transfers, now);
  await recordAudits(
    tx,
    by,
    booked.map(({ was, is, reason, row }) => ({
      action,
      objectKind: 'lot',
      objectId: row.id,
      before: was && shown(was),
      after: { day: is.day, time_zone: is.timeZone, terms: is.version, ...shown(is), reason },
    })),
  );
}

const shown = ({ events, revenue, payout }: Pick<StoredLot, 'events' | 'revenue' | 'payout'>) => ({
  events: Number(events),
  revenue: formatMoney(revenue),
  payout: formatMoney(payout),
});
