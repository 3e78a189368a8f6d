// What a publisher is owed for offers whose payout is hidden: only in all, one line per currency, and only for whole months of the
// workspace's zone. Narrowed by a filter, or to some days, a total could be set against the open amounts, or against the same report a
// day shorter, and give one offer or conversion away: then it is left out.
import type { Fact } from '@tributary/contract/reports/report-catalogue';
import type { Amount } from '@tributary/contract/reports/reports';
import type { Tx } from '../../../platform/db/database.ts';
import { dayOf, startOf } from '../../../platform/zone.ts';
import { figure } from './figures.ts';
import type { ReportRequest } from './read-query.ts';
import { type Group, overall, type ReportSources, readByCurrency, readGroups } from './report.repo.ts';
import type { Viewer } from './viewer.ts';

const beginsMonth = (instant: Date, zone: string): boolean => {
  const day = dayOf(instant, zone);
  return day.endsWith('-01') && startOf(day, zone).getTime() === instant.getTime();
};

/** the whole of whole months, the last of which may still run; a comparison is another report beside it */
const isOpenTo = ({ filters, period: { start, end }, askedAt }: ReportRequest, { tenant }: Viewer): boolean =>
  filters.length === 0 &&
  beginsMonth(start, tenant.timeZone) &&
  (beginsMonth(end, tenant.timeZone) || end.getTime() > askedAt.getTime());

/** what is rejected is not owed */
const hiddenFacts = ['approved_payout', 'pending_payout', 'click_payout'] as const;
const owedSum = (fact: Fact, sum: bigint): bigint => (hiddenFacts.some((one) => one === fact) ? sum : 0n);

export async function withHidden(
  tx: Tx,
  sources: ReportSources,
  totals: Group,
): Promise<{ totals: Group; lines: Amount[] }> {
  const { request, viewer } = sources;
  if (viewer.role !== 'publisher' || totals.hidden === 0 || !isOpenTo(request, viewer)) return { totals, lines: [] };
  const whole = overall(sources);
  const lines = await readByCurrency(tx, { ...whole, lens: { money: 'own', payouts: 'hidden' } }, null);
  const owed = (await readGroups(tx, { ...whole, lens: { money: 'priced', payouts: 'hidden' } })).totals;
  const sums = new Map(totals.sums);
  for (const fact of hiddenFacts) {
    if (sums.has(fact)) sums.set(fact, (sums.get(fact) ?? 0n) + (owed.sums.get(fact) ?? 0n));
  }
  const unpriced = new Map(totals.unpriced);
  for (const [currency, hidden] of owed.unpriced) {
    const open = unpriced.get(currency);
    unpriced.set(
      currency,
      new Map([...hidden].map(([fact, sum]) => [fact, (open?.get(fact) ?? 0n) + owedSum(fact, sum)])),
    );
  }
  return {
    totals: { ...totals, sums, unpriced, hidden: 0, open: totals.open + totals.hidden },
    lines: lines.flatMap((line) => {
      const amount = figure('payout', { ...totals, sums: line.sums, hidden: 0, open: 1 });
      return amount === null || amount === '0' ? [] : [{ currency: line.currency, amount: String(amount) }];
    }),
  };
}

export const hiddenNote = (totals: Group, lines: readonly Amount[], { tenant }: Viewer): string[] => {
  if (totals.hidden === 0 && lines.length === 0) return [];
  return [
    lines.length > 0
      ? 'The payout of some campaigns is hidden: what you are owed for them is in the totals and in one line per currency, not in the rows.'
      : `The payout of some campaigns is hidden: the amounts here do not contain them. They are shown in all by whole months (${tenant.timeZone}), without filters, and in your balance.`,
  ];
};
