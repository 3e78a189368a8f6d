// Any amount opens its entries.
import { type BillingEntry, entryLog, type entryRoutes } from '@tributary/contract/billing/entries';
import type { Side } from '@tributary/contract/billing/money';
import { formatMoney } from '@tributary/contract/money';
import type { z } from 'zod';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { idOr } from '../../platform/lists/conditions.ts';
import { exportList } from '../audit/index.ts';
import { withKnownNames } from '../conversions/index.ts';
import type { OwnersAccount } from '../ledger/index.ts';
import { balancesAt } from './documents/index.ts';
import { billingEntries, type EarnedOf, earnedOf, type FoundEntry, ownerOfDocument } from './entries.repo.ts';

type Asked = z.output<typeof entryLog.query>;

const accounts = {
  payable: 'publisher_payable',
  receivable: 'advertiser_receivable',
  in_transit: 'in_transit',
  tax_withheld: 'tax_withheld',
  prepaid: 'prepaid',
} as const satisfies Record<NonNullable<Asked['account']>, OwnersAccount>;
const ofSide: Record<Side, readonly NonNullable<Asked['account']>[]> = {
  publisher: ['payable', 'in_transit', 'tax_withheld'],
  advertiser: ['receivable', 'prepaid'],
};

const shown = (row: FoundEntry, earned: EarnedOf | undefined): BillingEntry => ({
  id: row.sequence,
  at: unixSeconds(row.at),
  leg: row.leg,
  phase: row.phase,
  subject: { kind: row.subject_kind, id: row.subject_id },
  reason: row.reason,
  campaign: earned ? { number: earned.offer_number, name: earned.offer_title } : null,
  day: earned?.day ?? null,
  currency: row.currency,
  amount: formatMoney(BigInt(row.amount_micros)),
  document: row.document_id === null ? null : { id: row.document_id, number: row.number_text },
});

/** null where it names nobody and nothing of that side: that lets nothing through */
async function entriesOf(
  tx: Tx,
  { tenant, clock }: SignedInCall,
  side: Side,
  asked: Pick<Asked, 'account'>,
  whose: { ownerId: string | null; isOwn: boolean },
) {
  const [usual] = ofSide[side];
  const account = asked.account ?? usual;
  const { ownerId, isOwn } = whose;
  if (!account || !ofSide[side].includes(account) || ownerId === null) return null;
  return { account: accounts[account], ownerId, isOwn, at: await balancesAt(tx, tenant.id, clock.now()) };
}

async function entriesBehind(tx: Tx, call: SignedInCall, side: Side, asked: Asked, own?: string) {
  const ownerId = own ?? (await ownerOf(tx, side, asked));
  const of = await entriesOf(tx, call, side, asked, { ownerId, isOwn: own !== undefined });
  if (!of) return { rows: [], next: null };
  const page = await billingEntries.page(tx, asked, of);
  return { rows: await told(tx, call, side, page.rows, own !== undefined), next: page.next };
}

/** with what each is about; a partner reads of a campaign what it may know of it */
async function told(tx: Tx, call: SignedInCall, side: Side, rows: readonly FoundEntry[], isOwn: boolean) {
  const { tenant, principal, clock } = call;
  const earned = [...(await earnedOf(tx, rows)).values()].map((one) => ({ ...one, goal_name: null }));
  const reader = { tenantId: tenant.id, role: side, userId: principal.userId };
  const known = isOwn ? await withKnownNames(tx, reader, earned, clock.now()) : earned;
  const about = new Map(known.map((one) => [one.id, one]));
  return rows.map((row) => shown(row, about.get(row.subject_id)));
}

async function fileOfOwn(side: Side, query: z.output<typeof entryLog.fileQuery>, call: SignedInCall) {
  const { userId: ownerId } = call.principal;
  const of = await call.transaction((tx) => entriesOf(tx, call, side, query, { ownerId, isOwn: true }));
  if (!of) throw new Fault('invalid_input', 'Your account has no entries of this kind.', { path: ['account'] });
  return exportList(
    call,
    { action: 'statement.exported', objectKind: 'user', filter: query },
    { ...entryLog, of: side },
    billingEntries.all(call.transaction, query, of, (tx, rows) => told(tx, call, side, rows, true)),
  );
}

async function ownerOf(tx: Tx, side: Side, { document, owner }: Asked): Promise<string | null> {
  if (!document) return owner ? idOr(owner) : null;
  const found = await ownerOfDocument(tx, idOr(document));
  return found?.side === side ? found.owner_id : null;
}

export const entryHandlers = (): Handlers<typeof entryRoutes> => ({
  publisherEntries: inTransaction(({ query }, call, tx) => entriesBehind(tx, call, 'publisher', query)),
  advertiserEntries: inTransaction(({ query }, call, tx) => entriesBehind(tx, call, 'advertiser', query)),
  ownPublisherEntries: inTransaction(({ query }, call, tx) =>
    entriesBehind(tx, call, 'publisher', query, call.principal.userId),
  ),
  exportOwnPublisherEntries: async ({ query }, call) => fileOfOwn('publisher', query, call),
  ownAdvertiserEntries: inTransaction(({ query }, call, tx) =>
    entriesBehind(tx, call, 'advertiser', query, call.principal.userId),
  ),
  exportOwnAdvertiserEntries: async ({ query }, call) => fileOfOwn('advertiser', query, call),
});
