// An account's statement: its entries with the balance after each, and the balances at both ends of the period.

import {
  type Statement,
  type StatementEntry,
  statementLog,
  type statementRoutes,
} from '@tributary/contract/conversions/statement';
import type { FileFormat } from '@tributary/contract/lists';
import { formatMoney } from '@tributary/contract/money';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { findPartner } from '../accounts/index.ts';
import { exportList } from '../audit/index.ts';
import {
  type AccountEntry,
  type AskedStatement,
  accountEntries,
  balancesOf,
  entrySums,
  type StatementAccount,
} from '../ledger/index.ts';

type Kind = 'publisher' | 'advertiser';
type Asked = Partial<AskedStatement> & { limit?: number | undefined };

const accountOf = (kind: Kind, ownerId: string): StatementAccount => ({
  kind: kind === 'publisher' ? 'publisher_payable' : 'advertiser_receivable',
  ownerId,
});
/** a receivable grows by debits, what we owe by credits */
const signOf = (kind: Kind): bigint => (kind === 'advertiser' ? 1n : -1n);

interface Ends {
  owner: Statement['owner'];
  currencies: string[];
  currency: string | null;
  opening: bigint;
  closing: bigint;
  waiting: bigint;
  /** of the newest entry on the page */
  first: bigint;
}

async function endsOf(tx: Tx, kind: Kind, id: string, asked: Asked): Promise<Ends> {
  const partner = isId(id) ? await findPartner(tx, kind, { id }) : null;
  if (!partner) throw new Fault('not_found');
  const account = accountOf(kind, id);
  const balances = await balancesOf(tx, account.kind, id);
  const one = asked.currency ? balances.find(({ currency }) => currency === asked.currency) : balances[0];
  const currency = one?.currency ?? null;
  const sums = await entrySums(tx, account, { ...asked, currency: currency ?? '' });
  const sign = signOf(kind);
  const closing = (one?.posted ?? 0n) - sign * sums.later;
  return {
    owner: { id, number: partner.number, name: partner.name },
    currencies: balances.map((balance) => balance.currency),
    currency,
    opening: closing - sign * sums.within,
    closing,
    waiting: one?.pending ?? 0n,
    first: closing - sign * sums.before,
  };
}

/** entries newest first, the first of which left `balance` */
function shown(kind: Kind, balance: bigint) {
  let left = balance;
  return (row: AccountEntry): StatementEntry => {
    const amount = BigInt(row.amount_micros);
    const after = left;
    left -= signOf(kind) * (row.is_debit ? amount : -amount);
    return {
      id: row.sequence,
      at: unixSeconds(row.at),
      leg: row.leg,
      subject: { kind: row.subject_kind, id: row.subject_id },
      reason: row.reason,
      currency: row.currency,
      debit: row.is_debit ? formatMoney(amount) : null,
      credit: row.is_debit ? null : formatMoney(amount),
      balance: formatMoney(after),
    };
  };
}

async function statementOf(tx: Tx, kind: Kind, id: string, asked: Asked): Promise<Statement> {
  const { opening, closing, waiting, first, currency, ...rest } = await endsOf(tx, kind, id, asked);
  // an account that was never booked on, or not in that currency, has no entries
  const page =
    currency === null
      ? { rows: [], next: null }
      : await accountEntries.page(tx, { ...asked, currency }, accountOf(kind, id));
  return {
    ...rest,
    currency,
    opening: formatMoney(opening),
    closing: formatMoney(closing),
    waiting: formatMoney(waiting),
    rows: page.rows.map(shown(kind, first)),
    next: page.next,
  };
}

async function fileOf(
  call: SignedInCall,
  kind: Kind,
  id: string,
  { format, currency: wanted, from, to }: Asked & { format: FileFormat },
) {
  const ends = await call.transaction((tx) => endsOf(tx, kind, id, { currency: wanted, from, to }));
  const filter = { currency: ends.currency ?? wanted ?? '', from, to };
  const entry = shown(kind, ends.first);
  return exportList(
    call,
    { action: 'statement.exported', objectKind: kind, filter: { ...filter, format, id } },
    { ...statementLog, of: kind },
    accountEntries.all(call.transaction, filter, accountOf(kind, id), (_tx, rows) => rows.map(entry)),
  );
}

export const statementHandlers = (): Handlers<typeof statementRoutes> => ({
  publisherStatement: inTransaction(({ params, query }, _call, tx) => statementOf(tx, 'publisher', params.id, query)),
  advertiserStatement: inTransaction(({ params, query }, _call, tx) => statementOf(tx, 'advertiser', params.id, query)),
  exportPublisherStatement: ({ params, query }, call) => fileOf(call, 'publisher', params.id, query),
  exportAdvertiserStatement: ({ params, query }, call) => fileOf(call, 'advertiser', params.id, query),
});
