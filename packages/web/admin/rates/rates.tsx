// Exchange rates: dated, per pair of currencies, entered and corrected here; reports follow, what was booked stays.
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ExchangeRate, rateList, rateRoutes } from '@tributary/contract/rates';
import type { ResultOf } from '@tributary/contract/route';
import { call, callForText } from '../../kit/api.ts';
import { sentenceFor } from '../../kit/api-error.ts';
import { confirmDialog } from '../../kit/dialogs.tsx';
import type { FormDeclaration } from '../../kit/form/form-declaration.ts';
import detailClasses from '../../kit/log-page/details.module.css';
import { LoadedRecord } from '../../kit/log-page/details.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { queryClient } from '../../kit/query-client.ts';
import { reportError } from '../../kit/report-error.ts';
import { type DetailsProps, type RowAction, resource } from '../../kit/resource/declaration.ts';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { toast } from '../../kit/toast.tsx';
import { calendarDay, count, dateTime, EMPTY } from '../../ui/format.ts';
import { IconEye, IconPencil, IconTrash } from '../../ui/icons.ts';
import { settingsTabs } from '../system/tabs.ts';

const RATES = 'exchange-rates';
const conversionsText = (many: number) => `${count(many)} ${many === 1 ? 'conversion' : 'conversions'}`;
const ratesText = (many: number) => `${count(many)} ${many === 1 ? 'rate' : 'rates'}`;

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
    { name: 'base', label: 'One unit of', placeholder: 'EUR', kind: 'text', required: true, half: true },
    { name: 'rate', label: 'is worth', placeholder: '1.0842', kind: 'text', required: true, half: true },
    { name: 'quote', label: 'in', placeholder: 'USD', kind: 'text', required: true, half: true },
    {
      name: 'from',
      label: 'From the day',
      help: 'UTC; it holds until a later one.',
      kind: 'date',
      required: true,
      half: true,
    },
    { name: 'reason', label: 'Reason', kind: 'textarea', help: 'Kept with the change.' },
  ],
  initial: {
    base: row?.base ?? awaited()?.missing[0] ?? '',
    quote: row?.quote ?? (awaited()?.missing.length ? (awaited()?.home_currency ?? '') : ''),
    rate: row?.rate ?? '',
    from: row?.is_first ? '' : (row?.from ?? awaited()?.missing_days[0]?.from ?? ''),
    reason: '',
  },
  schema: rateRoutes.setExchangeRate.body,
  submit: 'Save rate',
  busy: 'Saving...',
});

/** in UTC, as rates are dated */
const today = (): string => new Date().toISOString().slice(0, 10);

const dialog = (title: string) =>
  formDialog<ExchangeRate, RateValues>({
    title,
    form,
    send: (body, _row, context) => call(rateRoutes.setExchangeRate, { body }, context),
    confirm: async ({ from }) =>
      from <= today() ||
      confirmDialog({
        title: `Enter a rate from ${calendarDay(from)} on?`,
        text: 'That day is still to come: until then the rate before it holds.',
        confirm: 'Enter it',
      }),
    success: 'Rate saved. Reports follow within seconds.',
  });

const takeBack: RowAction<ExchangeRate> = {
  label: 'Take back',
  icon: IconTrash,
  danger: true,
  when: (row) => !row.is_first,
  run: async ({ base, quote, from }, { session, reload }) => {
    try {
      const known = { base, quote, from };
      const use = await call(rateRoutes.exchangeRateUse, { query: known }, { session });
      const instead =
        use.instead === null
          ? 'there is no other rate for those days, so they will be shown in their own currency'
          : `they will be shown by ${use.instead}`;
      const isSure = await confirmDialog({
        title: `Take back ${base} to ${quote} from ${calendarDay(from)} on?`,
        text: `It is the rate of ${conversionsText(use.conversions)}: ${instead}. Sales that were turned by it (${count(use.sales)}) stay as they were booked.`,
        confirm: 'Take it back',
        danger: true,
      });
      if (!isSure) return;
      await call(rateRoutes.takeBackExchangeRate, { body: known }, { session });
      toast.success('Rate taken back. Reports follow within seconds.');
      reload();
    } catch (error) {
      reportError('Take back failed', error);
      toast.error(sentenceFor(error));
    }
  },
};

const History = ({ id }: DetailsProps<ExchangeRate>) => {
  const [base = '', quote = ''] = id.split('-');
  return (
    <LoadedRecord
      of={[`${RATES}-history`, id]}
      load={(context) => call(rateRoutes.exchangeRateHistory, { query: { base, quote } }, context)}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <p>Nobody has changed it: it is the rate that every workspace begins with.</p>
        ) : (
          <table className={detailClasses.table}>
            <thead>
              <tr>
                <th>Time</th>
                <th>Who</th>
                <th>From the day</th>
                <th>Rate</th>
                <th>Reason</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((change) => (
                <tr key={change.id}>
                  <td>{dateTime(change.at)}</td>
                  <td>{change.actor}</td>
                  <td>{change.from ? calendarDay(change.from) : EMPTY}</td>
                  <td>{[change.before, change.rate ?? 'taken back'].filter(Boolean).join(' → ')}</td>
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

const rates = resource<ExchangeRate>({
  name: RATES,
  title: 'Exchange rates',
  countText: ratesText,
  load: (query, context) => call(rateRoutes.exchangeRates, { query }, context),
  exportCsv: (query, context) => callForText(rateRoutes.exportExchangeRates, { query }, context),
  nameOf: (row) => `${row.base} to ${row.quote} from ${row.is_first ? 'the beginning' : calendarDay(row.from)}`,
  searchPlaceholder: 'Search by currency or day...',
  defaultSort: '-from',
  add: { label: 'Enter rate', dialog: 'add' },
  columns: columnsOf<ExchangeRate, typeof rateList.columns>(rateList, [
    {
      id: 'base',
      title: 'Currencies',
      kind: 'text',
      value: ({ base, quote }) => `${base} → ${quote}`,
      fixed: true,
      opens: true,
    },
    { id: 'rate', title: 'Rate', kind: 'figure', value: (row) => row.rate },
    {
      id: 'from',
      title: 'From the day',
      kind: 'text',
      value: (row) => (row.is_first ? 'The beginning' : calendarDay(row.from)),
    },
  ]),
  rowActions: [
    { label: 'History', icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    { label: 'Correct', icon: IconPencil, when: () => true, run: (row, { open }) => open('edit', row) },
    takeBack,
  ],
  dialogs: { add: dialog('Enter a rate'), edit: dialog('Correct a rate') },
  details: History,
  detailsTitle: 'History of the rate',
  texts: {
    loading: 'Loading rates...',
    emptyTitle: 'No rates found',
    emptyText: 'Amounts in other currencies are turned into the workspace’s own by the rate of their day.',
  },
});

const daysText = (from: string, to: string): string =>
  from === to ? calendarDay(from) : `${calendarDay(from)} to ${calendarDay(to)}`;

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
    <Alert color="yellow" mb="md" title="A rate is missing" styles={{ title: { color: 'inherit' } }} c="var(--text)">
      {`Amounts in ${which} have no rate to ${home_currency} for their days. Until one is entered, reports show those amounts in their own currency, beside the others.`}
    </Alert>
  );
}

export default function Rates() {
  return (
    <ResourcePage
      list={rates}
      intro={
        <>
          <PageTabs label="Settings" tabs={settingsTabs} />
          <Missing />
        </>
      }
    />
  );
}
