// A document's lines in order; the amount of one that is added up of entries opens them.
import { Button } from '@mantine/core';
import type { DocumentLine } from '@tributary/contract/billing/documents';
import classes from '../../kit/log-page/details.module.css';
import { averagePrice, count, money, share, shortMonth } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { type LoadRows, PagedRows } from './paged-rows.tsx';
import { lineWords } from './words.ts';

interface LineTableProps {
  of: string;
  load: LoadRows<DocumentLine>;
  currency: string;
  /** the line whose entries are shown; null: all of them */
  open: number | null;
  choose: (position: number | null) => void;
}

const hasEntries = ({ kind }: DocumentLine): boolean => ['earning', 'adjustment', 'referral'].includes(kind);

function nameOf(line: DocumentLine): string {
  if (line.offer) return [line.offer.name, line.goal].filter(Boolean).join(' · ');
  const rate = line.rate && line.rate !== '0' ? ` ${share(line.rate)}` : '';
  return line.text || `${lineWords[line.kind]}${rate}`;
}

export const LineTable = ({ of, load, currency, open, choose }: LineTableProps) => (
  <PagedRows of={['billing-lines', of]} load={load} empty={t('payouts.noLines')} more={t('payouts.moreLines')}>
    {(rows) => (
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('common.what')}</th>
            <th>{t('payouts.month')}</th>
            <th data-right>{t('payouts.quantity')}</th>
            <th data-right>{t('payouts.price')}</th>
            <th data-right>{t('payouts.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((line) => (
            <tr key={line.position}>
              <td>{nameOf(line)}</td>
              <td>{line.month && shortMonth(line.month)}</td>
              <td data-right>{line.quantity !== 0 && count(line.quantity)}</td>
              <td data-right>{averagePrice(line.amount, line.quantity, currency)}</td>
              <td data-right>
                {hasEntries(line) ? (
                  <Button
                    variant={open === line.position ? 'light' : 'subtle'}
                    size="compact-xs"
                    pr={0}
                    aria-pressed={open === line.position}
                    onClick={() => choose(open === line.position ? null : line.position)}
                  >
                    {money(line.amount, currency)}
                  </Button>
                ) : (
                  money(line.amount, currency)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </PagedRows>
);
