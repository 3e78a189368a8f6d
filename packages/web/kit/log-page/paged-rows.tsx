// Rows of a drawer, page by page: as many of them as one asks for.
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { LogReply } from '@tributary/contract/lists';
import type { ReactNode } from 'react';
import { t } from '../../words/kit.ts';
import type { CallContext } from '../resource/declaration.ts';
import { FailedToLoad } from '../shell/loading.tsx';
import { useSession } from '../shell/session-context.ts';

const AT_ONCE = 50;

interface PagedRowsProps<Row, Reply extends LogReply<Row>> {
  /** the list's name and what is shown of it: reloading the list reloads these */
  of: readonly [string, string];
  load: (page: { limit: number; after?: string }, context: CallContext) => Promise<Reply>;
  /** `first`: what the answer says besides its rows */
  children: (rows: Row[], first: Reply) => ReactNode;
}

export function PagedRows<Row, Reply extends LogReply<Row>>({ of, load, children }: PagedRowsProps<Row, Reply>) {
  const { session } = useSession();
  const answer = useInfiniteQuery({
    queryKey: [of[0], 'rows', session.token, of[1]],
    queryFn: ({ pageParam, signal }) =>
      load({ limit: AT_ONCE, ...(pageParam === null ? {} : { after: pageParam }) }, { session, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  if (answer.isPending) return <Skeleton height={96} aria-busy />;
  if (answer.isError) return <FailedToLoad error={answer.error} retry={() => answer.refetch()} />;
  const { pages } = answer.data;
  const [first] = pages;
  return (
    <>
      {first &&
        children(
          pages.flatMap(({ rows }) => rows),
          first,
        )}
      {answer.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          mt="xs"
          disabled={answer.isFetchingNextPage}
          onClick={() => void answer.fetchNextPage()}
        >
          {t('logPage.showMore')}
        </Button>
      )}
    </>
  );
}
