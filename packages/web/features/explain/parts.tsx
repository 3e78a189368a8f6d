// What console and shared page both show of a thread: lines of calls, documents and payments.

import type { SharedExplanation } from '@tributary/contract/trust/explain';
import type { ReactNode } from 'react';
import { dateTime, words } from '../../ui/format.ts';
import { t } from '../../words/explain.ts';
import { stateWords } from '../postbacks/delivery-words.ts';
import own from './explain.module.css';

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={own.part}>
    <h2>{title}</h2>
    {children}
  </section>
);

interface Line {
  key: string;
  at: string;
  what: ReactNode;
  more?: string | null | undefined;
}
export const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <ul className={own.lines}>
    {lines.map(({ key, at, what, more }) => (
      <li key={key}>
        <span className={own.dim}>{at}</span>
        <span>{what}</span>
        {more && <span className={own.dim}>{more}</span>}
      </li>
    ))}
  </ul>
);

type Conversion = SharedExplanation['conversions'][number];

export const deliveryLines = (rows: Conversion['deliveries']): Line[] =>
  rows.map(({ at, event, state, attempts, last_status: status }, index) => ({
    key: `${at} ${index}`,
    at: dateTime(at),
    what: `${words(event)}: ${stateWords[state]}`,
    more: [t('attempts', { count: attempts }), status && `HTTP ${status}`].filter(Boolean).join(' · '),
  }));

export const documentLines = (rows: readonly (Conversion['documents'][number] & { amountText?: string })[]): Line[] =>
  rows.map(({ kind, state, number, due_on: due, amountText }, index) => ({
    key: `${number} ${index}`,
    at: number ?? t('draft'),
    what: `${words(kind)}: ${words(state)}`,
    more: [amountText, due && t('due', { day: due })].filter(Boolean).join(' · '),
  }));

export const paymentLines = (rows: readonly (Conversion['payments'][number] & { amountText?: string })[]): Line[] =>
  rows.map(({ state, at, amountText }, index) => ({
    key: `${at} ${index}`,
    at: dateTime(at),
    what: t(`pay.${state}`),
    more: amountText,
  }));
