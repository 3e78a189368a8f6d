// Closed months: the checklist of the one that is next, every version that was closed, and opening one again.
import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type Checklist,
  type CloseDetails,
  closeList,
  closingRoutes,
  type PeriodClose,
} from '@tributary/contract/billing/closing';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { queryClient } from '../../kit/api/query-client.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { type Decision, decisionAction } from '../../kit/log-page/decision.ts';
import detailClasses from '../../kit/log-page/details.module.css';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { type DetailsProps, resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { calendarMonth, count, dateTime, EMPTY, money, shortDate, words } from '../../ui/format.ts';
import { IconArrowBackUp, IconEye } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { legWords } from '../accounts/leg-words.ts';
import { billingTabs } from './tabs.ts';
import { accountName } from './words.ts';

const NAME = 'period-closes';
const stateWords = { closed: t('money.closed'), reopened: t('money.reopened') } as const;
const stateTones = { closed: 'good', reopened: 'warn' } as const;
const checkWords = {
  pending: t('money.checkPending'),
  unclaimed: t('money.checkUnclaimed'),
  disputes: t('money.checkDisputes'),
  missing_rates: t('money.checkMissingRates'),
  drift: t('money.checkDrift'),
  unmatched: t('money.checkUnmatched'),
} as const;

const isLeg = (name: string): name is keyof typeof legWords => Object.hasOwn(legWords, name);

/** a role that hides it gets an empty one */
const shown = (amount: string, currency: string): string => (amount === '' ? EMPTY : money(amount, currency));

function Sums({ title, rows }: { title: string; rows: CloseDetails['legs'] }) {
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <table className={detailClasses.table}>
        <thead>
          <tr>
            <th>{t('money.account')}</th>
            <th data-right>{t('money.posted')}</th>
            <th data-right>{t('money.pendingSum')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.name} ${row.currency}`}>
              <td>{accountName(row.name) ?? (isLeg(row.name) ? legWords[row.name] : words(row.name))}</td>
              <td data-right>{shown(row.posted, row.currency)}</td>
              <td data-right>{shown(row.pending, row.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

const Details = ({ id }: DetailsProps<PeriodClose>) => (
  <LoadedRecord of={[NAME, id]} load={(context) => call(closingRoutes.periodClose, { params: { id } }, context)}>
    {(close) => (
      <>
        <Facts
          facts={[
            [t('money.month'), calendarMonth(close.month)],
            [t('money.version'), count(close.version)],
            [t('common.state'), stateWords[close.state]],
            [t('money.closedBy'), `${close.closed_by ?? EMPTY}, ${dateTime(close.closed_at)}`],
            [t('money.ledgerHead'), close.head.sequence],
            [t('money.hash'), close.hash, 'wide'],
            [t('common.reason'), close.reason ?? EMPTY, 'wide'],
            ...close.checks.map((one): [string, string] => [checkWords[one.check], count(one.count)]),
          ]}
        />
        <Sums title={t('money.ofTheMonth')} rows={close.legs} />
        <Sums title={t('money.difference')} rows={close.difference ?? []} />
        <Sums title={t('money.bookedLater')} rows={close.earlier_periods} />
        <Sums title={t('money.balances')} rows={close.accounts} />
      </>
    )}
  </LoadedRecord>
);

const reopen: Decision<PeriodClose> = {
  label: t('money.reopen'),
  calls: closingRoutes.reopenPeriod,
  icon: IconArrowBackUp,
  danger: true,
  when: (row) => row.state === 'closed',
  title: (row) => t('money.reopenAsk', { month: calendarMonth(row.month) }),
  text: () => t('money.reopenText'),
  usual: [t('money.aRateWasWrong'), t('money.aConversionWasMissing')],
  send: async ({ id }, reason, session) => {
    await call(closingRoutes.reopenPeriod, { params: { id }, body: { reason } }, { session });
    void queryClient.invalidateQueries({ queryKey: [NAME] });
    return undefined;
  },
  done: t('money.openedAgain'),
};

const closes = resource(closeList, {
  name: NAME,
  title: t('money.closes'),
  countText: (many) => t('money.closesCount', { count: many }),
  load: closingRoutes.closes,
  file: closingRoutes.exportCloses,
  nameOf: (row) => t('money.closeOf', { month: calendarMonth(row.month), version: row.version }),
  searchPlaceholder: t('money.searchMonth'),
  defaultSort: '-month',
  columns: [
    {
      id: 'month',
      title: t('money.month'),
      kind: 'text',
      value: (row) => calendarMonth(row.month),
      fixed: true,
      opens: true,
    },
    { id: 'version', title: t('money.version') },
    { id: 'state', title: t('common.state'), words: stateWords, tones: stateTones },
    { id: 'closed_at', title: t('money.closedAt') },
    { id: 'closed_by', title: t('money.closedBy') },
    { id: 'head', title: t('money.ledgerHead') },
    { id: 'reopened_at', title: t('money.reopened') },
    { id: 'reason', title: t('common.reason'), clip: true },
  ],
  filters: [
    {
      kind: 'choices',
      name: 'state',
      label: t('common.state'),
      options: Object.entries(stateWords).map(([value, label]) => ({ value, label })),
    },
  ],
  rowActions: [
    { label: t('money.look'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    decisionAction(reopen),
  ],
  details: Details,
  detailsTitle: t('money.closeTitle'),
  texts: { loading: t('money.loading'), emptyTitle: t('money.noCloses'), emptyText: t('money.noClosesText') },
});

/** where what is counted can be looked at and mended; appeals and disputes are two lists, with tabs of their own */
function placeOf(check: Checklist['checks'][number]['check'], month: string): string | null {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  switch (check) {
    case 'pending':
      return `/am/reports/conversions?status=pending&period=${month}-01..${month}-${last}`;
    case 'unclaimed':
      return `/am/billing/journal?leg=revenue,payout&standing=unclaimed&month=${month}`;
    case 'missing_rates':
      return '/am/settings/rates';
    case 'drift':
      return `/am/settings/system/recounts?state=differs&q=${month}`;
    case 'unmatched':
      return '/am/reports/advertiser-postbacks/inbox?state=open';
    default:
      return null;
  }
}

const Counted = ({ count: many, to }: { count: number; to: string | null }) =>
  to && many > 0 ? <Link to={to}>{count(many)}</Link> : count(many);

/** the month before this one, and what stands in its way */
function NextClose() {
  const { session } = useSession();
  const may = useMay();
  const answer = useQuery({
    queryKey: [NAME, 'checklist', session.token],
    queryFn: ({ signal }) => call(closingRoutes.closeChecklist, { query: {} }, { session, signal }),
  });
  if (!answer.data || answer.data.closed_id !== null || answer.data.is_empty) return null;
  const { month, checks, can_close, open_from } = answer.data;
  const left = checks.filter((one) => one.count > 0);
  const close = async () => {
    const text = left.map((one) => `${checkWords[one.check]}: ${count(one.count)}`).join(', ');
    const title = t('money.closeAsk', { month: calendarMonth(month) });
    const ask = { title, text: text === '' ? t('money.nothingOpen') : text, confirm: t('money.closeIt') };
    if (!(await confirmDialog(ask))) return;
    try {
      await call(closingRoutes.closePeriod, { body: { month, accept_open: left.length > 0 } }, { session });
      toast.success(t('money.monthClosed'));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await queryClient.invalidateQueries({ queryKey: [NAME] });
  };
  return (
    <Alert role="status" variant="default" mb="md" title={t('money.nextClose', { month: calendarMonth(month) })}>
      <Facts
        facts={checks.map((one): [string, ReactNode] => [
          checkWords[one.check],
          <Counted key={one.check} count={one.count} to={placeOf(one.check, month)} />,
        ])}
      />
      <Group mt="sm" gap="sm">
        {can_close && may(closingRoutes.closePeriod) && (
          <Button onClick={() => void close()}>{t('money.closeMonth', { month: calendarMonth(month) })}</Button>
        )}
        {!can_close && <span>{t('money.notYet', { day: shortDate(open_from) })}</span>}
      </Group>
    </Alert>
  );
}

export default function Closes() {
  return (
    <ResourcePage
      list={closes}
      intro={
        <>
          <PageTabs label={t('menu.billing')} tabs={billingTabs} />
          <NextClose />
        </>
      }
    />
  );
}
