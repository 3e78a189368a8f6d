// Billing: what is owed both ways, by age and by week, what is pending and disputed, and cash for thirteen weeks. Each figure opens
// the entries or documents that it is the sum of.

import { Anchor, NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { advertiserBillingRoutes } from '@tributary/contract/billing/advertisers';
import { appealRoutes } from '@tributary/contract/billing/appeals';
import { type BillingOverview, closingRoutes } from '@tributary/contract/billing/closing';
import { documentRoutes } from '@tributary/contract/billing/documents';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import detailClasses from '../../kit/log-page/details.module.css';
import { Facts, Section } from '../../kit/log-page/details.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { type Callable, useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { moveDay } from '../../kit/shell/workspace-day.ts';
import { calendarDay, count, EMPTY, money } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/admin.ts';
import classes from './overview.module.css';
import { billingTabs } from './tabs.ts';
import { ageWords } from './words.ts';

type Figures = BillingOverview['currencies'][number];

export default function Overview() {
  const { session } = useSession();
  useTitle(t('menu.billing'));
  const [chosen, choose] = useState<string | null>(null);
  const answer = useQuery({
    queryKey: ['billing-overview', session.token],
    queryFn: ({ signal }) => call(closingRoutes.billingOverview, {}, { session, signal }),
  });
  const currency = chosen ?? answer.data?.home_currency;
  const figures = answer.data?.currencies.find((one) => one.currency === currency);
  return (
    <>
      <PageHeader
        title={t('menu.billing')}
        note={answer.data && t('money.asOf', { day: calendarDay(answer.data.day) })}
        actions={
          <NativeSelect
            aria-label={t('money.currency')}
            value={currency ?? ''}
            data={answer.data?.currencies.map((one) => one.currency) ?? []}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        }
      />
      <PageTabs label={t('menu.billing')} tabs={billingTabs} />
      {answer.isError ? (
        <FailedToLoad error={answer.error} retry={() => answer.refetch()} />
      ) : figures && answer.data ? (
        <Shown figures={figures} day={answer.data.day} />
      ) : (
        <Skeleton height={360} />
      )}
    </>
  );
}

/** where a figure leads: the list of its parts, and by which call that list is read */
interface Place {
  calls: Callable;
  path: string;
  query: Readonly<Record<string, string>>;
}

/** of one currency */
const placesIn = (currency: string, day: string) => {
  const journal = (query: Place['query']): Place => ({
    calls: closingRoutes.journal,
    path: '/am/billing/journal',
    query: { currency, ...query },
  });
  const invoices = (query: Place['query']): Place => ({
    calls: advertiserBillingRoutes.invoices,
    path: '/am/advertisers/billing/invoices',
    query: { currency, state: 'issued,part-paid', ...query },
  });
  const documents = (query: Place['query']): Place => ({
    calls: documentRoutes.documents,
    path: '/am/affiliates/billing/documents',
    query: { currency, state: 'issued,approved,paying,part-paid', open: '1', ...query },
  });
  const cases = (calls: Callable, path: string): Place => ({ calls, path, query: { currency, state: 'open' } });
  /** what is overdue is expected in the first week */
  const due = (week: string, first: string) => ({
    ...(week === first ? {} : { due_from: week }),
    due_until: moveDay(week, 6),
  });
  return {
    revenue: journal({ leg: 'revenue', month: day.slice(0, 7) }),
    payout: journal({ leg: 'payout', month: day.slice(0, 7) }),
    margin: journal({ leg: 'revenue,payout', month: day.slice(0, 7) }),
    pending: journal({ on: 'publisher_payable', leg: 'payout', standing: 'pending' }),
    inTransit: journal({ on: 'in_transit' }),
    prepaid: journal({ on: 'prepaid' }),
    uninvoiced: journal({ on: 'advertiser_receivable', standing: 'unclaimed' }),
    unbilled: journal({ on: 'publisher_payable', standing: 'unclaimed' }),
    drafted: { ...documents({}), query: { currency, state: 'draft,awaiting' } },
    appealed: cases(appealRoutes.appeals, '/am/affiliates/billing/appeals'),
    disputed: cases(appealRoutes.disputes, '/am/billing/disputes'),
    ofAge: (age: string) => invoices({ age }),
    dueIn: (week: string | null) =>
      documents(
        week === null
          ? { due_until: moveDay(day, -1) }
          : { due_from: week < day ? day : week, due_until: moveDay(week, 6) },
      ),
    comesIn: (week: string, first: string) => invoices(due(week, first)),
    goesOut: (week: string, first: string) => documents(due(week, first)),
  };
};

function Figure({ of: { calls, path, query }, children }: { of: Place; children: ReactNode }) {
  const may = useMay();
  if (!may(calls)) return children;
  return (
    <Anchor component={Link} inherit to={`${path}?${new URLSearchParams(query)}`}>
      {children}
    </Anchor>
  );
}

function Shown({ figures, day }: { figures: Figures; day: string }) {
  const { currency, month } = figures;
  const places = placesIn(currency, day);
  const [first] = figures.cash;
  // a role that hides it gets an empty one
  const shown = (amount: string, of: Place, documents?: number) => {
    if (amount === '') return EMPTY;
    const text = documents === undefined ? money(amount, currency) : `${money(amount, currency)} (${count(documents)})`;
    return amount === '0' ? text : <Figure of={of}>{text}</Figure>;
  };
  return (
    <div className={classes.cards}>
      <Section title={t('money.thisMonth')}>
        <Facts
          facts={[
            [t('common.revenue'), shown(month.revenue, places.revenue)],
            [t('common.payout'), shown(month.payout, places.payout)],
            [t('money.margin'), shown(month.margin, places.margin)],
          ]}
        />
      </Section>
      <Section title={t('money.now')}>
        <Facts
          facts={[
            [t('common.pending'), shown(figures.pending, places.pending)],
            [t('money.appealed'), shown(figures.appealed, places.appealed)],
            [t('money.disputed'), shown(figures.disputed, places.disputed)],
            [t('money.inTransit'), shown(figures.in_transit, places.inTransit)],
            [t('money.prepaid'), shown(figures.prepaid, places.prepaid)],
          ]}
        />
      </Section>
      <Section title={t('money.receivable')}>
        <Facts
          facts={[
            [t('money.uninvoiced'), shown(figures.uninvoiced, places.uninvoiced)],
            ...figures.receivable.map((one): [string, ReactNode] => [
              ageWords[one.age],
              shown(one.amount, places.ofAge(one.age), one.documents),
            ]),
          ]}
        />
      </Section>
      <Section title={t('money.payable')}>
        <Facts
          facts={[
            [t('money.unbilled'), shown(figures.unbilled, places.unbilled)],
            [t('money.drafted'), shown(figures.drafted.amount, places.drafted, figures.drafted.documents)],
            ...figures.payable.map((one): [string, ReactNode] => [
              one.week === null ? t('money.overdue') : t('money.weekOf', { day: calendarDay(one.week) }),
              shown(one.amount, places.dueIn(one.week), one.documents),
            ]),
          ]}
        />
      </Section>
      <Section title={t('money.cash')}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className={classes.scroll} aria-label={t('money.cash')} tabIndex={0}>
          <table className={detailClasses.table}>
            <thead>
              <tr>
                <th>{t('money.week')}</th>
                <th data-right>{t('money.comesIn')}</th>
                <th data-right>{t('money.goesOut')}</th>
                <th data-right title={t('money.balanceHelp')}>
                  {t('money.balance')}
                </th>
              </tr>
            </thead>
            <tbody>
              {figures.cash.map(({ week, in: comes, out, balance }) => (
                <tr key={week}>
                  <td>{calendarDay(week)}</td>
                  <td data-right>{shown(comes, places.comesIn(week, first?.week ?? week))}</td>
                  <td data-right>{shown(out, places.goesOut(week, first?.week ?? week))}</td>
                  <td data-right>{balance === '' ? EMPTY : money(balance, currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Section>
    </div>
  );
}
