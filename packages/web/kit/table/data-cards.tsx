// The same rows on a phone: one card each, the first column as its title, the state beside it.
import { Checkbox, Skeleton, UnstyledButton } from '@mantine/core';
import { EMPTY } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { Cell } from './cell.tsx';
import { type Column, cellText, opensRow, type RowBase } from './column.ts';
import classes from './data-cards.module.css';
import type { TableProps } from './data-table.tsx';

export function DataCards<Row extends RowBase>(props: TableProps<Row>) {
  const { columns, shown, rows, selection, skeletons } = props;
  const visible = columns.filter(({ id }) => shown.includes(id));
  const status = visible.find(({ kind }) => kind === 'status');
  const others = visible.filter((column) => column !== status);
  const title = others.find(({ kind }) => kind === 'person' || kind === 'title') ?? others.find(opensRow) ?? others[0];
  const rest = visible.filter((column) => column !== title && column !== status);
  return (
    <>
      {selection && rows.length > 0 && (
        <Checkbox
          className={classes.all}
          label={t('table.selectAll')}
          checked={selection.all}
          indeterminate={!selection.all && selection.rows.size > 0}
          disabled={selection.busy}
          onChange={selection.toggleAll}
        />
      )}
      <ul className={classes.cards} aria-label={props.label} aria-busy={skeletons > 0}>
        {Array.from({ length: Math.min(skeletons, 5) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <li key={index} className={classes.card}>
            <Skeleton height={14} width="60%" mb={12} />
            <Skeleton height={12} mb={8} />
            <Skeleton height={12} width="80%" />
          </li>
        ))}
        {skeletons === 0 &&
          title &&
          rows.map((row, index) => (
            <Card
              key={row.id}
              {...props}
              row={row}
              position={props.offset + index}
              title={title}
              status={status}
              rest={rest}
            />
          ))}
      </ul>
    </>
  );
}

interface CardProps<Row> extends TableProps<Row> {
  row: Row;
  position: number;
  title: Column<Row>;
  status: Column<Row> | undefined;
  rest: readonly Column<Row>[];
}

function Card<Row extends RowBase>({
  row,
  position,
  title,
  status,
  rest,
  selection,
  rowMenu,
  onOpen,
  nameOf,
  toneOf,
}: CardProps<Row>) {
  const selected = selection?.rows.has(row.id) ?? false;
  const head = <Cell column={title} row={row} position={position} />;
  return (
    <li className={classes.card} data-row={row.id} data-selected={selected || undefined} data-tone={toneOf?.(row)}>
      <div className={classes.head}>
        {selection && (
          <Checkbox
            aria-label={t('table.select', { row: nameOf(row) })}
            checked={selected}
            onChange={() => selection.toggle(row)}
          />
        )}
        <div className={classes.title}>
          {onOpen ? <UnstyledButton onClick={() => onOpen(row)}>{head}</UnstyledButton> : head}
        </div>
        {status && <Cell column={status} row={row} position={position} />}
        {rowMenu?.(row)}
      </div>
      <dl className={classes.facts}>
        {rest
          .filter((column) => cellText(column, row, position) !== EMPTY)
          .map((column) => (
            <div key={column.id} data-wide={column.kind === 'checks' || undefined}>
              <dt>{column.title}</dt>
              <dd>
                <Cell column={column} row={row} position={position} />
              </dd>
            </div>
          ))}
      </dl>
    </li>
  );
}
