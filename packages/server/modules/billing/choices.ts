import type { billingChoiceRoutes } from '@tributary/contract/billing/choices';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { peopleToChoose } from '../offers/index.ts';

async function chosen(tx: Tx, call: SignedInCall, type: 'publisher' | 'advertiser', q: string | undefined) {
  const rows = await peopleToChoose(tx, call, { type, q });
  return { rows: rows.map(({ id, number, name }) => ({ id, number, name })) };
}

export const choiceHandlers = (): Handlers<typeof billingChoiceRoutes> => ({
  payeeChoices: inTransaction(({ query }, call, tx) => chosen(tx, call, 'publisher', query.q)),
  payerChoices: inTransaction(({ query }, call, tx) => chosen(tx, call, 'advertiser', query.q)),
});
