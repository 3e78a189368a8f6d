// The last line of entries: what those that stand above it add up to, in each currency.
import { formatMoney, parseMoney } from '@tributary/contract/money';
import { count, money } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';

interface Summed {
  currency: string;
  amount: string;
}

export function sumsOf(rows: readonly Summed[]): Summed[] {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of rows) {
    sums.set(currency, (sums.get(currency) ?? 0n) + (parseMoney(amount) ?? 0n));
  }
  return [...sums].map(([currency, micros]) => ({ currency, amount: formatMoney(micros) }));
}

/** `columns`: before the one of amounts. Amounts that the reader's role hides have no sum, either */
export const SumOfRows = ({ rows, columns }: { rows: readonly Summed[]; columns: number }) =>
  rows.length > 1 &&
  rows.every(({ amount }) => parseMoney(amount) !== null) && (
    <tfoot>
      {sumsOf(rows).map(({ currency, amount }) => (
        <tr key={currency}>
          <th scope="row" colSpan={columns}>
            {t('documents.sumOfShown', { count: rows.length, number: count(rows.length) })}
          </th>
          <td data-right>
            <strong>{money(amount, currency)}</strong>
          </td>
        </tr>
      ))}
    </tfoot>
  );
