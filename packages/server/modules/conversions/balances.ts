import type { Balances, ledgerRoutes, OwnBalances } from '@tributary/contract/conversions/ledger';
import { formatMoney } from '@tributary/contract/money';
import type { z } from 'zod';
import { type Handlers, inTransaction } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { findPartner } from '../accounts/index.ts';
import { balancesOf, headOf, owedToPublishers } from '../ledger/index.ts';
import { hiddenEarnings } from './hidden-earnings.repo.ts';

const accountOf = { publisher: 'publisher_payable', advertiser: 'advertiser_receivable' } as const;

const shown = ({ currency, pending, posted }: { currency: string; pending: bigint; posted: bigint }) => ({
  currency,
  pending: formatMoney(pending),
  approved: formatMoney(posted),
});

/** for whoever weighs another home currency */
export const owedByCurrency = async (tx: Tx) => (await owedToPublishers(tx)).map(shown);

async function balances(
  tx: Tx,
  kind: 'publisher' | 'advertiser',
  id: string,
  viewer: 'manager' | 'own',
): Promise<z.infer<typeof OwnBalances>> {
  const rows = await balancesOf(tx, accountOf[kind], id);
  return {
    rows: rows.map(shown),
    hidden: kind === 'publisher' && viewer === 'own' ? (await hiddenEarnings(tx, id)).map(shown) : [],
  };
}

/** for account managers, with the place in the workspace's chain */
async function balancesById(tx: Tx, kind: 'publisher' | 'advertiser', id: string): Promise<z.infer<typeof Balances>> {
  if (!isId(id) || !(await findPartner(tx, kind, { id }))) throw new Fault('not_found');
  const head = await headOf(tx);
  return {
    ...(await balances(tx, kind, id, 'manager')),
    head: head && head.sequence > 0n ? { sequence: Number(head.sequence), hash: head.hash.toString('hex') } : null,
  };
}

export const balanceHandlers = (): Handlers<typeof ledgerRoutes> => ({
  publisherBalance: inTransaction(({ params }, _call, tx) => balancesById(tx, 'publisher', params.id)),
  advertiserSpend: inTransaction(({ params }, _call, tx) => balancesById(tx, 'advertiser', params.id)),
  ownBalance: inTransaction((_input, call, tx) => balances(tx, 'publisher', call.principal.userId, 'own')),
  ownSpend: inTransaction((_input, call, tx) => balances(tx, 'advertiser', call.principal.userId, 'own')),
});
