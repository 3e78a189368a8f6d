// The entries behind an amount, as the partner on whose account they stand sees them; each leads to what it is about.
import { Anchor } from '@mantine/core';
import type { BillingEntry } from '@tributary/contract/billing/entries';
import type { Side } from '@tributary/contract/billing/money';
import type { LogReply } from '@tributary/contract/lists';
import { Link } from 'react-router';
import classes from '../../kit/log-page/details.module.css';
import { PagedRows } from '../../kit/log-page/paged-rows.tsx';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { About } from './about.tsx';
import { ownLeg } from './own-legs.ts';
import { subjectPlace } from './own-places.ts';
import { SumOfRows } from './sum-of-rows.tsx';

interface OwnEntriesProps {
  side: Side;
  of: readonly [string, string];
  load: (page: { limit: number; after?: string }, context: CallContext) => Promise<LogReply<BillingEntry>>;
}

export const OwnEntries = ({ side, of, load }: OwnEntriesProps) => (
  <PagedRows of={of} load={load}>
    {(rows: BillingEntry[]) =>
      rows.length === 0 ? (
        <p className={classes.saw}>{t(side === 'publisher' ? 'documents.noneOrHidden' : 'documents.noEntries')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('documents.time')}</th>
              <th>{t('documents.what')}</th>
              <th data-right>{t('documents.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((entry) => (
              <tr key={entry.id}>
                <td>{dateTime(entry.at)}</td>
                <td>
                  <What side={side} entry={entry} />
                </td>
                <td data-right>{money(entry.amount, entry.currency)}</td>
              </tr>
            ))}
          </tbody>
          <SumOfRows rows={rows} columns={2} />
        </table>
      )
    }
  </PagedRows>
);

function What({ side, entry }: { side: Side; entry: BillingEntry }) {
  const to = subjectPlace(side, entry.subject);
  return (
    <>
      {to ? (
        <Anchor component={Link} to={to}>
          {ownLeg(entry)}
        </Anchor>
      ) : (
        ownLeg(entry)
      )}
      <About entry={entry} />
    </>
  );
}
