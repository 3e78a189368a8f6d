// The table of every list: sortable heads, a selection that may span pages, a menu at each row's end, rows of a fixed
// height, and skeletons of that height while the first answer is on its way.
import { Checkbox, Skeleton, Table, UnstyledButton } from '@mantine/core';
import {
  type ColumnDef,
  columnVisibilityFeature,
  type HeaderContext,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { memo, type ReactNode, useCallback, useMemo } from 'react';
import { IconArrowDown, IconArrowUp, IconSelector } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { useLatest } from '../use-latest.ts';
import { Cell } from './cell.tsx';
import { alignsRight, type Column, opensRow, partOf, type RowBase } from './column.ts';
import classes from './data-table.module.css';
import { useMoreEdge } from './use-more-edge.ts';

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature });
type Features = typeof features;

export interface Selection<Row> {
  rows: ReadonlyMap<string, Row>;
  toggle: (row: Row) => void;
  /** the head's checkbox: everything that the filters let through, on all pages */
  toggleAll: () => void;
  all: boolean;
  busy: boolean;
}

export interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** ids of the columns shown */
  shown: readonly string[];
  rows: readonly Row[];
  /** the position of the first row over all pages */
  offset: number;
  sort: string | null;
  onSort: (sort: string | null) => void;
  nameOf: (row: Row) => string;
  selection?: Selection<Row>;
  rowMenu?: (row: Row) => ReactNode;
  onOpen?: (row: Row, part?: string) => void;
  /** a row that wants attention; what it wants stands in words in one of its cells */
  toneOf?: (row: Row) => 'bad' | undefined;
  /** how many skeleton rows to show in place of rows; 0 when there is an answer */
  skeletons: number;
  compact?: boolean;
}

