// What the ledger holds of a conversion, oldest first.
import type { ConversionDetails } from '@tributary/contract/conversions/conversions';
import classes from '../../kit/log-page/details.module.css';
import { dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { entryWords } from './entry-words.ts';

const legs = { revenue: t('common.revenue'), payout: t('common.payout') } as const;

export const Transfers = ({ transfers }: Pick<ConversionDetails, 'transfers'>) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th>{t('conversions.entry')}</th>
        <th>{t('common.time')}</th>
        <th>{t('common.what')}</th>
        <th data-right>{t('conversions.amount')}</th>
      </tr>
    </thead>
    <tbody>
      {transfers.map(({ sequence, at, leg, amount, currency, reason, hash }, index) => (
        <tr key={sequence} title={t('conversions.chainedAs', { hash })}>
          <td>{sequence}</td>
          <td>{dateTime(at)}</td>
          <td>
            {`${legs[leg]}: ${entryWords(transfers, index)}`}
            <span className={classes.saw}>{reason}</span>
          </td>
          <td data-right>{money(amount, currency)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
