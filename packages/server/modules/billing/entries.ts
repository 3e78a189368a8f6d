// Any amount opens its entries.
import type { BillingEntry, entryLog, entryRoutes } from '@tributary/contract/billing/entries';
import type { Side } from '@tributary/contract/billing/money';
import { formatMoney } from '@tributary/contract/money';
import type { z } from 'zod';
import { type Handlers, inTransaction } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { idOr } from '../../platform/lists/conditions.ts';
import type { OwnersAccount } from '../ledger/index.ts';
import { billingEntries, type FoundEntry, ownerOfDocument } from './entries.repo.ts';

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

const shown = (row: FoundEntry): BillingEntry => ({
  id: row.sequence,
  at: unixSeconds(row.at),
  leg: row.leg,
  phase: row.phase,
  subject: { kind: row.subject_kind, id: row.subject_id },
  reason: row.reason,
  currency: row.currency,
  amount: formatMoney(BigInt(row.amount_micros)),
  document: row.document_id === null ? null : { id: row.document_id, number: row.number_text },
});

/** what names nobody and nothing of that side lets nothing through */
async function entriesBehind(tx: Tx, side: Side, asked: Asked, own?: string) {
  const [usual] = ofSide[side];
  const account = asked.account ?? usual;
  const ownerId = own ?? (await ownerOf(tx, side, asked));
  if (!account || !ofSide[side].includes(account) || ownerId === null) return { rows: [], next: null };
  const page = await billingEntries.page(tx, asked, {
    account: accounts[account],
    ownerId,
    isOwn: own !== undefined,
  });
  return { rows: page.rows.map(shown), next: page.next };
}

async function ownerOf(tx: Tx, side: Side, { document, owner }: Asked): Promise<string | null> {
  if (!document) return owner ? idOr(owner) : null;
  const found = await ownerOfDocument(tx, idOr(document));
  return found?.side === side ? found.owner_id : null;
}

export const entryHandlers = (): Handlers<typeof entryRoutes> => ({
  publisherEntries: inTransaction(({ query }, _call, tx) => entriesBehind(tx, 'publisher', query)),
  advertiserEntries: inTransaction(({ query }, _call, tx) => entriesBehind(tx, 'advertiser', query)),
  ownPublisherEntries: inTransaction(({ query }, { principal }, tx) =>
    entriesBehind(tx, 'publisher', query, principal.userId),
  ),
  ownAdvertiserEntries: inTransaction(({ query }, { principal }, tx) =>
    entriesBehind(tx, 'advertiser', query, principal.userId),
  ),
});
