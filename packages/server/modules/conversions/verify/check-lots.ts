// Part of `npm run ledger:verify`: each lot against the terms of its version and the rows of its day. Rows that came late may
// wait outside of it, so a lot may count fewer than there are, but never more.
import { ZodError, z } from 'zod';
import type { Tx } from '../../../platform/db/database.ts';
import { versionsPaidByEvent } from '../../offers/index.ts';
import { divide } from '../../rates/index.ts';
import { type BookedDay, bookedDaysBetween, type Zones } from '../../tenancy/index.ts';
import { countLots, sumOf } from '../lots/count-lots.ts';
import { type PricedStretch, stretchesOf } from '../lots/event-prices.ts';
import { daysWithLots, type LotLine, lotName, lotsOfDays, type StoredLot } from '../lots/lots.repo.ts';
import type { Amounts } from '../pricing/amounts.ts';

const DAYS_AT_ONCE = 31;

/** in a transaction bound to the tenant, as the system */
export async function checkLots(tx: Tx, tenantId: string, zones: Zones): Promise<string[]> {
  const known = await daysWithLots(tx);
  const days = known ? bookedDaysBetween(zones, known.first, new Date(known.last.getTime() + 1)) : [];
  const findings: string[] = [];
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
    findings.push(...(await checkDays(tx, { tenantId, zones }, days.slice(at, at + DAYS_AT_ONCE))));
  }
  return findings;
}

/** the lots of one span alone: how many there are, and what is wrong with them */
export async function checkLotsBetween(tx: Tx, tenantId: string, zones: Zones, span: { start: Date; end: Date }) {
  const days = bookedDaysBetween(zones, span.start, span.end);
  const [begin, end] = [days[0]?.start, days.at(-1)?.end];
  const { lots, unreadable } = begin && end ? await lotsOfDays(tx, begin, end) : { lots: [], unreadable: [] };
  return {
    lots: lots.length + unreadable.length,
    findings: await unlessUnreadable(checkDays(tx, { tenantId, zones }, days)),
  };
}

/** terms that somebody has changed to what none of us writes stop what is priced by them, not the rest */
export async function unlessUnreadable(check: Promise<string[]>): Promise<string[]> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof ZodError) return [`the terms of an offer cannot be read: ${z.prettifyError(error)}`];
    throw error;
  }
}

const lineName = ({ from, country }: Pick<LotLine, 'from' | 'country'>): string => `${from}/${country ?? ''}`;

async function checkDays(
  tx: Tx,
  home: { tenantId: string; zones: Zones },
  days: readonly BookedDay[],
): Promise<string[]> {
  const [begin, end] = [days[0]?.start, days.at(-1)?.end];
  if (!begin || !end) return [];
  const prices = new Map(
    stretchesOf(await versionsPaidByEvent(tx, begin, end), begin, end).map((stretch) => [
      `${stretch.terms.offerId}/${stretch.terms.version}/${stretch.begins.toISOString()}`,
      stretch,
    ]),
  );
  const rows = new Map((await countLots(tx, home, days)).map((lot) => [lotName(lot), lot.lines]));
  const { lots, unreadable } = await lotsOfDays(tx, begin, end);
  const unread = unreadable.map(({ id, day }) => `lot ${id} of ${day} has lines that cannot be read`);
  const findings = lots.flatMap((lot) => {
    // booked before terms were dated: nothing was kept that could be compared
    if (lot.lines === null) return [];
    const counted = new Map((rows.get(lotName(lot)) ?? []).map((line) => [lineName(line), line.events]));
    const place = `lot ${lot.id} of ${lot.day}`;
    return [
      ...checkSum(lot, lot.lines).map((fault) => `${place} ${fault}`),
      ...lot.lines.flatMap((line) => {
        const stretch = prices.get(`${lot.offerId}/${lot.version}/${line.from}`);
        return checkLine(lot, line, stretch, counted.get(lineName(line)) ?? 0n).map((fault) => `${place} ${fault}`);
      }),
    ];
  });
  return [...unread, ...findings];
}

function checkSum({ events, revenue, payout, corrected }: StoredLot, lines: readonly LotLine[]): string[] {
  const sum = sumOf(lines);
  const should = { ...sum, revenue: sum.revenue + corrected.revenue, payout: sum.payout + corrected.payout };
  return should.events === events && should.revenue === revenue && should.payout === payout
    ? []
    : [
        `says ${events} events, ${revenue} and ${payout}; its lines add up to ${should.events}, ${should.revenue} and ${should.payout}`,
      ];
}

/** the first price that fits, rounded once per line */
function worthOf({ prices, per }: PricedStretch, publisherId: string, { country, events }: LotLine): Amounts {
  const price = prices.find(
    (one) =>
      (one.publisherId === null || one.publisherId === publisherId) &&
      (one.countries.length === 0 || (country !== null && one.countries.includes(country))),
  );
  const times = (amount: bigint | undefined) => divide((amount ?? 0n) * events, BigInt(per));
  return { revenue: times(price?.revenue), payout: times(price?.payout) };
}

function checkLine(lot: StoredLot, line: LotLine, stretch: PricedStretch | undefined, rows: bigint): string[] {
  if (!stretch) return [`is priced from ${line.from} by terms that do not pay by event then`];
  const { advertiserId, currency, model } = stretch.terms;
  if (advertiserId !== lot.advertiserId || currency !== lot.currency || model !== lot.model) {
    return [
      `is ${lot.model} in ${lot.currency} with ${lot.advertiserId}, its terms say ${model} in ${currency} with ${advertiserId}`,
    ];
  }
  const worth = worthOf(stretch, lot.publisherId, line);
  const where = line.country ?? 'an unknown country';
  return [
    ...(worth.revenue === line.revenue && worth.payout === line.payout
      ? []
      : [
          `counts ${line.events} from ${where} as ${line.revenue} and ${line.payout}, by its terms they are ${worth.revenue} and ${worth.payout}`,
        ]),
    ...(rows >= line.events ? [] : [`counts ${line.events} from ${where}, there are ${rows}`]),
  ];
}
