import type { Balances, ledgerRoutes, OwnBalances } from '@tributary/contract/conversions/ledger';
import { formatMoney } from '@tributary/contract/money';
import type { z } from 'zod';
import { type Handlers, inTransaction } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { findPartner } from '../accounts/index.ts';
import { balancesOf, headOf, owedToPublishers } from '../ledger/index.ts';
import { earnings, hiddenEarnings } from './hidden-earnings.repo.ts';

const accountOf = { publisher: 'publisher_payable', advertiser: 'advertiser_receivable' } as const;

const shown = ({ currency, pending, posted }: { currency: string; pending: bigint; posted: bigint }) => ({
  currency,
  pending: formatMoney(pending),
  approved: formatMoney(posted),
});

/** what is still to be paid to or by somebody, approved or not, by currency: none where everything is settled */
export async function openBalances(tx: Tx, kind: 'publisher' | 'advertiser', id: string): Promise<string[]> {
  const rows = await balancesOf(tx, accountOf[kind], id);
  const open = rows.filter(({ pending, posted }) => pending !== 0n || posted !== 0n);
  return open.map(({ currency, pending, posted }) => `${formatMoney(pending + posted)} ${currency}`);
}

/** for whoever weighs another home currency */
export const owedByCurrency = async (tx: Tx) => (await owedToPublishers(tx)).map(shown);

async function balances(
  tx: Tx,
  kind: 'publisher' | 'advertiser',
  id: string,
  viewer: 'manager' | 'own',
): Promise<z.infer<typeof OwnBalances>> {
  if (kind === 'publisher' && viewer === 'own') {
    return { rows: (await earnings(tx, id)).map(shown), hidden: (await hiddenEarnings(tx, id)).map(shown) };
  }
  return { rows: (await balancesOf(tx, accountOf[kind], id)).map(shown), hidden: [] };
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
