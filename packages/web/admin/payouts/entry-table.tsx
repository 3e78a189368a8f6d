// The ledger's entries behind an amount, newest first.
import { Anchor } from '@mantine/core';
import type { BillingEntry } from '@tributary/contract/billing/entries';
import { conversionRoutes } from '@tributary/contract/conversions/conversions';
import { Link } from 'react-router';
import { About } from '../../features/documents/about.tsx';
import { SumOfRows } from '../../features/documents/sum-of-rows.tsx';
import classes from '../../kit/log-page/details.module.css';
import { useMay } from '../../kit/shell/permissions.ts';
import { dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { legWords } from '../accounts/leg-words.ts';
import { type LoadRows, PagedRows } from './paged-rows.tsx';

export const EntryTable = ({ of, load }: { of: string; load: LoadRows<BillingEntry> }) => (
  <PagedRows of={['billing-entries', of]} load={load} empty={t('payouts.noEntries')} more={t('payouts.olderEntries')}>
    {(rows) => (
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('payouts.entry')}</th>
            <th>{t('common.time')}</th>
            <th>{t('common.what')}</th>
            <th data-right>{t('payouts.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <tr key={entry.id}>
              <td>{entry.id}</td>
              <td>{dateTime(entry.at)}</td>
              <td>
                <What entry={entry} />
              </td>
              <td data-right>{money(entry.amount, entry.currency)}</td>
            </tr>
          ))}
        </tbody>
        <SumOfRows rows={rows} columns={3} />
      </table>
    )}
  </PagedRows>
);

function What({ entry }: { entry: BillingEntry }) {
  const { leg, phase, subject } = entry;
  const isOpen = useMay()(conversionRoutes.conversions);
  const what = phase === 'pending' ? t('payouts.reservedLeg', { leg: legWords[leg] }) : legWords[leg];
  return (
    <>
      {subject.kind === 'conversion' && isOpen ? (
        <Anchor component={Link} to={`/am/reports/conversions?record=${encodeURIComponent(subject.id)}`}>
          {what}
        </Anchor>
      ) : (
        what
      )}
      <About entry={entry} />
    </>
  );
}
