// A list screen from its declaration.
import { Button, Drawer } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconInbox, IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { sentenceFor } from '../api-error.ts';
import { download } from '../download.ts';
import { LinkButton } from '../link-button.tsx';
import { reportError } from '../report-error.ts';
import { FailedToLoad } from '../shell/loading.tsx';
import { useSession } from '../shell/session-context.ts';
import type { RowBase } from '../table/column.ts';
import { DataCards } from '../table/data-cards.tsx';
import { DataTable, type TableProps } from '../table/data-table.tsx';
import { toast } from '../toast.tsx';
import { usePhone } from '../use-phone.ts';
import { useTitle } from '../use-title.ts';
import { BulkBar, SelectingBar } from './bulk-bar.tsx';
import type { Resource, Tools } from './declaration.ts';
import { Pager } from './pager.tsx';
import classes from './resource-page.module.css';
import { RowMenu } from './row-menu.tsx';
import { Toolbar } from './toolbar.tsx';
import { useListState, useRows, useSelection } from './use-resource.ts';

const COMPACT_KEY = 'compactRows';

interface ResourcePageProps<Row extends RowBase> {
  list: Resource<Row>;
  /** what stands between the head and the list */
  intro?: ReactNode;
}

export function ResourcePage<Row extends RowBase>({ list, intro }: ResourcePageProps<Row>) {
  const { session } = useSession();
  const { state, change } = useListState(list);
  const { answer, reload, loadAll, query } = useRows(list, state);
  const [dialog, setDialog] = useState<{ name: string; row: Row | null } | null>(null);
  const [compact, setCompact] = useState(() => localStorage.getItem(COMPACT_KEY) === 'yes');
  const phone = usePhone();
  const navigate = useNavigate();
  useTitle(list.title);

  const rows = answer.data?.rows ?? [];
  const total = answer.data?.total ?? 0;
  const { selection, clear, progress } = useSelection(
    { rows, total },
    loadAll,
    JSON.stringify([query?.q, state.filters]),
  );
  const tools: Tools<Row> = {
    session,
    reload,
    go: (path) => void navigate(path),
    show: (row) => change({ record: row.id }),
    open: (name, row) => setDialog({ name, row: row ?? null }),
  };
  const { rowActions, bulkActions, dialogs, details: Details, add, texts } = list;
  const props: TableProps<Row> = {
    label: list.title,
    columns: list.columns,
    shown: state.columns,
    rows,
    offset: (state.page - 1) * state.pageSize,
    sort: state.sort,
    onSort: (sort) => change({ sort }),
    nameOf: list.nameOf,
    selection: bulkActions ? selection : undefined,
    rowMenu: rowActions
      ? (row) => <RowMenu row={row} name={list.nameOf(row)} actions={rowActions} tools={tools} />
      : undefined,
    onOpen: Details ? (row) => change({ record: row.id }) : undefined,
    skeletons: answer.isPending ? 8 : 0,
    compact,
  };
  const { exportCsv } = list;
  const exportAll = async () => {
    if (!exportCsv || !query) return;
    const { page: _page, page_size: _size, ...filtered } = query;
    try {
      download(`${list.name}.csv`, await exportCsv(filtered, { session }));
    } catch (error) {
      reportError(`${list.title} could not be exported`, error);
      toast.error(sentenceFor(error));
    }
  };

  return (
    <>
      <PageHeader
        title={list.title}
        note={answer.isPending ? texts.loading : list.countText(total)}
        actions={
          add &&
          ('to' in add ? (
            <LinkButton to={add.to} leftSection={<IconPlus size={16} aria-hidden />}>
              {add.label}
            </LinkButton>
          ) : (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => tools.open(add.dialog)}>
              {add.label}
            </Button>
          ))
        }
      />
      {intro}
      <section className={classes.card} aria-label={list.title}>
        <Toolbar
          state={state}
          change={change}
          columns={list.columns}
          filters={list.filters ?? []}
          searchPlaceholder={list.searchPlaceholder}
          compact={compact}
          setCompact={(wanted) => {
            localStorage.setItem(COMPACT_KEY, wanted ? 'yes' : 'no');
            setCompact(wanted);
          }}
          onExport={exportCsv ? exportAll : undefined}
        />
        <div className={classes.rows} data-stale={answer.isPlaceholderData || undefined}>
          {answer.isError ? (
            <FailedToLoad error={answer.error} retry={() => answer.refetch()} />
          ) : answer.isSuccess && rows.length === 0 ? (
            <EmptyState icon={<IconInbox size={22} aria-hidden />} title={texts.emptyTitle} text={texts.emptyText} />
          ) : phone ? (
            <DataCards {...props} />
          ) : (
            <DataTable {...props} />
          )}
        </div>
        <Pager
          page={state.page}
          pageSize={state.pageSize}
          total={total}
          onPage={(page) => change({ page })}
          onPageSize={(pageSize) => change({ pageSize })}
        />
      </section>
      {progress && <SelectingBar {...progress} />}
      {bulkActions && !progress && (
        <BulkBar
          rows={[...selection.rows.values()]}
          text={list.selectedText?.(selection.rows.size) ?? `${selection.rows.size} selected`}
          actions={bulkActions}
          clear={clear}
          reload={reload}
        />
      )}
      {dialog && dialogs?.[dialog.name]?.({ row: dialog.row, close: () => setDialog(null), tools })}
      {Details && (
        <Drawer
          opened={state.record !== null}
          onClose={() => change({ record: null })}
          position={phone ? 'bottom' : 'right'}
          size={phone ? '92%' : 520}
          title="Details"
        >
          {state.record && <Details id={state.record} close={() => change({ record: null })} tools={tools} />}
        </Drawer>
      )}
    </>
  );
}
