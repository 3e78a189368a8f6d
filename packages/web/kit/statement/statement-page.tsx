// A ledger account's statement from its declaration: what stood on it before the period, what was booked in it with the balance
// after each entry, what stands on it now. Period, paging, export and the empty state are a log's.
import { useQuery } from '@tanstack/react-query';
import { type Statement, type StatementEntry, statementLog } from '@tributary/contract/conversions/statement';
import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { log } from '../log-page/log-declaration.ts';
import { LogPage } from '../log-page/log-page.tsx';
import { parseLogState, queryOfLog } from '../log-page/log-state.ts';
import type { CallContext, TableRoute } from '../resource/declaration.ts';
import { useSession } from '../shell/session-context.ts';
import { reasonText } from './reason-text.ts';
import classes from './statement.module.css';

export type StatementQuery = Partial<Record<'currency' | 'after', string> & Record<'from' | 'to' | 'limit', number>>;

export interface AccountStatement {
  /** names the query cache and the exported file */
  name: string;
  title: string;
  purpose: string;
  load: (query: StatementQuery, context: CallContext) => Promise<Statement>;
  /** of this account */
  file: TableRoute & { query: typeof statementLog.fileQuery };
  /** what kind of entry it is, in words */
  kindOf: (entry: StatementEntry) => string;
  /** what it is about, and where that is shown */
  subjectOf: (entry: StatementEntry) => { text: string; to?: string };
  /** in which currencies the account is kept */
  currencies: readonly string[];
}

/** the route of a file, for one account: a list's file is asked for without naming anything but its filters */
export const fileOfAccount = (
  { params: _params, names: _names, ...route }: AccountStatement['file'],
  id: string,
): AccountStatement['file'] => ({
  ...route,
  path: `/api/${route.path.slice('/api/'.length).replace('{id}', encodeURIComponent(id))}`,
});

const screenOf = ({ currencies, kindOf, subjectOf, load, file, ...rest }: AccountStatement) =>
  log(statementLog, {
    ...rest,
    load,
    file,
    columns: [
      { id: 'at', title: t('statement.date'), kind: 'date', value: (row) => row.at, fixed: true },
      { id: 'leg', title: t('statement.kind'), kind: 'text', value: kindOf },
      {
        id: 'subject',
        title: t('statement.subject'),
        kind: 'link',
        value: (row) => subjectOf(row).text,
        to: (row) => subjectOf(row).to,
      },
      { id: 'reason', title: t('statement.reason'), kind: 'text', value: (row) => reasonText(row.reason), clip: true },
      { id: 'debit', title: t('statement.debit') },
      { id: 'credit', title: t('statement.credit') },
      { id: 'balance', title: t('statement.balance'), fixed: true },
      { id: 'id', title: t('statement.entry'), hidden: true },
    ],
    nameOf: (row) => `${kindOf(row)}, ${dateTime(row.at)}`,
    filters:
      currencies.length > 1
        ? [
            {
              kind: 'one',
              name: 'currency',
              label: t('statement.currency'),
              none: currencies[0],
              options: currencies.map((value) => ({ value, label: value })),
            },
          ]
        : [],
    hasPeriod: true,
    empty: { title: t('statement.nothingBooked'), text: t('statement.nothingBookedText') },
    nothingFound: t('statement.nothingInThisPeriod'),
  });

interface StatementPageProps {
  statement: AccountStatement;
  intro?: ReactNode;
}

export function StatementPage({ statement, intro }: StatementPageProps) {
  const screen = useMemo(() => screenOf(statement), [statement]);
  const [search] = useSearchParams();
  const query = queryOfLog({ ...parseLogState(search, screen), pageSize: 1, after: null });
  const { session } = useSession();
  const answer = useQuery({
    // under the log's name: reloading the one reloads the other
    queryKey: [screen.name, 'ends', session.token, query],
    queryFn: ({ signal }) => statement.load(query ?? { limit: 1 }, { session, signal }),
  });
  return (
    <LogPage
      log={screen}
      intro={
        <>
          {intro}
          {answer.data?.currency && <Ends statement={answer.data} currency={answer.data.currency} />}
        </>
      }
    />
  );
}

function Ends({ statement, currency }: { statement: Statement; currency: string }) {
  const { owner, opening, closing, waiting } = statement;
  const ends = [
    [t('statement.openingBalance'), opening],
    [t('statement.closingBalance'), closing],
    [t('statement.waiting'), waiting],
  ] as const;
  return (
    <section className={classes.ends} aria-label={t('statement.balancesOf', { name: owner.name })}>
      <h2 className={classes.owner}>{`${owner.name} (${owner.number})`}</h2>
      <dl className={classes.figures}>
        {ends.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
