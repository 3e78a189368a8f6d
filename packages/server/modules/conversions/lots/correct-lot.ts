// A person sets a booked lot's amounts right: the only way in which a booked day changes but by rows that came late.
import { formatMoney } from '@tributary/contract/money';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { takeHead } from '../../ledger/index.ts';
import { lockLots } from './lots.repo.ts';
import { bookLots } from './lots.ts';

interface Correction {
  revenue: bigint | null;
  payout: bigint | null;
  reason: string;
}

export async function correctLot(tx: Tx, call: SignedInCall, id: string, { revenue, payout, reason }: Correction) {
  if (revenue === null && payout === null) throw new Fault('invalid_input', 'Please enter a revenue or a payout');
  await takeHead(tx, call.tenant.id);
  const [lot] = isId(id) ? await lockLots(tx, { id }) : [];
  if (!lot) throw new Fault('not_found');
  const now = { revenue: revenue ?? lot.revenue, payout: payout ?? lot.payout };
  const { corrected } = lot;
  const is = {
    ...lot,
    ...now,
    corrected: {
      revenue: corrected.revenue + now.revenue - lot.revenue,
      payout: corrected.payout + now.payout - lot.payout,
    },
  };
  if (now.revenue !== lot.revenue || now.payout !== lot.payout) {
    await bookLots(tx, call, [{ was: lot, is, reason: `Correction of ${lot.day}: ${reason}` }], 'lot.corrected');
  }
  return { id, revenue: formatMoney(now.revenue), payout: formatMoney(now.payout) };
}
