// What is owed both ways and when it falls due. Figures are sums of the ledger's accounts and of documents, by currency.

import { type BillingOverview, CASH_WEEKS } from '@tributary/contract/billing/closing';
import { formatMoney } from '@tributary/contract/money';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { addDays, daysBetween } from '../../../platform/zone.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import { todayOf } from '../today.ts';
import { accountSums, cutOffs, disputedIn, drafted, monthLegs, outstanding, pendingPayable } from './closes.repo.ts';
import { spansOf } from './months.ts';

const ageOf = (due: string | null, today: string) => {
  const days = due === null ? 0 : daysBetween(due, today);
  return days <= 0 ? 'current' : days <= 30 ? 'd30' : days <= 60 ? 'd60' : days <= 90 ? 'd90' : 'older';
};
const agesShown = ['current', 'd30', 'd60', 'd90', 'older'] as const;

/** weeks begin on Monday */
export const weekOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

interface Due {
  due: string | null;
  amount: bigint;
  documents: number;
}
const sumOf = (rows: readonly { amount: bigint }[]): bigint => rows.reduce((sum, { amount }) => sum + amount, 0n);
const countOf = (rows: readonly Due[]): number => rows.reduce((sum, { documents }) => sum + documents, 0);

/** what is overdue is expected at once; what has no due day, and what lies beyond, in no week */
function cashOf(today: string, incoming: readonly Due[], outgoing: readonly Due[]) {
  const first = weekOf(today);
  const inWeek = (rows: readonly Due[], week: string) =>
    sumOf(rows.filter(({ due }) => due !== null && (week === first ? weekOf(due) <= first : weekOf(due) === week)));
  let balance = 0n;
  return Array.from({ length: CASH_WEEKS }, (_, at) => {
    const week = addDays(first, at * 7);
    const [comes, goes] = [inWeek(incoming, week), inWeek(outgoing, week)];
    balance += comes - goes;
    return { week, in: formatMoney(comes), out: formatMoney(goes), balance: formatMoney(balance) };
  });
}

function payableByWeek(today: string, rows: readonly Due[]) {
  const weeks = [...new Set(rows.map(({ due }) => (due === null || due < today ? null : weekOf(due))))].sort((a, b) =>
    (a ?? '') < (b ?? '') ? -1 : 1,
  );
  return weeks.map((week) => {
    const those = rows.filter(({ due }) => (due === null || due < today ? null : weekOf(due)) === week);
    return { week, amount: formatMoney(sumOf(those)), documents: countOf(those) };
  });
}

export async function overviewOf(tx: Tx, call: SignedInCall): Promise<BillingOverview> {
  const { zones, currency: home } = await termsOfTenant(tx, call.tenant.id);
  const day = await todayOf(tx, call.tenant.id, call.clock.now());
  const month = day.slice(0, 7);
  const [accounts, documents, cuts, drafts, pending, appealed, disputed, legs] = [
    await accountSums(tx),
    await outstanding(tx),
    await cutOffs(tx),
    await drafted(tx),
    await pendingPayable(tx),
    await disputedIn(tx, null, 'publisher'),
    await disputedIn(tx, null, 'advertiser'),
    await monthLegs(tx, { month, spans: spansOf(zones, month) }, 0n, null),
  ];
  const currencies = [...new Set([home, ...accounts.map(({ currency }) => currency)])];
  return {
    day,
    home_currency: home,
    currencies: currencies.map((currency) => {
      const posted = (name: string) =>
        BigInt(accounts.find((row) => row.name === name && row.currency === currency)?.posted ?? 0);
      const amountIn = (rows: readonly { currency: string; amount: string }[]) =>
        formatMoney(BigInt(rows.find((row) => row.currency === currency)?.amount ?? 0));
      const dueOf = (side: string): Due[] =>
        documents
          .filter((row) => row.side === side && row.currency === currency)
          .map((row) => ({ ...row, amount: BigInt(row.amount) }));
      const draft = drafts.find((row) => row.currency === currency);
      const cutOff = (side: string) =>
        BigInt(cuts.find((row) => row.side === side && row.currency === currency)?.amount ?? 0);
      const [incoming, outgoing] = [dueOf('advertiser'), dueOf('publisher')];
      const leg = (name: string) =>
        BigInt(legs.find((row) => row.name === name && row.currency === currency)?.posted ?? 0);
      return {
        currency,
        receivable: agesShown.map((age) => {
          const those = incoming.filter(({ due }) => ageOf(due, day) === age);
          return { age, amount: formatMoney(sumOf(those)), documents: countOf(those) };
        }),
        uninvoiced: formatMoney(posted('advertiser_receivable') - sumOf(incoming) - cutOff('advertiser')),
        prepaid: formatMoney(-posted('prepaid')),
        payable: payableByWeek(day, outgoing),
        unbilled: formatMoney(
          -posted('publisher_payable') - sumOf(outgoing) - BigInt(draft?.claimed ?? 0) - cutOff('publisher'),
        ),
        drafted: { amount: formatMoney(BigInt(draft?.net ?? 0)), documents: draft?.documents ?? 0 },
        in_transit: formatMoney(-posted('in_transit')),
        pending: amountIn(pending),
        appealed: amountIn(appealed),
        disputed: amountIn(disputed),
        month: {
          revenue: formatMoney(leg('revenue')),
          payout: formatMoney(leg('payout')),
          margin: formatMoney(leg('revenue') - leg('payout')),
        },
        cash: cashOf(day, incoming, outgoing),
      };
    }),
  };
}
