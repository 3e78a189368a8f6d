// Billing History: what was billed and paid in one currency, each with the balance that it left.
import { useQuery } from '@tanstack/react-query';
import {
  type HistoryEntry,
  historyLog,
  advertiserBillingRoutes as routes,
} from '@tributary/contract/billing/advertisers';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { documentPlace, paymentPlace } from '../../features/documents/own-places.ts';
import classes from '../../features/report/report.module.css';
import { StatCard } from '../../features/report/stat-card.tsx';
import { call } from '../../kit/api/api.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { money } from '../../ui/format.ts';
import { t } from '../../words/advertiser.ts';
import { historyTabs } from './tabs.ts';
import { historyTones, historyWords } from './words.ts';

const NAME = 'billing-history';

const placeOf = ({ subject }: HistoryEntry): string =>
  subject.kind === 'document' ? documentPlace('advertiser', subject.id) : paymentPlace('advertiser', subject.id);

/** an account is read in one currency at a time */
const screenOf = (currencies: readonly string[]) =>
  log(historyLog, {
    name: NAME,
    title: t('menu.billingHistory'),
    purpose: t('billing.historyPurpose'),
    load: routes.ownBillingHistory,
    file: routes.exportOwnBillingHistory,
    columns: [
      { id: 'at', title: t('billing.time'), fixed: true },
      { id: 'kind', title: t('billing.kind'), words: historyWords, tones: historyTones },
      {
        id: 'reference',
        title: t('billing.referenceOrNumber'),
        kind: 'link',
        value: ({ reference, kind }) => reference || historyWords[kind],
        to: placeOf,
      },
      { id: 'amount', title: t('billing.amount') },
      { id: 'balance', title: t('billing.balance') },
    ],
    nameOf: ({ reference, kind }) => reference || historyWords[kind],
    hasPeriod: true,
    filters:
      currencies.length > 1
        ? [
            {
              kind: 'one',
              name: 'currency',
              label: t('billing.currency'),
              none: currencies[0] ?? '',
              options: currencies.map((value) => ({ value, label: value })),
            },
          ]
        : [],
    empty: { title: t('billing.noHistory'), text: t('billing.noHistoryText') },
    nothingFound: t('billing.nothingFound'),
  });

export default function History() {
  const { session } = useSession();
  const [search] = useSearchParams();
  const currency = search.get('currency') ?? undefined;
  const { data } = useQuery({
    // under the log's name: reloading the one reloads the other
    queryKey: [NAME, 'balance', session.token, currency],
    queryFn: ({ signal }) =>
      call(routes.ownBillingHistory, { query: { limit: 1, ...(currency ? { currency } : {}) } }, { session, signal }),
    placeholderData: (before) => before,
  });
  const known = data?.balances.map((one) => one.currency).join() ?? '';
  const screen = useMemo(() => screenOf(known === '' ? [] : known.split(',')), [known]);
  return (
    <LogPage
      log={screen}
      intro={
        <>
          <PageTabs label={t('menu.billingHistory')} tabs={historyTabs} />
          {data && data.balances.length > 0 && (
            <section className={classes.stats} aria-label={t('billing.balance')}>
              {data.balances.map(({ currency: of, balance }) => (
                <StatCard
                  key={of}
                  label={t('billing.balanceIn', { currency: of })}
                  value={money(balance, of)}
                  to={`?currency=${of}`}
                >
                  {t(of === data.currency ? 'billing.shownBelow' : 'billing.show')}
                </StatCard>
              ))}
            </section>
          )}
        </>
      }
    />
  );
}
