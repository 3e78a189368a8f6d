// A publisher's revenue: what it has earned, and where each part of it stands.
import {
  type RevenueEntry,
  type RevenueRow,
  type RevenueTotal,
  revenueList,
  type revenueRoutes,
} from '@tributary/contract/billing/revenue';
import { formatMoney } from '@tributary/contract/money';
import type { z } from 'zod';
import type { Handlers, SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { exportList } from '../../audit/index.ts';
import { knownOffers } from '../../conversions/index.ts';
import { termsOfTenant, zoneAt } from '../../tenancy/index.ts';
import type { BillingDeps } from '../deps.ts';
import { termsOfAccount } from '../documents/terms.ts';
import { seeing } from '../seeing.ts';
import {
  type FoundEntry,
  type FoundRow,
  hiddenSum,
  type RevenueOf,
  revenue,
  revenueEntries,
  revenueTotals,
} from './revenue.repo.ts';

async function ownRevenueOf(
  tx: Tx,
  { tenant, principal, clock }: SignedInCall,
  { by = 'day', month }: Partial<Pick<RevenueOf, 'by' | 'month'>> = {},
): Promise<RevenueOf> {
  const now = clock.now();
  const { zones, currency: home } = await termsOfTenant(tx, tenant.id);
  const { holdDays } = await termsOfAccount(tx, tenant.id, 'publisher', principal.userId);
  const { userId: ownerId } = principal;
  const knows = await knownOffers(tx, { tenantId: tenant.id, role: 'publisher', userId: ownerId }, now);
  return { ownerId, by, month, now, timeZone: zoneAt(zones, now), holdDays, home, knows };
}

const shownSums = (found: Omit<FoundRow, 'place' | 'offer_number' | 'offer_title'>): RevenueTotal => ({
  currency: found.currency,
  earned: formatMoney(BigInt(found.earned)),
  pending: formatMoney(BigInt(found.pending)),
  approved: formatMoney(BigInt(found.earned) - BigInt(found.pending)),
  hold: formatMoney(BigInt(found.hold)),
  disputed: formatMoney(BigInt(found.disputed)),
  available: formatMoney(BigInt(found.available)),
  billed: formatMoney(BigInt(found.billed)),
  paid: formatMoney(BigInt(found.paid)),
});

const offerOf = ({
  offer_number: number,
  offer_title: name,
}: {
  offer_number: number | null;
  offer_title: string | null;
}) => (number === null ? null : { number, name: name ?? '' });
const MONTH_LENGTH = 7;
const kindOf = (by: RevenueOf['by'], place: string): RevenueRow['kind'] => {
  if (by === 'month') return 'month';
  if (by === 'day') return place.length === MONTH_LENGTH ? 'hidden' : 'day';
  return place === 'hidden' || place === 'adjustment' || place === 'referral' ? place : 'offer';
};
const shownRow =
  ({ by, month }: Pick<RevenueOf, 'by' | 'month'>) =>
  (found: FoundRow): RevenueRow => ({
    id: `${by}.${found.place}${month === undefined ? '' : `@${month}`}.${found.currency}`,
    kind: kindOf(by, found.place),
    day: by === 'day' && kindOf(by, found.place) === 'day' ? found.place : null,
    month: by === 'offer' || kindOf(by, found.place) === 'day' ? null : found.place,
    offer: by === 'offer' ? offerOf(found) : null,
    ...shownSums(found),
  });
const shownEntry = (found: FoundEntry): RevenueEntry => ({
  id: found.sequence,
  at: unixSeconds(found.at),
  day: found.day,
  kind: found.kind,
  offer: offerOf(found),
  stage: found.stage,
  until: found.until && unixSeconds(found.until),
  document: found.document_id === null ? null : { id: found.document_id, number: found.number_text ?? '' },
  conversion: found.conversion_id,
  reason: found.reason,
  currency: found.currency,
  amount: formatMoney(BigInt(found.amount_micros)),
});

async function fileBy(by: RevenueOf['by'], query: z.output<typeof revenueList.fileQuery>, call: SignedInCall) {
  const whose = await call.transaction((tx) => ownRevenueOf(tx, call, { by, month: query.month }));
  return exportList(
    call,
    { action: 'revenue.exported', objectKind: 'user', filter: query },
    revenueList,
    revenue.all(call.transaction, query, whose, (_tx, rows) => rows.map(shownRow(whose))),
  );
}

export const revenueHandlers = (deps: BillingDeps): Handlers<typeof revenueRoutes> => ({
  ownRevenue: ({ query }, call) =>
    seeing(deps, call).transaction(async (tx) => {
      const whose = await ownRevenueOf(tx, call, query);
      const { rows, total } = await revenue.page(tx, query, whose);
      const totals = (await revenueTotals(tx, whose)).map(shownSums);
      return { rows: rows.map(shownRow(whose)), total, totals };
    }),
  exportOwnRevenue: ({ query }, call) => fileBy('day', query, seeing(deps, call)),
  exportOwnRevenueByMonth: ({ query }, call) => fileBy('month', query, seeing(deps, call)),
  exportOwnRevenueByOffer: ({ query }, call) => fileBy('offer', query, seeing(deps, call)),
  ownRevenueEntries: ({ query }, call) =>
    seeing(deps, call).transaction(async (tx) => {
      const whose = await ownRevenueOf(tx, call);
      const { rows, next } = await revenueEntries.page(tx, query, whose);
      const hidden = await hiddenSum(tx, whose, query);
      return { rows: rows.map(shownEntry), next, hidden: formatMoney(hidden) };
    }),
});
