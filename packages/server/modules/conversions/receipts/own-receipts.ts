// What became of an advertiser's calls. Whose they are is a condition of the statement; a call that names no click of anybody's
// has no owner: who holds its id made it, and reads its outcome and nothing else.
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import { receiptOutcomes } from '@tributary/contract/conversions/conversions';
import { type OwnReceipt, ownReceiptLog, type ownReceiptRoutes } from '@tributary/contract/conversions/own-receipts';
import { formatMoney } from '@tributary/contract/money';
import { type Handlers, type SignedInCall, systemFor } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { findPartner, type Partner } from '../../accounts/index.ts';
import { exportList } from '../../audit/index.ts';
import { toReceipt } from '../views.ts';
import { type Became, conversionsOf } from './own-receipts.repo.ts';
import { type LoggedReceipt, readReceipt, receiptById, receipts } from './receipt-log.repo.ts';

async function requireOwner(tx: Tx, { principal }: SignedInCall): Promise<Partner> {
  const advertiser = await findPartner(tx, 'advertiser', { id: principal.userId });
  if (!advertiser) throw new Fault('not_found');
  return advertiser;
}

function show(row: LoggedReceipt, became: Became | undefined): OwnReceipt {
  const { ip: _ip, country: _country, publisher: _publisher, advertiser: _own, ...receipt } = toReceipt(row);
  const { conversion_id: _id, ...rest } = receipt;
  return {
    ...rest,
    message: receiptOutcomes[row.outcome],
    is_final: row.outcome !== 'waiting',
    decided_at: row.decided_at && unixSeconds(row.decided_at),
    conversion: became
      ? {
          id: became.id,
          // the check constraint keeps the status within its list
          status: became.status as ConversionStatus,
          reason: became.reason,
          amount: formatMoney(BigInt(became.revenue_micros)),
          currency: became.currency,
        }
      : null,
  };
}

/** with what each became, read once for all of them */
async function withOutcomes(tx: Tx, owner: Partner, rows: readonly LoggedReceipt[]): Promise<OwnReceipt[]> {
  const became = await conversionsOf(
    tx,
    owner.id,
    rows.flatMap(({ conversion_id: id, outcome }) => (id && outcome !== 'waiting' ? [id] : [])),
  );
  return rows.map((row) => show(row, became.get(row.conversion_id ?? '')));
}

const anonymous = { query: null, click_id: null, txn_id: null, goal: null, status: null } as const;
const unsold = { sale_amount: null, currency: null, offer: null, conversion: null } as const;

async function readOwn(tx: Tx, call: SignedInCall, id: string): Promise<OwnReceipt> {
  const row = isId(id) ? await receiptById(tx, id) : null;
  const owner = await requireOwner(tx, call);
  const isOwn = row?.advertiser === owner.number;
  if (!row || (!isOwn && row.advertiser)) throw new Fault('not_found');
  const [receipt] = await withOutcomes(tx, owner, [row]);
  if (!receipt) throw new Fault('not_found');
  return isOwn ? receipt : { ...receipt, ...anonymous, ...unsold };
}

/** as the system: outcomes with their traces are the account managers' own table; each statement names the owner */
export const ownReceiptHandlers = (database: Database): Handlers<typeof ownReceiptRoutes> => {
  const inside =
    (call: SignedInCall): SignedInCall['transaction'] =>
    (work) =>
      database.withTenant(call.tenant.id, systemFor(call.principal), work);
  return {
    ownReceipts: ({ query }, call) =>
      inside(call)(async (tx) => {
        const owner = await requireOwner(tx, call);
        const { rows, next } = await receipts.page(tx, query, { advertiser: owner.number });
        return { rows: await withOutcomes(tx, owner, rows.map(readReceipt)), next };
      }),
    exportOwnReceipts: async ({ query }, call) => {
      const owner = await inside(call)((tx) => requireOwner(tx, call));
      return exportList(
        call,
        { action: 'receipts.exported', objectKind: 'receipt', filter: query },
        ownReceiptLog,
        receipts.all(inside(call), query, { advertiser: owner.number }, (tx, rows) =>
          withOutcomes(tx, owner, rows.map(readReceipt)),
        ),
      );
    },
    ownReceipt: ({ params }, call) => inside(call)((tx) => readOwn(tx, call, params.id)),
  };
};
