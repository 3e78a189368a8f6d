// What the publisher has earned since the beginning, paid out or not, by currency: decided in favour, and still waiting.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ledgerRoutes } from '@tributary/contract/conversions/ledger';
import { call } from '../../kit/api/api.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { roundedMoney } from '../../ui/format.ts';
import { t } from '../../words/publisher.ts';
import classes from './balances.module.css';

export function Balances() {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: ['balance', session.token],
    queryFn: ({ signal }) => call(ledgerRoutes.ownBalance, {}, { session, signal }),
    refetchInterval: 15_000,
  });
  if (answer.isPending) return <Skeleton height={92} width={180} mb={16} />;
  // the list below says what is wrong when nothing answers
  if (!answer.data || answer.data.rows.length === 0) return null;
  return (
    <dl className={classes.balances} aria-label={t('conversions.balance')}>
      {answer.data.rows.map(({ currency, approved, pending }) => (
        <div key={currency} className={classes.balance}>
          <dt>{t('conversions.approved', { currency })}</dt>
          <dd className={classes.figure}>{roundedMoney(approved, currency)}</dd>
          <dd className={classes.waiting}>{t('conversions.pending', { pending: roundedMoney(pending, currency) })}</dd>
          <dd className={classes.waiting}>{t('conversions.allTime')}</dd>
        </div>
      ))}
      {answer.data.hidden.map(({ currency, approved, pending }) => (
        <div key={`hidden ${currency}`} className={classes.balance}>
          <dt>{t('conversions.ofItHiddenCampaigns', { currency })}</dt>
          <dd className={classes.figure}>{roundedMoney(approved, currency)}</dd>
          <dd className={classes.waiting}>{t('conversions.pending', { pending: roundedMoney(pending, currency) })}</dd>
        </div>
      ))}
    </dl>
  );
}
