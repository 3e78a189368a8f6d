// A table's columns as data, from a closed set of kinds. The kind decides how a value is shown, aligned, exported and
// put on a phone's card, so that a screen only says where the value comes from.

import type { FieldClass } from '@tributary/contract/accounts/hidden';
import { convertedMoney, count, dateTime, EMPTY, money, relativeDate, words } from '../../ui/format.ts';
import type { Tone } from '../../ui/status-badge.tsx';
import { t } from '../../words/kit.ts';

export interface RowBase {
  id: string;
}

type Maybe<T> = T | null | undefined;

export interface Change {
  text: string;
  tone: 'good' | 'bad' | 'same';
}
export interface Check {
  text: string;
  state: 'good' | 'bad' | 'open';
}

/** where a cell's value comes from; `position` counts from 0 over all pages */
export type ColumnKind<Row> =
  /** `clip`: one line of a long value, whole on hover and on a card */
  | { kind: 'text'; value: (row: Row, position: number) => Maybe<string | number>; clip?: boolean; empty?: string }
  | { kind: 'number'; value: (row: Row) => Maybe<number> }
  /** a count or an amount that is text already */
  | { kind: 'figure'; value: (row: Row) => Maybe<string> }
  /** a difference: its sign and an arrow say what its colour says */
  | { kind: 'change'; value: (row: Row) => Maybe<Change> }
  /** several things that are as they should be, or not */
  | { kind: 'checks'; value: (row: Row) => readonly Check[] }
  /**
   * `mark`: an amount that does not count any more, or one that asks for attention. `converted`: a sum by the rates of the day,
   * in its currency's own digits, exact on hover
   */
  | {
      kind: 'money';
      value: (row: Row) => Maybe<{ amount: string; currency: string }>;
      converted?: boolean;
      mark?: (row: Row) => AmountMark | undefined;
    }
  /** unix seconds, shown in full */
  | { kind: 'date'; value: (row: Row) => Maybe<number>; empty?: string }
  /** unix seconds, "3 min ago" within a day, exact on hover */
  | { kind: 'relative-date'; value: (row: Row) => Maybe<number>; empty?: string }
  /** `tone` where the word is a screen's own */
  | { kind: 'status'; value: (row: Row) => string; tone?: (row: Row) => Tone }
  /** `mark`: what is not yet right about the address */
  | { kind: 'person'; value: (row: Row) => { name: string; email: string; mark?: string } }
  /** the row's name, with a picture; leads to `to`, else to the row's details where the list has them */
  | { kind: 'title'; value: (row: Row) => string; image?: (row: Row) => Maybe<string>; to?: (row: Row) => string }
  /** leads somewhere else, where there is such a place */
  | { kind: 'link'; value: (row: Row) => string; to: (row: Row) => string | undefined }
  | { kind: 'tags'; value: (row: Row) => readonly string[] }
  /** how much of a limit is used up; null: there is none */
  | { kind: 'usage'; value: (row: Row) => { used: number; limit: number | null; text?: string } };

/** what is the matter with an amount: it was rejected, or more is paid than earned */
export type AmountMark = 'rejected' | 'loss';

export type Column<Row> = ColumnKind<Row> & {
  /** stands in the URL and, where `sortable`, is the list call's sort key */
  id: string;
  title: string;
  sortable?: boolean;
  /** never offered in the column chooser */
  fixed?: boolean;
  /** not shown until the reader asks for it */
  hidden?: boolean;
  /** its class, where a role may keep it from the reader */
  hide?: FieldClass;
  /** its cell opens the row's details, as a person's or a title's does by itself; a word: that part of them */
  opens?: boolean | string;
};

export const alignsRight = ({ kind }: Column<never>): boolean =>
  kind === 'number' || kind === 'figure' || kind === 'money' || kind === 'change';

/** the column whose cell opens the row's details */
export const opensRow = (column: Column<never>): boolean =>
  column.opens === undefined
    ? column.kind === 'person' || (column.kind === 'title' && !column.to)
    : column.opens !== false;
export const partOf = ({ opens }: Column<never>): string | undefined => (typeof opens === 'string' ? opens : undefined);

/** the cell as plain text: exports, titles, and what a screen reader hears of a card */
export function cellText<Row>(column: Column<Row>, row: Row, position: number): string {
  switch (column.kind) {
    case 'text': {
      const value = column.value(row, position);
      return value === null || value === undefined || value === '' ? (column.empty ?? EMPTY) : String(value);
    }
    case 'number': {
      const value = column.value(row);
      return value === null || value === undefined ? EMPTY : count(value);
    }
    case 'figure':
      return column.value(row) || EMPTY;
    case 'change':
      return column.value(row)?.text ?? EMPTY;
    case 'checks':
      return (
        column
          .value(row)
          .map(({ text }) => text)
          .join('; ') || EMPTY
      );
    case 'money': {
      const value = column.value(row);
      return value ? (column.converted ? convertedMoney : money)(value.amount, value.currency) : EMPTY;
    }
    case 'date':
    case 'relative-date': {
      const value = column.value(row);
      if (!value) return column.empty ?? EMPTY;
      return column.kind === 'date' ? dateTime(value) : relativeDate(value);
    }
    case 'status':
      return words(column.value(row));
    case 'person': {
      const { name, email } = column.value(row);
      return `${name} <${email}>`;
    }
    case 'title':
    case 'link':
      return column.value(row) || EMPTY;
    case 'tags':
      return column.value(row).join(', ') || EMPTY;
    case 'usage': {
      const { used, limit, text } = column.value(row);
      if (text) return text;
      return limit === null ? `${count(used)}, unlimited` : t('table.of', { used: count(used), limit: count(limit) });
    }
  }
}
