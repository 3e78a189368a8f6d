// Before invoices are made: who gets one, over how much, and what is left for later.
import { ScrollArea } from '@mantine/core';
import type { InvoicePreview } from '@tributary/contract/billing/advertisers';
import classes from '../../kit/log-page/details.module.css';
import { count, money } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { carriedWords } from '../payouts/words.ts';

const ROOM = 320;

export const InvoicesToCome = ({ preview: { rows, totals, is_cut } }: { preview: InvoicePreview }) => (
  <>
    <ScrollArea.Autosize mah={ROOM} mb="md">
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('common.advertiser')}</th>
            <th data-right>{t('payouts.vat')}</th>
            <th data-right>{t('payouts.total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                {`${row.owner.name} (${row.owner.number})`}
                {row.carried && <span className={classes.saw}>{carriedWords[row.carried]}</span>}
              </td>
              <td data-right>{row.carried ? '' : money(row.vat, row.currency)}</td>
              <td data-right>{money(row.total, row.currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {totals.map(({ currency, invoices, total }) => (
            <tr key={currency}>
              <th scope="row">
                {t('advertiserBilling.invoicesIn', { count: invoices, number: count(invoices), currency })}
              </th>
              <td />
              <td data-right>
                <strong>{money(total, currency)}</strong>
              </td>
            </tr>
          ))}
        </tfoot>
      </table>
    </ScrollArea.Autosize>
    {is_cut && <p>{t('advertiserBilling.moreAccounts')}</p>}
  </>
);
