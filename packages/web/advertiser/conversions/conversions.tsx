// Conversion Report: what the advertiser pays for, with its own ids beside, and its decisions.

import { advertiserConversionLog, conversionRoutes, conversionStatuses } from '@tributary/contract/conversions';
import type { ResultOf } from '@tributary/contract/route';
import { call, callForText } from '../../kit/api.ts';
import { sentenceFor } from '../../kit/api-error.ts';
import { reasonDialog } from '../../kit/dialogs.tsx';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { REASON_LENGTH } from '../../kit/log-page/decision.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { reportError } from '../../kit/report-error.ts';
import { patiently } from '../../kit/resource/bulk.ts';
import type { Session } from '../../kit/session.ts';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { toast } from '../../kit/toast.tsx';
import { count, dateTime, words } from '../../ui/format.ts';
import { IconBan, IconCheck } from '../../ui/icons.ts';
import { conversionTabs } from './tabs.ts';

type Row = ResultOf<typeof conversionRoutes.advertiserConversions>['rows'][number];
type Status = 'approved' | 'rejected';

const verbs = {
  approved: {
    verb: 'Approve',
    icon: IconCheck,
    consequence: 'You confirm that the conversion is good and will be paid for.',
    usual: ['Order confirmed', 'Lead confirmed'],
  },
  rejected: {
    verb: 'Reject',
    icon: IconBan,
    consequence: 'It is not paid for. Your account manager and the publisher see the reason.',
    usual: ['Order cancelled', 'Duplicate lead', 'Invalid contact details'],
  },
} as const;
const statuses = ['approved', 'rejected'] as const;
const isOpen = (row: Row): boolean => row.status === 'pending';
const inText = (many: number) => `${count(many)} ${many === 1 ? 'conversion' : 'conversions'}`;

async function decide(rows: readonly Row[], status: Status, session: Session): Promise<boolean> {
  const { verb, consequence, usual } = verbs[status];
  const [only] = rows;
  const what = rows.length === 1 && only ? `this conversion of ${only.offer.name}` : inText(rows.length);
  const reason = await reasonDialog(
    { title: `${verb} ${what}?`, text: consequence, confirm: verb, danger: status === 'rejected' },
    { maxLength: REASON_LENGTH, usual },
    async (written) => {
      try {
        const body = { ids: rows.map(({ id }) => id), status, reason: written };
        const answer = await patiently(() => call(conversionRoutes.decideOwnConversions, { body }, { session }));
        const asked = answer.requested > 0 ? ` ${inText(answer.requested)} noted; your account manager decides.` : '';
        toast.success(`${inText(answer.changed)} ${status}.${asked}`);
        return null;
      } catch (error) {
        reportError(`${verb} failed`, error);
        return sentenceFor(error);
      }
    },
  );
  return reason !== null;
}

const conversions = log<Row>({
  name: 'advertiser-conversions',
  title: 'Conversion Report',
  purpose: 'Every conversion of your campaigns. Pending ones wait for your decision.',
  load: (query, context) => call(conversionRoutes.advertiserConversions, { query }, context),
  exportCsv: (query, context) => callForText(conversionRoutes.exportAdvertiserConversions, { query }, context),
  columns: columnsOf<Row, typeof advertiserConversionLog.columns>(advertiserConversionLog, [
    { id: 'at', title: 'Conversion time', fixed: true },
    { id: 'status', title: 'Status' },
    { id: 'reason', title: 'Reason', clip: true },
    { id: 'offer', title: 'Campaign' },
    { id: 'goal', title: 'Goal' },
    { id: 'txn_id', title: 'Transaction', clip: true },
    {
      id: 'sale',
      title: 'Sale',
      kind: 'money',
      value: ({ sale_amount, sale_currency }) =>
        sale_amount && sale_currency ? { amount: sale_amount, currency: sale_currency } : null,
    },
    {
      id: 'amount',
      title: 'Cost',
      kind: 'money',
      value: ({ amount, currency }) => ({ amount, currency }),
      mark: markOfRevenue,
    },
    { id: 'publisher', title: 'Publisher', kind: 'number', value: (row) => row.publisher_number },
    {
      id: 'params',
      title: 'Your values',
      kind: 'tags',
      value: ({ params }) => Object.entries(params).map((pair) => pair.join('=')),
    },
    {
      id: 'country',
      title: 'Country',
      kind: 'text',
      value: ({ country }) => country && nameOfCountry(country.toLowerCase()),
      hidden: true,
    },
    { id: 'click_at', title: 'Click time', hidden: true },
    { id: 'click_id', title: 'Click id', clip: true, hidden: true },
  ]),
  nameOf: (row) => `conversion of ${row.offer.name} at ${dateTime(row.at)}`,
  searchPlaceholder: 'Search by transaction or click id...',
  filters: [
    {
      kind: 'choices',
      name: 'status',
      label: 'Status',
      options: conversionStatuses.map((value) => ({ value, label: words(value) })),
    },
  ],
  hasPeriod: true,
  rowActions: statuses.map((status) => ({
    label: verbs[status].verb,
    icon: verbs[status].icon,
    danger: status === 'rejected',
    when: isOpen,
    run: async (row, { session, reload }) => {
      if (await decide([row], status, session)) await reload();
    },
  })),
  bulkActions: statuses.map((status) => ({
    label: verbs[status].verb,
    icon: verbs[status].icon,
    danger: status === 'rejected',
    when: isOpen,
    run: (rows, { session }) => decide(rows.filter(isOpen), status, session),
  })),
  selectedText: (many) => `${inText(many)} selected`,
  empty: {
    title: 'No conversions yet',
    text: 'As soon as your system reports one, it appears here. Your postback has what to paste into it.',
  },
  nothingFound: 'No conversion fits the search, the status and the period.',
});

export default function ConversionReport() {
  return <LogPage log={conversions} intro={<PageTabs label="Conversion Report" tabs={conversionTabs} />} />;
}
