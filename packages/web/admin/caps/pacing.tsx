// Pacing: how much of each cap is used in its present window, and when it will be full at the present pace.
import { capUsageList, conversionRoutes } from '@tributary/contract/conversions/conversions';
import { capActions } from '@tributary/contract/offers/offer-terms';
import { callForList } from '../../kit/api/api.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter, wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { dateTime } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';
import { offerPath } from '../offers/offer-path.ts';
import { amountText, capTabs, metricWords, periodWords, publisherText } from './words.ts';

/** the percent from which the dashboard counts a cap */
const NEARLY_FULL = '80';

const pacing = log(capUsageList, {
  name: 'cap-usage',
  title: t('common.cappingLogs'),
  purpose: t('caps.howMuchOfEachCap'),
  load: async (query, context) => {
    const { rows } = await callForList(conversionRoutes.capUsage, query, context);
    return { rows, next: null };
  },
  columns: [
    {
      id: 'offer',
      title: t('common.offer'),
      kind: 'title',
      value: ({ offer }) => `${offer.name} (${offer.number})`,
      to: ({ offer }) => `${offerPath(offer.id)}?tab=caps`,
      fixed: true,
    },
    {
      id: 'publisher',
      title: t('common.publisher'),
      kind: 'text',
      clip: true,
      value: (row) => publisherText(row.publisher),
    },
    { id: 'metric', title: t('common.counts'), words: metricWords },
    { id: 'period', title: t('caps.period'), words: periodWords },
    {
      id: 'used',
      title: t('caps.used'),
      kind: 'usage',
      value: (row) => ({
        used: row.percent,
        limit: 100,
        text: t('caps.of', {
          amountText: amountText(row.value, row),
          limit: amountText(row.limit, row),
          percent: Math.round(row.percent),
        }),
      }),
    },
    {
      id: 'reached_at',
      title: t('caps.fullAtThisPace'),
      kind: 'text',
      value: ({ percent, reached_at }) =>
        percent >= 100 ? t('caps.full') : reached_at === null ? t('caps.notWithinTheWindow') : dateTime(reached_at),
    },
    {
      id: 'window_end',
      title: t('caps.startsAnew'),
      kind: 'date',
      value: (row) => (row.period === 'total' ? null : row.window_end),
      empty: t('common.never'),
    },
    {
      id: 'action',
      title: t('caps.whatItDoes'),
      kind: 'text',
      clip: true,
      value: (row) => said(capActions[row.action]),
    },
  ],
  nameOf: (row) => t('caps.capOf', { name: row.offer.name }),
  filters: [
    namedFilter('offer', t('common.offer'), (row) => row.offer),
    wordFilter('at_least', t('caps.used'), { [NEARLY_FULL]: t('caps.orMore', { nearlyFull: NEARLY_FULL }) }),
  ],
  empty: {
    title: t('caps.noCapsAreSet'),
    text: t('caps.aCapLimitsClicksConversions'),
  },
  nothingFound: t('caps.noCapFitsTheseFilters'),
});

export default function Pacing() {
  return <LogPage log={pacing} intro={<PageTabs label={t('common.caps')} tabs={capTabs} />} />;
}
