// Billing: what is owed both ways, by age and by week, what is held and disputed, and cash for thirteen weeks.
import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type BillingOverview, closingRoutes } from '@tributary/contract/billing/closing';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import detailClasses from '../../kit/log-page/details.module.css';
import { Facts, Section } from '../../kit/log-page/details.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { calendarDay, count, EMPTY, money } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/admin.ts';
import classes from './overview.module.css';
import { billingTabs } from './tabs.ts';

const ageWords = {
  current: t('money.notDue'),
  d30: t('money.days', { days: '1–30' }),
  d60: t('money.days', { days: '31–60' }),
  d90: t('money.days', { days: '61–90' }),
  older: t('money.days', { days: '90+' }),
} as const;

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
      ) : figures ? (
        <Shown figures={figures} />
      ) : (
        <Skeleton height={360} />
      )}
    </>
  );
}

function Shown({ figures }: { figures: Figures }) {
  const { currency, month } = figures;
  // a role that hides it gets an empty one
  const shown = (amount: string) => (amount === '' ? EMPTY : money(amount, currency));
  return (
    <div className={classes.cards}>
      <Section title={t('money.thisMonth')}>
        <Facts
          facts={[
            [t('common.revenue'), shown(month.revenue)],
            [t('common.payout'), shown(month.payout)],
            [t('money.margin'), shown(month.margin)],
            [t('money.held'), shown(figures.held)],
            [t('money.disputed'), shown(figures.disputed)],
            [t('money.inTransit'), shown(figures.in_transit)],
            [t('money.prepaid'), shown(figures.prepaid)],
          ]}
        />
      </Section>
      <Section title={t('money.receivable')}>
        <Facts
          facts={[
            [t('money.uninvoiced'), shown(figures.uninvoiced)],
            ...figures.receivable.map((one): [string, string] => [
              ageWords[one.age],
              `${shown(one.amount)} (${count(one.documents)})`,
            ]),
          ]}
        />
      </Section>
      <Section title={t('money.payable')}>
        <Facts
          facts={[
            [t('money.unbilled'), shown(figures.unbilled)],
            ...figures.payable.map((one): [string, string] => [
              one.week === null ? t('money.overdue') : t('money.weekOf', { day: calendarDay(one.week) }),
              `${shown(one.amount)} (${count(one.documents)})`,
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
                <th data-right>{t('money.balance')}</th>
              </tr>
            </thead>
            <tbody>
              {figures.cash.map((week) => (
                <tr key={week.week}>
                  <td>{calendarDay(week.week)}</td>
                  <td data-right>{shown(week.in)}</td>
                  <td data-right>{shown(week.out)}</td>
                  <td data-right>{shown(week.balance)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Section>
    </div>
  );
}
