// A log screen from its declaration.
import { Button, Drawer, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { count } from '../../ui/format.ts';
import { IconArrowUp, IconInbox, IconPlus, IconSearch } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { sentenceFor } from '../api-error.ts';
import { download } from '../download.ts';
import { reportError } from '../report-error.ts';
import { SelectionBar } from '../resource/bulk-bar.tsx';
import type { Tools } from '../resource/declaration.ts';
import resourceClasses from '../resource/resource-page.module.css';
import { RowMenu } from '../resource/row-menu.tsx';
import { FailedToLoad } from '../shell/loading.tsx';
import { useSession } from '../shell/session-context.ts';
import type { RowBase } from '../table/column.ts';
import { DataCards } from '../table/data-cards.tsx';
import { DataTable, type TableProps } from '../table/data-table.tsx';
import { toast } from '../toast.tsx';
import { usePhone } from '../use-phone.ts';
import { useTitle } from '../use-title.ts';
import type { Log } from './log-declaration.ts';
import classes from './log-page.module.css';
import { LogPager } from './log-pager.tsx';
import { isNarrowed } from './log-state.ts';
import { LogToolbar } from './log-toolbar.tsx';
import { useLogRows, useLogSelection, useLogState, useNewerRows } from './use-log.ts';

const COMPACT_KEY = 'compactRows';

interface LogPageProps<Row extends RowBase> {
  log: Log<Row>;
  /** what stands between the head and the rows: tabs, a balance */
  intro?: ReactNode;
}

export function LogPage<Row extends RowBase>({ log, intro }: LogPageProps<Row>) {
  const { session } = useSession();
  const { state, change, older, newer, newest } = useLogState(log);
  const { answer, reload, loadAll, query } = useLogRows(log, state);
  const cameSince = useNewerRows(log, query, answer);
  const [dialog, setDialog] = useState<{ name: string; row: Row | null } | null>(null);
  const [compact, setCompact] = useState(() => localStorage.getItem(COMPACT_KEY) === 'yes');
  const phone = usePhone();
  const navigate = useNavigate();
  useTitle(log.title);

  const { rows, next } = answer.data ?? { rows: [], next: null };
  const { selection, clear } = useLogSelection(
    { rows, next, isWhole: state.after === null && next === null },
    loadAll,
    JSON.stringify([state.q, state.period, state.filters]),
  );
  const tools: Tools<Row> = {
    session,
    reload,
    go: (path) => void navigate(path),
    show: (row) => change({ record: row.id }),
    open: (name, row) => setDialog({ name, row: row ?? null }),
  };
  const { rowActions, bulkActions, dialogs, details: Details, add, exportCsv } = log;
  const props: TableProps<Row> = {
    label: log.title,
    columns: log.columns,
    shown: state.columns,
    rows,
    offset: 0,
    sort: null,
    onSort: () => undefined,
    nameOf: log.nameOf,
    selection: bulkActions ? selection : undefined,
    rowMenu: rowActions
      ? (row) => <RowMenu row={row} name={log.nameOf(row)} actions={rowActions} tools={tools} />
      : undefined,
    onOpen: Details ? (row) => change({ record: row.id }) : undefined,
    skeletons: answer.isPending ? 8 : 0,
    compact,
  };
  const exportAll = async () => {
    if (!exportCsv || !query) return;
    const { limit: _limit, after: _after, ...filtered } = query;
    try {
      download(`${log.name}.csv`, await exportCsv(filtered, { session }));
    } catch (error) {
      reportError(`${log.title} could not be exported`, error);
      toast.error(sentenceFor(error));
    }
  };

  return (
    <>
      <PageHeader
        title={log.title}
        note={log.purpose}
        actions={
          add && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => tools.open(add.dialog)}>
              {add.label}
            </Button>
          )
        }
      />
      {intro}
      <section className={resourceClasses.card} aria-label={log.title}>
        <LogToolbar
          log={log}
          state={state}
          rows={rows}
          change={change}
          compact={compact}
          setCompact={(wanted) => {
            localStorage.setItem(COMPACT_KEY, wanted ? 'yes' : 'no');
            setCompact(wanted);
          }}
          onExport={exportCsv ? exportAll : undefined}
        />
        {cameSince > 0 && (
          <UnstyledButton className={classes.newer} role="status" onClick={() => void reload()}>
            <IconArrowUp size={14} aria-hidden />
            {`${count(cameSince)} newer ${cameSince === 1 ? 'row' : 'rows'}: show`}
          </UnstyledButton>
        )}
        <div className={resourceClasses.rows} data-stale={answer.isPlaceholderData || undefined}>
          {answer.isError ? (
            <FailedToLoad error={answer.error} retry={() => answer.refetch()} />
          ) : answer.isSuccess && rows.length === 0 ? (
            isNarrowed(state) || state.after ? (
              <EmptyState
                icon={<IconSearch size={22} aria-hidden />}
                title="Nothing found"
                text={log.nothingFound}
                action={
                  <Button variant="default" onClick={() => change({ q: '', period: '', filters: {} })}>
                    Show everything
                  </Button>
                }
              />
            ) : (
              <EmptyState icon={<IconInbox size={22} aria-hidden />} {...log.empty} />
            )
          ) : phone ? (
            <DataCards {...props} />
          ) : (
            <DataTable {...props} />
          )}
        </div>
        {(rows.length > 0 || state.after !== null) && (
          <LogPager
            pageSize={state.pageSize}
            onPageSize={(pageSize) => change({ pageSize })}
            isNewest={state.after === null}
            newest={newest}
            newer={newer}
            older={next ? () => older(next) : null}
          />
        )}
      </section>
      {bulkActions && (
        <SelectionBar
          rows={[...selection.rows.values()]}
          text={log.selectedText?.(selection.rows.size) ?? `${count(selection.rows.size)} selected`}
          actions={bulkActions.map((action) => ({
            ...action,
            run: (chosen: readonly Row[]) => action.run(chosen, tools),
          }))}
          clear={clear}
          reload={reload}
        />
      )}
      {dialog && dialogs?.[dialog.name]?.({ row: dialog.row, close: () => setDialog(null), tools })}
      {Details && (
        <Drawer
          opened={state.record !== null}
          onClose={() => change({ record: null })}
          position="right"
          size={640}
          title={log.detailsTitle ?? 'Details'}
        >
          {state.record && <Details id={state.record} close={() => change({ record: null })} tools={tools} />}
        </Drawer>
      )}
    </>
  );
}
