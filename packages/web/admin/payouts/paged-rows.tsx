// Rows in a drawer, as many as one asks for: the first page, and a button that reads on.
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { LogReply } from '@tributary/contract/lists';
import type { ReactNode } from 'react';
import classes from '../../kit/log-page/details.module.css';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { FailedToLoad, Loading } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';

const AT_ONCE = 50;

export type LoadRows<Row> = (page: { limit: number; after?: string }, context: CallContext) => Promise<LogReply<Row>>;

interface PagedRowsProps<Row> {
  /** names the cache: another version of the same is another */
  of: readonly string[];
  load: LoadRows<Row>;
  /** in place of none */
  empty: string;
  /** on the button that reads on */
  more: string;
  /** of the same that has come further: what was there stays until the next is */
  growing?: boolean;
  children: (rows: readonly Row[]) => ReactNode;
}

export function PagedRows<Row>({ of, load, empty, more, growing = false, children }: PagedRowsProps<Row>) {
  const { session } = useSession();
  const answer = useInfiniteQuery({
    queryKey: [...of, session.token],
    queryFn: ({ pageParam, signal }) =>
      load({ limit: AT_ONCE, ...(pageParam === null ? {} : { after: pageParam }) }, { session, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => (growing ? before : undefined),
  });
  if (answer.isPending) return <Loading />;
  if (answer.isError) return <FailedToLoad error={answer.error} retry={() => answer.refetch()} />;
  const rows = answer.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <p className={classes.saw}>{empty}</p>;
  return (
    <>
      <div className={classes.wide}>{children(rows)}</div>
      {answer.hasNextPage && (
        <Button
          size="xs"
          mt="xs"
          variant="default"
          disabled={answer.isFetchingNextPage}
          onClick={() => void answer.fetchNextPage()}
        >
          {more}
        </Button>
      )}
    </>
  );
}
