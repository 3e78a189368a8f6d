// Above the balances: what all publishers are owed together, a line per currency. What waits stands in the overview, too.
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type BalanceTotal, documentRoutes } from '@tributary/contract/billing/documents';
import { call } from '../../kit/api/api.ts';
import classes from '../../kit/log-page/details.module.css';
import { useSession } from '../../kit/shell/session-context.ts';
import { EMPTY, roundedMoney } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { BALANCES } from './words.ts';

const figures = {
  pending: t('common.pending'),
  approved: t('common.approved'),
  available: t('payouts.available'),
  billed: t('payouts.inDocuments'),
} as const;
const names = Object.keys(figures) as (keyof typeof figures)[];

/** a role that hides amounts gets empty ones */
const shown = (amount: string, { currency }: BalanceTotal): string =>
  amount === '' ? EMPTY : roundedMoney(amount, currency);

export function BalanceTotals() {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: [BALANCES, 'totals', session.token],
    queryFn: ({ signal }) => call(documentRoutes.billingBalanceTotals, {}, { session, signal }),
  });
  const rows = answer.data?.rows ?? [];
  // the list below says what is wrong when nothing answers
  if (rows.length === 0) return null;
  return (
    <Box component="section" mb="lg" className={classes.wide} aria-label={t('payouts.inAll')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('payouts.inAll')}</th>
            {names.map((name) => (
              <th key={name} data-right>
                {figures[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.currency}>
              <td>{row.currency}</td>
              {names.map((name) => (
                <td key={name} data-right>
                  {shown(row[name], row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
