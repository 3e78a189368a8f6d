// What trackers ship more than three days after its day: found by comparing old days with their lots, listed, and booked or
// dismissed by a person with a reason.
import type { SignedInCall } from '../../../http/call.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { systemActor, type Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { startOf } from '../../../platform/zone.ts';
import { sentence } from '../../../words/sentences.ts';
import { managersWhoFind } from '../../accounts/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { takeHead } from '../../ledger/index.ts';
import { notifyEach } from '../../notifications/index.ts';
import { bookedDaysBetween, termsOfTenant, zoneAt } from '../../tenancy/index.ts';
import type { ReceiptDeps } from '../receipts/process-receipt.ts';
import { countLots, sumOf } from './count-lots.ts';
import { closeLate, dismissedBetween, foundAt, type LateLot, lockLate, saveLate } from './late-lots.repo.ts';
import { type LotLine, lockLots, lotName } from './lots.repo.ts';
import { bookLots, firstBookable } from './lots.ts';

/** days that are looked at again; whatever is older was shipped by nobody for a month */
const DAYS_LOOKED_AT = 31;

const lineName = ({ from, country }: LotLine): string => `${from}/${country}`;

/** line by line; `sign` −1 leaves what is in the first and not yet in the second */
function combine(lines: readonly LotLine[], others: readonly LotLine[], sign: 1n | -1n): LotLine[] {
  const sums = new Map(lines.map((line) => [lineName(line), line]));
  for (const other of others) {
    const { from, country } = other;
    const line = sums.get(lineName(other)) ?? { from, country, events: 0n, revenue: 0n, payout: 0n };
    sums.set(lineName(other), {
      from,
      country,
      events: line.events + sign * other.events,
      revenue: line.revenue + sign * other.revenue,
      payout: line.payout + sign * other.payout,
    });
  }
  return [...sums.values()].filter(({ events }) => events !== 0n);
}

/** the day before `before` and those before it */
export async function findLateLots(
  { database, clock }: ReceiptDeps,
  tenantId: string,
  before: string,
  jobId: string,
): Promise<void> {
  await database.withTenant(tenantId, systemActor, async (tx) => {
    await takeHead(tx, tenantId);
    const { zones } = await termsOfTenant(tx, tenantId);
    // a zone may have changed since it was asked for: no day is looked at that is still booked by itself
    const asked = startOf(before, zoneAt(zones, clock.now()));
    const end = new Date(Math.min(asked.getTime(), firstBookable(zones, clock.now()).start.getTime()));
    const start = new Date(asked.getTime() - DAYS_LOOKED_AT * DAY_MS);
    const days = bookedDaysBetween(zones, start, end).filter((day) => day.end <= end);
    const span = { start: days[0]?.start ?? start, end };
    const counted = await countLots(tx, { tenantId, zones }, days);
    const booked = new Map((await lockLots(tx, span)).map((lot) => [lotName(lot), lot]));
    const dismissed = new Map<string, LotLine[]>();
    for (const lot of await dismissedBetween(tx, span.start, span.end)) {
      dismissed.set(lotName(lot), [...(dismissed.get(lotName(lot)) ?? []), ...lot.lines]);
    }
    const late = counted.flatMap((lot): LateLot[] => {
      const lines = booked.has(lotName(lot)) ? (booked.get(lotName(lot))?.lines ?? null) : [];
      // closed: booked before terms were dated, by prices nobody can tell any more
      if (lines === null) return [];
      const accounted = combine(lines, dismissed.get(lotName(lot)) ?? [], 1n);
      const left = combine(lot.lines, accounted, -1n);
      // rows only ever come: fewer than were booked is for the verifier to name
      if (left.length === 0 || left.some(({ events }) => events < 0n)) return [];
      return [{ ...lot, lines: left, ...sumOf(left) }];
    });
    const at = clock.now();
    const found = await saveLate(tx, tenantId, late, at);
    if (found === 0) return;
    const managers = await managersWhoFind(tx, 'conversions', async () => (await foundAt(tx, at)) || null);
    const news = { tenantId, cause: jobId, kind: 'late-lots', at } as const;
    await notifyEach(tx, { ...news, path: '/am/reports/conversions/late?state=waiting' }, managers, (manager) =>
      sentence('late-lots.found', { count: manager.found }),
    );
  });
}

export async function decideLateLot(
  tx: Tx,
  call: SignedInCall,
  id: string,
  { decision, reason }: { decision: 'book' | 'dismiss'; reason: string },
): Promise<{ id: string }> {
  await takeHead(tx, call.tenant.id);
  const late = isId(id) ? await lockLate(tx, id) : null;
  if (!late) throw new Fault('not_found');
  if (late.state !== 'waiting') throw new Fault('conflict', `This was ${late.state} already.`);
  if (decision === 'book') await bookLate(tx, call, late, reason);
  const state = decision === 'book' ? 'booked' : 'dismissed';
  await closeLate(tx, id, { state, reason, at: call.clock.now(), by: call.principal.userId });
  await recordAudit(tx, call, {
    action: `late-lot.${state}`,
    objectKind: 'late-lot',
    objectId: id,
    after: { day: late.day, terms: late.version, events: Number(late.events), reason },
  });
  return { id };
}

async function bookLate(tx: Tx, call: SignedInCall, late: LateLot, reason: string): Promise<void> {
  const { day, timeZone, begins, offerId, publisherId, version, advertiserId, model, currency } = late;
  const key = { day, timeZone, begins, offerId, publisherId, version };
  const near = { start: new Date(begins.getTime() - DAY_MS), end: new Date(begins.getTime() + DAY_MS) };
  const was = (await lockLots(tx, near)).find((lot) => lotName(lot) === lotName(key)) ?? null;
  if (was?.lines === null) throw new Fault('conflict', 'This lot is closed. Please correct it by its amounts.');
  const is = {
    ...key,
    advertiserId,
    model,
    currency,
    lines: combine(was?.lines ?? [], late.lines, 1n),
    corrected: was?.corrected ?? { revenue: 0n, payout: 0n },
    events: (was?.events ?? 0n) + late.events,
    revenue: (was?.revenue ?? 0n) + late.revenue,
    payout: (was?.payout ?? 0n) + late.payout,
  };
  await bookLots(tx, call, [{ was, is, reason: `Late ${model} of ${day}: ${reason}` }], 'lot.late-booked');
}
