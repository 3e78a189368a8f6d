// A list screen from its declaration, with pages that are counted.
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconInbox } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { useOpenVerbs } from '../shell/permissions.ts';
import type { RowBase } from '../table/column.ts';
import { BulkBar, SelectingBar } from './bulk-bar.tsx';
import type { Resource } from './declaration.ts';
import { ListFrame } from './list-frame.tsx';
import { Pager } from './pager.tsx';
import { useListState, useRows, useSelection } from './use-resource.ts';

interface ResourcePageProps<Row extends RowBase> {
  list: Resource<Row>;
  /** what stands between the head and the list */
  intro?: ReactNode;
}

export function ResourcePage<Row extends RowBase>({ list, intro }: ResourcePageProps<Row>) {
  const { state, change } = useListState(list);
  const { answer, reload, loadAll, query } = useRows(list, state);
  const { rows, total, offset } = answer.data ?? { rows: [], total: 0, offset: 0 };
  const { selection, clear, progress, cancel } = useSelection(
    { rows, total },
    loadAll,
    JSON.stringify([query?.q, state.filters]),
  );
  const { texts } = list;
  const bulkActions = useOpenVerbs(list.bulkActions);
  const { page: _page, page_size: _size, ...filtered } = query ?? {};
  return (
    <ListFrame
      list={list}
      note={answer.isPending ? texts.loading : answer.data ? list.countText(total) : t('resource.thisListCouldNotBe')}
      intro={intro}
      state={state}
      change={change}
      answer={answer}
      reload={reload}
      rows={rows}
      table={{
        offset,
        sort: state.sort,
        onSort: (sort) => change({ sort }),
        selection: bulkActions ? selection : undefined,
      }}
      filtered={query && filtered}
      empty={<EmptyState icon={<IconInbox size={22} aria-hidden />} title={texts.emptyTitle} text={texts.emptyText} />}
      pager={
        (answer.isPending || total > 0) && (
          <Pager
            page={state.page}
            pageSize={state.pageSize}
            total={total}
            onPage={(page) => change({ page })}
            onPageSize={(pageSize) => change({ pageSize })}
          />
        )
      }
      bar={() =>
        progress ? (
          <SelectingBar {...progress} cancel={cancel} />
        ) : (
          bulkActions && (
            <BulkBar
              rows={[...selection.rows.values()]}
              text={list.selectedText?.(selection.rows.size) ?? t('common.selected', { size: selection.rows.size })}
              actions={bulkActions}
              clear={clear}
              reload={reload}
            />
          )
        )
      }
    />
  );
}