export function DataTable<Row extends RowBase>(props: TableProps<Row>) {
  const { columns, shown, rows, sort, onSort, selection, rowMenu, skeletons } = props;
  const defs = useMemo(() => columns.map((column) => definition(column)), [columns]);
  const shownIds = shown.join();
  const visible = useMemo(() => columns.filter(({ id }) => shownIds.split(',').includes(id)), [columns, shownIds]);
  const latest = useLatest(selection);
  const toggle = useCallback((row: Row) => latest.current?.toggle(row), [latest]);
  // "3 min ago" is not true for ever
  const minute = Math.floor(Date.now() / 60_000);
  const table = useTable({
    features,
    columns: defs,
    data: rows,
    getRowId: (row) => row.id,
    manualSorting: true,
    enableMultiSort: false,
    state: {
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, shown.includes(id)])),
      sorting: sort ? [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }] : [],
    },
    onSortingChange: (update) => {
      const before = sort ? [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }] : [];
      const [after] = typeof update === 'function' ? update(before) : update;
      onSort(after ? `${after.desc ? '-' : ''}${after.id}` : null);
    },
  });
  // what scrolls must be reachable by keyboard, also where no cell can be pressed
  const isPressable = selection !== undefined || rowMenu !== undefined || props.onOpen !== undefined;
  const viewportRef = useMoreEdge();
  const scrollAreaProps = { viewportRef, viewportProps: isPressable ? undefined : { tabIndex: 0 } };
  const width = shown.length + (selection ? 1 : 0) + (rowMenu ? 1 : 0);
  return (
    <Table.ScrollContainer minWidth={0} className={classes.scroll} scrollAreaProps={scrollAreaProps}>
      <Table
        className={classes.table}
        data-compact={props.compact || undefined}
        data-menus={rowMenu !== undefined || undefined}
        aria-label={props.label}
        aria-busy={skeletons > 0}
      >
        <Table.Thead>
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id}>
              {selection && (
                <Table.Th className={classes.check}>
                  <Checkbox
                    size="xs"
                    aria-label={t('table.selectAll')}
                    checked={selection.all}
                    indeterminate={!selection.all && selection.rows.size > 0}
                    disabled={selection.busy || skeletons > 0}
                    onChange={selection.toggleAll}
                  />
                </Table.Th>
              )}
              {group.headers.map((header) => (
                <table.FlexRender key={header.id} header={header} />
              ))}
              {rowMenu && <Table.Th className={classes.actions}>{t('table.actions')}</Table.Th>}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody>
          {skeletons > 0
            ? Array.from({ length: skeletons }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                <Table.Tr key={index}>
                  <Table.Td colSpan={width}>
                    <Skeleton height={12} width={`${88 - ((index * 17) % 40)}%`} />
                  </Table.Td>
                </Table.Tr>
              ))
            : table
                .getRowModel()
                .rows.map((row, index) => (
                  <BodyRow
                    key={row.id}
                    row={row.original}
                    position={props.offset + index}
                    visible={visible}
                    selected={selection ? selection.rows.has(row.id) : null}
                    toggle={toggle}
                    rowMenu={rowMenu}
                    onOpen={props.onOpen}
                    nameOf={props.nameOf}
                    toneOf={props.toneOf}
                    minute={minute}
                  />
                ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const definition = <Row extends RowBase>(column: Column<Row>): ColumnDef<Features, Row> => ({
  id: column.id,
  enableSorting: column.sortable ?? false,
  sortDescFirst: !['text', 'person', 'title', 'status'].includes(column.kind),
  // an accessor, or the table thinks there is nothing to sort by
  accessorFn: (row) => row.id,
  header: (context) => <Head context={context} column={column} />,
});

function Head<Row extends RowBase>({
  context,
  column,
}: {
  context: HeaderContext<Features, Row>;
  column: Column<Row>;
}) {
  const sorted = context.column.getIsSorted();
  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconSelector;
  const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined;
  return (
    <Table.Th aria-sort={order} data-right={alignsRight(column) || undefined}>
      {column.sortable ? (
        <UnstyledButton className={classes.sort} onClick={() => context.column.toggleSorting()} data-sorted={order}>
          {column.title}
          <Icon size={14} aria-hidden />
        </UnstyledButton>
      ) : (
        column.title
      )}
    </Table.Th>
  );
}

interface BodyRowProps<Row> extends Pick<TableProps<Row>, 'rowMenu' | 'onOpen' | 'nameOf' | 'toneOf'> {
  row: Row;
  position: number;
  visible: readonly Column<Row>[];
  /** null where nothing can be selected */
  selected: boolean | null;
  toggle: (row: Row) => void;
  minute: number;
}

/** drawn again only when something of its own has changed: turning a page draws each row once */
const BodyRow = memo(function BodyRow<Row extends RowBase>(props: BodyRowProps<Row>) {
  const { row, position, visible, selected, toggle, rowMenu, onOpen, nameOf, toneOf } = props;
  return (
    <Table.Tr data-row={row.id} data-selected={selected || undefined} data-tone={toneOf?.(row)}>
      {selected !== null && (
        <Table.Td className={classes.check}>
          <Checkbox
            size="xs"
            aria-label={t('table.select', { row: nameOf(row) })}
            checked={selected}
            onChange={() => toggle(row)}
          />
        </Table.Td>
      )}
      {visible.map((column) => (
        <Table.Td key={column.id} data-right={alignsRight(column) || undefined}>
          {onOpen && opensRow(column) ? (
            <UnstyledButton className={classes.open} onClick={() => onOpen(row, partOf(column))}>
              <Cell column={column} row={row} position={position} />
            </UnstyledButton>
          ) : (
            <Cell column={column} row={row} position={position} />
          )}
        </Table.Td>
      ))}
      {rowMenu && <Table.Td className={classes.actions}>{rowMenu(row)}</Table.Td>}
    </Table.Tr>
  );
}) as <Row extends RowBase>(props: BodyRowProps<Row>) => ReactNode;
