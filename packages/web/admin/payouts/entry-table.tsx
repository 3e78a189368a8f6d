// The ledger's entries behind an amount, newest first, as many as one asks for.
import { Anchor, Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { BillingEntry } from '@tributary/contract/billing/entries';
import type { LogReply } from '@tributary/contract/lists';
import { Link } from 'react-router';
import classes from '../../kit/log-page/details.module.css';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { FailedToLoad, Loading } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { legWords } from '../accounts/leg-words.ts';

const AT_ONCE = 50;

interface EntryTableProps {
  /** names the cache: another version of the same is another */
  of: string;
  load: (page: { limit: number; after?: string }, context: CallContext) => Promise<LogReply<BillingEntry>>;
}

export function EntryTable({ of, load }: EntryTableProps) {
  const { session } = useSession();
  const answer = useInfiniteQuery({
    queryKey: ['billing-entries', session.token, of],
    queryFn: ({ pageParam, signal }) =>
      load({ limit: AT_ONCE, ...(pageParam === null ? {} : { after: pageParam }) }, { session, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  if (answer.isPending) return <Loading />;
  if (answer.isError) return <FailedToLoad error={answer.error} retry={() => answer.refetch()} />;
  const rows = answer.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <p className={classes.saw}>{t('payouts.noEntries')}</p>;
  return (
    <>
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
      </table>
      {answer.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          disabled={answer.isFetchingNextPage}
          onClick={() => void answer.fetchNextPage()}
        >
          {t('payouts.olderEntries')}
        </Button>
      )}
    </>
  );
}

function What({ entry: { leg, phase, subject, reason } }: { entry: BillingEntry }) {
  const what = phase === 'pending' ? t('payouts.reservedLeg', { leg: legWords[leg] }) : legWords[leg];
  return (
    <>
      {subject.kind === 'conversion' ? (
        <Anchor component={Link} to={`/am/reports/conversions?record=${encodeURIComponent(subject.id)}`}>
          {what}
        </Anchor>
      ) : (
        what
      )}
      {reason && <span className={classes.saw}>{reason}</span>}
    </>
  );
}
