// An amount, and what is the matter with it: rejected ones are struck through, a payout above the revenue is amber. Said in
// words, too, for who does not see the colour.
import { parseMoney } from '@tributary/contract/money';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import type { AmountMark } from './column.ts';
import classes from './marked-amount.module.css';

const LOSS = t('table.moreIsPaidThanEarned');

export function MarkedAmount({ mark, children }: { mark: AmountMark | undefined; children: ReactNode }) {
  if (mark === 'rejected') return <s title={t('table.rejectedNothingIsPaid')}>{children}</s>;
  if (mark === 'loss') {
    return (
      <span className={classes.loss} title={LOSS}>
        <IconAlertTriangle size={13} role="img" aria-label={LOSS} />
        {children}
      </span>
    );
  }
  return children;
}

const micros = (amount: string | null): bigint => parseMoney(amount ?? '0') ?? 0n;

interface Priced {
  status: string;
  revenue: string | null;
  payout: string | null;
}

export const markOfRevenue = ({ status }: Pick<Priced, 'status'>): AmountMark | undefined =>
  status === 'rejected' ? 'rejected' : undefined;

export const markOfPayout = ({ status, revenue, payout }: Priced): AmountMark | undefined =>
  markOfRevenue({ status }) ?? (micros(payout) > micros(revenue) ? 'loss' : undefined);
