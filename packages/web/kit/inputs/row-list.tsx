// A short list of rows that a person adds and removes in place: goals, landing pages, caps, rules.
import { ActionIcon, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconTrash } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { Fields, Writing } from '../form/read-only.tsx';
import classes from './row-list.module.css';

interface RowListProps<Row extends { key: string }> {
  label: string;
  help?: string;
  error?: string;
  /** heads over the cells; where they do not fit, each cell has its own above it and goes where there is room */
  columns: readonly string[];
  /** below which a cell on a narrow page goes to the next line, in px */
  least?: number;
  /** CSS grid columns; equal widths where absent */
  widths?: string;
  rows: readonly Row[];
  cells: (row: Row) => ReactNode[];
  nameOf: (row: Row) => string;
  remove: (key: string) => void;
  add: ReactNode;
  empty: string;
}

export function RowList<Row extends { key: string }>(props: RowListProps<Row>) {
  const { label, help, error, columns, rows, cells, nameOf, remove, add, empty } = props;
  const widths = props.widths ?? `repeat(${columns.length}, minmax(0, 1fr))`;
  return (
    <Input.Wrapper
      label={label}
      description={help}
      error={error}
      labelElement="div"
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <div className={classes.list} style={{ '--widths': widths, '--least': `${props.least ?? 160}px` }}>
        {rows.length > 0 && (
          <div className={classes.heads} aria-hidden>
            {columns.map((column) => (
              <span key={column}>{column}</span>
            ))}
            <span />
          </div>
        )}
        {rows.map((row) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid with its rows in every browser
          <div key={row.key} className={classes.row} role="group" aria-label={`${label}: ${nameOf(row)}`}>
            <div className={classes.cells}>
              <Fields>
                {cells(row).map((cell, index) => (
                  <div key={columns[index]} className={classes.cell}>
                    {/* its control says the same to listeners */}
                    <span className={classes.caption} aria-hidden>
                      {columns[index]}
                    </span>
                    {cell}
                  </div>
                ))}
              </Fields>
            </div>
            <Writing>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={34}
                aria-label={t('inputs.remove3', { row: nameOf(row) })}
                onClick={() => remove(row.key)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Writing>
          </div>
        ))}
        {rows.length === 0 && <p className={classes.empty}>{empty}</p>}
        <Writing>
          <div>{add}</div>
        </Writing>
      </div>
    </Input.Wrapper>
  );
}
