// What the ledger holds of a conversion, oldest first.
import type { ConversionDetails } from '@tributary/contract/conversions';
import classes from '../../kit/log-page/details.module.css';
import { dateTime, money } from '../../ui/format.ts';
import { entryWords } from './entry-words.ts';

const legs = { revenue: 'Revenue', payout: 'Payout' } as const;

export const Transfers = ({ transfers }: Pick<ConversionDetails, 'transfers'>) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th>Entry</th>
        <th>Time</th>
        <th>What</th>
        <th data-right>Amount</th>
      </tr>
    </thead>
    <tbody>
      {transfers.map(({ sequence, at, leg, amount, currency, reason, hash }, index) => (
        <tr key={sequence} title={`Chained as ${hash}`}>
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
