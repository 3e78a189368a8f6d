// Exchange rates: dated, per pair of currencies, entered and corrected here; reports follow, what was booked stays.
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ExchangeRate, rateList, rateRoutes } from '@tributary/contract/conversions/rates';
import type { ResultOf } from '@tributary/contract/route';
import { call } from '../../kit/api/api.ts';
import { queryClient } from '../../kit/api/query-client.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import type { FormDeclaration } from '../../kit/form/form-declaration.ts';
import detailClasses from '../../kit/log-page/details.module.css';
import { LoadedRecord } from '../../kit/log-page/details.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { type DetailsProps, resource } from '../../kit/resource/declaration.ts';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { calendarDay, dateTime, EMPTY, money } from '../../ui/format.ts';
import { IconEye, IconPencil, IconTrash } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { generalTabs } from '../settings/tabs.ts';

const RATES = 'exchange-rates';
const ratesText = (many: number) => t('rates.rates', { count: many });

interface RateValues {
  base: string;
  quote: string;
  rate: string;
  from: string;
  reason: string;
}

/** what the page says is missing: a new rate begins with that pair */
const awaited = () =>
  queryClient.getQueriesData<ResultOf<typeof rateRoutes.exchangeRates>>({ queryKey: [RATES, 'missing'] })[0]?.[1];

const form = (row: ExchangeRate | null): FormDeclaration<RateValues> => ({
  fields: [
    { name: 'base', label: t('rates.oneUnitOf'), placeholder: 'EUR', kind: 'text', required: true, half: true },
    { name: 'rate', label: t('rates.isWorth'), placeholder: '1.0842', kind: 'text', required: true, half: true },
    { name: 'quote', label: t('rates.in'), placeholder: 'USD', kind: 'text', required: true, half: true },
    {
      name: 'from',
      label: t('rates.fromTheDay'),
      help: t('rates.utcItHoldsUntilA'),
      kind: 'date',
      required: true,
      half: true,
    },
    { name: 'reason', label: t('common.reason'), kind: 'textarea', help: t('rates.keptWithTheChange') },
  ],
  initial: {
    base: row?.base ?? awaited()?.missing[0] ?? '',
    quote: row?.quote ?? (awaited()?.missing.length ? (awaited()?.home_currency ?? '') : ''),
    rate: row?.rate ?? '',
    from: row?.is_first ? '' : (row?.from ?? awaited()?.missing_days[0]?.from ?? ''),
    reason: '',
  },
  schema: rateRoutes.setExchangeRate.body,
  submit: t('rates.saveRate'),
  busy: t('common.saving'),
});

/** in UTC, as rates are dated */
const today = (): string => new Date().toISOString().slice(0, 10);

/** what it would show otherwise, and who waits for it; '' where it touches nothing */
const touchedText = ({ waiting, conversions }: ResultOf<typeof rateRoutes.previewExchangeRate>): string =>
  [
    ...waiting.map((one) =>
      t('rates.waitingGet', {
        count: one.conversions,
        currency: one.currency,
        revenue: money(one.revenue, one.currency),
        payout: money(one.payout, one.currency),
      }),
    ),
    ...(conversions > 0 ? [t('rates.othersFollow', { count: conversions })] : []),
  ].join(' ');

const dialog = (title: string) =>
  formDialog<ExchangeRate, RateValues>({
    title,
    form,
    send: async (body, _row, context) => {
      const { base, quote, rate, from } = body;
      const touched = await call(rateRoutes.previewExchangeRate, { query: { base, quote, rate, from } }, context);
      const text = touchedText(touched);
      const question = { title: t('rates.touchesTitle'), text, confirm: t('rates.saveRate') };
      if (text !== '' && !(await confirmDialog(question))) return false;
      return call(rateRoutes.setExchangeRate, { body }, context);
    },
    confirm: async ({ from }) =>
      from <= today() ||
      confirmDialog({
        title: t('rates.enterARateFromOn', { from: calendarDay(from) }),
        text: t('rates.thatDayIsStillTo'),
        confirm: t('rates.enterIt'),
      }),
    success: t('rates.rateSavedReportsFollowWithin'),
  });

/** what carries it now and what will be said of that; what was booked by it stays */
function textOf({ conversions, sales, instead }: ResultOf<typeof rateRoutes.exchangeRateUse>): string {
  const carried =
    instead === null
      ? t('rates.carriedWithoutOther', { count: conversions })
      : t('rates.carriedThenBy', { count: conversions, rate: instead });
  return [
    conversions === 0 ? t('rates.nothingCarriesIt') : carried,
    ...(sales === 0 ? [] : [t('rates.salesStay', { count: sales })]),
  ].join(' ');
}

