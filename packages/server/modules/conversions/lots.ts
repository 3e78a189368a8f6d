// Clicks and impressions that are paid for themselves, in daily lots per offer and publisher. A lot is booked when its day
// has ended in the tenant's zone; what trackers ship later is booked as the difference, under the next revision.
import { formatMoney } from '@tributary/contract/money';
import { DAY_MS } from '../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { findPartner } from '../accounts/index.ts';
import { type AuditedCall, recordAudit } from '../audit/index.ts';
import { type DailyCount, dailyCounts } from '../events/index.ts';
import { record, takeHead } from '../ledger/index.ts';
import {
  type ConversionTerms,
  choosePayoutRule,
  conversionTerms,
  offersPaidByEvent,
  type PayoutRule,
  payoutRulesOf,
} from '../offers/index.ts';
import { tenantIds, termsOfTenant } from '../tenancy/index.ts';
import type { Amounts } from './amounts.ts';
import { divide } from './exchange.ts';
import { findLot, saveLot } from './lots.repo.ts';
import { bySystem, type ReceiptDesk } from './process-receipt.ts';
import { dayToBook } from './topics.ts';

/** late rows change a lot for this many days */
const LOOK_BACK_DAYS = 3;
const IMPRESSIONS_PER_PRICE = 1_000n;

const dayIn = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);

/** hourly: the days that have ended in each tenant's own zone */
export async function announceDays(database: Database, now: Date): Promise<void> {
  for (const tenantId of await database.withoutTenant(tenantIds)) {
    await database.withTenant(tenantId, systemActor, async (tx) => {
      if ((await offersPaidByEvent(tx)).length === 0) return;
      const { timeZone } = await termsOfTenant(tx, tenantId);
      for (let back = 1; back <= LOOK_BACK_DAYS; back++) {
        await emit(tx, tenantId, dayToBook, { day: dayIn(new Date(now.getTime() - back * DAY_MS), timeZone) });
      }
    });
  }
}

export async function bookDay({ database, clock }: ReceiptDesk, tenantId: string, day: string): Promise<void> {
  const by = bySystem(tenantId, clock);
  await database.withTenant(tenantId, systemActor, async (tx) => {
    await takeHead(tx, tenantId);
    const offers = await offersPaidByEvent(tx);
    const counts = await dailyCounts(
      tx,
      day,
      offers.map(({ number }) => number),
    );
    for (const { id, number, type } of offers) {
      const terms = await conversionTerms(tx, { id });
      const rules = (await payoutRulesOf(tx, [id])).get(id) ?? [];
      const own = counts.filter(({ offer }) => offer === number);
      for (const publisher of new Set(own.map((count) => count.publisher))) {
        const mine = own.filter((count) => count.publisher === publisher);
        if (terms) await bookLot(tx, by, { day, type, terms, rules, publisher, counts: mine });
      }
    }
  });
}

interface Lot {
  day: string;
  type: 'CPC' | 'CPM';
  terms: ConversionTerms;
  rules: readonly PayoutRule[];
  publisher: number;
  counts: readonly DailyCount[];
}

async function bookLot(tx: Tx, by: AuditedCall, lot: Lot): Promise<void> {
  const publisher = await findPartner(tx, 'publisher', { number: lot.publisher });
  const goal = lot.terms.goals.find(({ token }) => token === '');
  if (!publisher || !goal) return;
  const events = lot.counts.reduce((sum, count) => sum + countOf(lot.type, count), 0n);
  const amounts = lot.counts.reduce<Amounts>(
    (sum, count) => {
      const price = priceOf(lot, publisher.id, goal, count);
      const times = countOf(lot.type, count);
      const per = lot.type === 'CPM' ? IMPRESSIONS_PER_PRICE : 1n;
      return {
        revenue: sum.revenue + divide(price.revenue * times, per),
        payout: sum.payout + divide(price.payout * times, per),
      };
    },
    { revenue: 0n, payout: 0n },
  );
  const { day, type, terms } = lot;
  const known = await findLot(tx, { day, offerId: terms.id, publisherId: publisher.id });
  const was = known ?? { revenue: 0n, payout: 0n, revision: 0 };
  if (was.revenue === amounts.revenue && was.payout === amounts.payout) return;
  const { id, revision } = await saveLot(tx, by.tenant.id, {
    day,
    offerId: terms.id,
    publisherId: publisher.id,
    model: type,
    currency: terms.currency,
    events,
    ...amounts,
    at: by.clock.now(),
  });
  const base = {
    subject: { kind: 'lot' as const, id },
    phase: 'direct' as const,
    revision,
    currency: terms.currency,
    reason: `${type} lot of ${day}: ${events} ${type === 'CPC' ? 'clicks' : 'impressions'}`,
  };
  await record(
    tx,
    by.tenant.id,
    [
      { ...base, leg: 'revenue', ownerId: terms.advertiserId, amount: amounts.revenue - was.revenue },
      { ...base, leg: 'payout', ownerId: publisher.id, amount: amounts.payout - was.payout },
    ],
    by.clock.now(),
  );
  await recordAudit(tx, by, {
    action: 'lot.booked',
    objectKind: 'lot',
    objectId: id,
    before: known ? { revenue: formatMoney(was.revenue), payout: formatMoney(was.payout) } : null,
    after: {
      day,
      offer: terms.number,
      publisher: publisher.number,
      events: Number(events),
      revenue: formatMoney(amounts.revenue),
      payout: formatMoney(amounts.payout),
    },
  });
}

const countOf = (type: 'CPC' | 'CPM', { clicks, impressions }: DailyCount): bigint =>
  type === 'CPC' ? clicks : impressions;

/** tiers count conversions, of which a click has none, and a lot knows no sources: rules by country and publisher apply */
function priceOf(
  { rules, day }: Lot,
  publisher: string,
  goal: ConversionTerms['goals'][number],
  { country }: DailyCount,
): Amounts {
  const at = new Date(`${day}T12:00:00Z`);
  const rule = choosePayoutRule(rules, {
    publisher,
    goal: goal.id,
    country,
    source: null,
    at,
    conversionsThisMonth: 0,
  });
  return {
    revenue: rule?.revenueMicros ?? goal.revenueMicros,
    payout: rule?.payoutMicros ?? (rule?.payoutBasisPoints ? 0n : goal.payoutMicros),
  };
}
