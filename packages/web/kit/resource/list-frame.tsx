// What every list of rows looks like, whether its pages are counted (ResourcePage) or it grows at the top (LogPage): head,
// toolbar, rows or what stands in their place, pager, bulk bar, dialogs and the details drawer.
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { FileFormat } from '@tributary/contract/lists';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/kit.ts';
import { callForTable } from '../api/api.ts';
import { download } from '../api/download.ts';
import { FormDrawer } from '../dialogs/form-modal.tsx';
import { toast } from '../dialogs/toast.tsx';
import { sentenceFor } from '../language/sentence-for.ts';
import { LinkButton } from '../link-button.tsx';
import { reportError } from '../pages/report-error.ts';
import { useTitle } from '../pages/use-title.ts';
import { FailedLine } from '../shell/loading.tsx';
import { useOpenVerbs, useUnhidden } from '../shell/permissions.ts';
import { useSession } from '../shell/session-context.ts';
import type { RowBase } from '../table/column.ts';
import { DataCards } from '../table/data-cards.tsx';
import { DataTable, type TableProps } from '../table/data-table.tsx';
import { useLatest } from '../use-latest.ts';
import { useCards, usePhone } from '../use-width.ts';
import type { DialogProps, ListScreen, TableRoute, Tools } from './declaration.ts';
import classes from './list-frame.module.css';
import type { ListState } from './list-state.ts';
import { RowMenu } from './row-menu.tsx';
import { Toolbar } from './toolbar.tsx';

const COMPACT_KEY = 'compactRows';

interface ListFrameProps<Row extends RowBase> {
  list: ListScreen<Row>;
  /** under the title */
  note: string;
  /** what stands between the head and the rows */
  intro?: ReactNode;
  state: ListState;
  change: (part: Partial<ListState>, replace?: boolean) => void;
  answer: UseQueryResult;
  reload: () => Promise<void>;
  rows: readonly Row[];
  table: Pick<TableProps<Row>, 'offset' | 'sort' | 'onSort' | 'selection'>;
  /** in the toolbar, after the filters */
  period?: ReactNode;
  /** what its file is asked for; null where there is nothing to ask */
  filtered: Readonly<Record<string, unknown>> | null;
  /** over the rows */
  notice?: ReactNode;
  empty: ReactNode;
  pager: ReactNode;
  bar: (tools: Tools<Row>) => ReactNode;
}

export function ListFrame<Row extends RowBase>(props: ListFrameProps<Row>) {
  const { list, state, change, answer, rows, filtered } = props;
  const { session } = useSession();
  const [dialog, setDialog] = useState<{ name: string; row: Row | null } | null>(null);
  const [compact, setCompact] = useState(() => localStorage.getItem(COMPACT_KEY) === 'yes');
  const phone = usePhone();
  const cards = useCards();
  const navigate = useNavigate();
  useTitle(list.title);
  const latest = useLatest({ ...props, session, navigate });
  // always the same: a row keeps its menu while the list around it changes
  const tools = useMemo<Tools<Row>>(
    () => ({
      get session() {
        return latest.current.session;
      },
      reload: () => latest.current.reload(),
      go: (path) => void latest.current.navigate(path),
      show: (row, part) => latest.current.change({ record: part === undefined ? row.id : `${row.id}:${part}` }),
      open: (name, row) => setDialog({ name, row: row ?? null }),
    }),
    [latest],
  );
  const { nameOf, dialogs, details: Details, file } = list;
  const columns = useUnhidden(list.columns);
  const rowActions = useOpenVerbs(list.rowActions);
  const [add] = useOpenVerbs(list.add && [list.add]) ?? [];
  const rowMenu = useMemo(
    () => rowActions && ((row: Row) => <RowMenu row={row} name={nameOf(row)} actions={rowActions} tools={tools} />),
    [rowActions, nameOf, tools],
  );
  const table: TableProps<Row> = {
    ...props.table,
    label: list.title,
    columns,
    shown: state.columns,
    rows,
    nameOf,
    rowMenu,
    onOpen: Details ? tools.show : undefined,
    skeletons: answer.isPending ? 8 : 0,
    compact,
  };
  const takeFile = async (route: TableRoute, format: FileFormat) => {
    try {
      const asked = { ...filtered, ...list.only, format };
      download(`${list.name}.${format}`, await callForTable(route, asked, { session }, list.within));
    } catch (error) {
      reportError(`${list.title} could not be exported`, error);
      toast.error(sentenceFor(error));
    }
  };
  const close = () => change({ record: null });
  return (
    <>
      <PageHeader title={list.title} note={props.note} actions={add && <Add add={add} open={tools.open} />} />
      {props.intro}
      <section className={classes.card} aria-label={list.title}>
        <Toolbar
          list={list}
          state={state}
          rows={rows}
          change={change}
          period={props.period}
          compact={compact}
          setCompact={(wanted) => {
            localStorage.setItem(COMPACT_KEY, wanted ? 'yes' : 'no');
            setCompact(wanted);
          }}
          onExport={file && filtered ? (format) => takeFile(file, format) : undefined}
        />
        {props.notice}
        <div className={classes.rows} data-stale={answer.isPlaceholderData || undefined}>
          {answer.isError && <FailedLine error={answer.error} retry={() => answer.refetch()} />}
          {answer.isError || (answer.isSuccess && rows.length === 0) ? (
            props.empty
          ) : cards ? (
            <DataCards {...table} />
          ) : (
            <DataTable {...table} />
          )}
        </div>
        {props.pager}
      </section>
      {props.bar(tools)}
      {dialog && dialogs?.[dialog.name] && (
        <Opened
          key={dialog.name}
          dialog={dialogs[dialog.name]}
          row={dialog.row}
          close={() => setDialog(null)}
          tools={tools}
        />
      )}
      {Details && (
        <FormDrawer
          opened={state.record !== null}
          onClose={close}
          position={phone ? 'bottom' : 'right'}
          size={phone ? '92%' : 600}
          title={list.detailsTitle ?? t('resource.details')}
        >
          {state.record && <Details id={state.record} close={close} tools={tools} />}
        </FormDrawer>
      )}
    </>
  );
}

interface OpenedProps<Row extends RowBase> extends DialogProps<Row> {
  dialog: NonNullable<ListScreen<Row>['dialogs']>[string] | undefined;
}
/** a component of its own: what the dialog remembers is the dialog's, and comes and goes with it */
const Opened = <Row extends RowBase>({ dialog, ...props }: OpenedProps<Row>) => dialog?.(props);

interface AddProps {
  add: NonNullable<ListScreen<RowBase>['add']>;
  open: (dialog: string) => void;
}

function Add({ add, open }: AddProps) {
  const icon = <IconPlus size={16} aria-hidden />;
  return 'to' in add ? (
    <LinkButton to={add.to} leftSection={icon}>
      {add.label}
    </LinkButton>
  ) : (
    <Button leftSection={icon} onClick={() => open(add.dialog)}>
      {add.label}
    </Button>
  );
}