const takeBack = rowCall<ExchangeRate>({
  label: t('rates.takeBack'),
  calls: rateRoutes.takeBackExchangeRate,
  icon: IconTrash,
  danger: true,
  when: (row) => !row.is_first,
  ask: async ({ base, quote, from }, context) => ({
    title: t('rates.takeBackFromOn', { base, quote, day: calendarDay(from) }),
    text: textOf(await call(rateRoutes.exchangeRateUse, { query: { base, quote, from } }, context)),
    confirm: t('rates.takeItBack'),
    danger: true,
  }),
  send: ({ base, quote, from }, context) =>
    call(rateRoutes.takeBackExchangeRate, { body: { base, quote, from } }, context),
  done: t('rates.rateTakenBack'),
});

const History = ({ id }: DetailsProps<ExchangeRate>) => {
  const [base = '', quote = ''] = id.split('-');
  return (
    <LoadedRecord
      of={[`${RATES}-history`, id]}
      load={(context) => call(rateRoutes.exchangeRateHistory, { query: { base, quote } }, context)}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <p>{t('rates.nobodyHasChangedItIt')}</p>
        ) : (
          <table className={detailClasses.table}>
            <thead>
              <tr>
                <th>{t('common.time')}</th>
                <th>{t('common.who')}</th>
                <th>{t('rates.fromTheDay')}</th>
                <th>{t('common.rate')}</th>
                <th>{t('common.reason')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((change) => (
                <tr key={change.id}>
                  <td>{dateTime(change.at)}</td>
                  <td>{change.actor}</td>
                  <td>{change.from ? calendarDay(change.from) : EMPTY}</td>
                  <td>{[change.before, change.rate ?? t('rates.takenBack')].filter(Boolean).join(' → ')}</td>
                  <td>{change.reason ?? EMPTY}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </LoadedRecord>
  );
};

const rates = resource(rateList, {
  name: RATES,
  title: t('common.exchangeRates'),
  countText: ratesText,
  load: rateRoutes.exchangeRates,
  file: rateRoutes.exportExchangeRates,
  nameOf: ({ base, quote, from, is_first }) =>
    is_first
      ? t('rates.fromTheBeginning', { base, quote })
      : t('rates.fromDay', { base, quote, day: calendarDay(from) }),
  searchPlaceholder: t('rates.searchByCurrencyOrDay'),
  defaultSort: '-from',
  add: { label: t('rates.enterRate'), calls: rateRoutes.setExchangeRate, dialog: 'add' },
  columns: [
    {
      id: 'base',
      title: t('rates.currencies'),
      kind: 'text',
      value: ({ base, quote }) => `${base} → ${quote}`,
      fixed: true,
      opens: true,
    },
    { id: 'rate', title: t('common.rate'), kind: 'figure', value: (row) => row.rate },
    {
      id: 'from',
      title: t('rates.fromTheDay'),
      kind: 'text',
      value: (row) => (row.is_first ? t('common.theBeginning') : calendarDay(row.from)),
    },
  ],
  rowActions: [
    { label: t('common.history'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    {
      label: t('common.correct'),
      calls: rateRoutes.setExchangeRate,
      icon: IconPencil,
      when: () => true,
      run: (row, { open }) => open('edit', row),
    },
    takeBack,
  ],
  dialogs: { add: dialog(t('rates.enterARate')), edit: dialog(t('rates.correctARate')) },
  details: History,
  detailsTitle: t('rates.historyOfTheRate'),
  texts: {
    loading: t('rates.loadingRates'),
    emptyTitle: t('rates.noRatesFound'),
    emptyText: t('rates.amountsInOtherCurrenciesAre'),
  },
});

const daysText = (from: string, to: string): string =>
  from === to ? calendarDay(from) : t('rates.to', { from: calendarDay(from), to: calendarDay(to) });

/** what nobody has entered yet, before anything else */
function Missing() {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: [RATES, 'missing', session.token],
    queryFn: ({ signal }) => call(rateRoutes.exchangeRates, { query: { page_size: 1 } }, { session, signal }),
    refetchInterval: 15_000,
  });
  if (!answer.data || answer.data.missing.length === 0) return null;
  const { missing_days, home_currency } = answer.data;
  const which = missing_days.map(({ currency, from, to }) => `${currency} (${daysText(from, to)})`).join(', ');
  return (
    <Alert
      color="yellow"
      mb="md"
      title={t('rates.aRateIsMissing')}
      styles={{ title: { color: 'inherit' } }}
      c="var(--text)"
    >
      {t('rates.amountsInHaveNoRate', { which, homeCurrency: home_currency })}
    </Alert>
  );
}

export default function Rates() {
  return (
    <ResourcePage
      list={rates}
      intro={
        <>
          <PageTabs label={t('common.general')} tabs={generalTabs} />
          <Missing />
        </>
      }
    />
  );
}
