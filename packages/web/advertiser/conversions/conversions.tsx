// Conversion Report: what the advertiser pays for, with its own ids beside, and its decisions.

import {
  advertiserConversionLog,
  conversionRoutes,
  conversionStatuses,
} from '@tributary/contract/conversions/conversions';
import type { ResultOf } from '@tributary/contract/route';
import { appealAction, appealDialog } from '../../features/appeals/own-appeals.tsx';
import { call } from '../../kit/api/api.ts';
import type { Session } from '../../kit/api/session.ts';
import { reasonDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { REASON_LENGTH } from '../../kit/log-page/decision.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { reportError } from '../../kit/pages/report-error.ts';
import { patiently } from '../../kit/resource/bulk.ts';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { dateTime, words } from '../../ui/format.ts';
import { IconBan, IconCheck } from '../../ui/icons.ts';
import { t } from '../../words/advertiser.ts';
import { conversionTabs } from './tabs.ts';

type Row = ResultOf<typeof conversionRoutes.advertiserConversions>['rows'][number];
type Status = 'approved' | 'rejected';

const verbs = {
  approved: {
    verb: t('conversions.approve'),
    icon: IconCheck,
    consequence: t('conversions.youConfirmThatTheConversion'),
    usual: [t('conversions.orderConfirmed'), t('conversions.leadConfirmed')],
  },
  rejected: {
    verb: t('conversions.reject'),
    icon: IconBan,
    consequence: t('conversions.itIsNotPaidFor'),
    usual: [t('conversions.orderCancelled'), t('conversions.duplicateLead'), t('conversions.invalidContactDetails')],
  },
} as const;
const statuses = ['approved', 'rejected'] as const;
const isOpen = (row: Row): boolean => row.status === 'pending';
const inText = (many: number) => t('conversions.conversions', { count: many });

async function decide(rows: readonly Row[], status: Status, session: Session): Promise<boolean> {
  const { verb, consequence, usual } = verbs[status];
  const [only] = rows;
  const what =
    rows.length === 1 && only ? t('conversions.thisConversionOf', { name: only.offer.name }) : inText(rows.length);
  const reason = await reasonDialog(
    { title: t('common.ask', { verb, what }), text: consequence, confirm: verb, danger: status === 'rejected' },
    { maxLength: REASON_LENGTH, usual },
    async (written) => {
      try {
        const body = { ids: rows.map(({ id }) => id), status, reason: written };
        const answer = await patiently(() => call(conversionRoutes.decideOwnConversions, { body }, { session }));
        const asked =
          answer.requested > 0
            ? t('conversions.notedYourAccountManagerDecides', { requested: inText(answer.requested) })
            : '';
        toast.success(`${inText(answer.changed)} ${words(status).toLowerCase()}.${asked}`);
        return null;
      } catch (error) {
        reportError(`${verb} failed`, error);
        return sentenceFor(error);
      }
    },
  );
  return reason !== null;
}

const nameOf = (row: Row): string => t('conversions.conversionOfAt', { name: row.offer.name, at: dateTime(row.at) });

const conversions = log(advertiserConversionLog, {
  name: 'advertiser-conversions',
  title: t('common.conversionReport'),
  purpose: t('conversions.everyConversionOfYourCampaigns'),
  load: conversionRoutes.advertiserConversions,
  file: conversionRoutes.exportAdvertiserConversions,
  columns: [
    { id: 'at', title: t('conversions.conversionTime'), fixed: true },
    { id: 'status', title: t('common.status') },
    { id: 'reason', title: t('conversions.reason'), clip: true },
    { id: 'offer', title: t('common.campaign') },
    { id: 'goal', title: t('conversions.goal') },
    { id: 'txn_id', title: t('conversions.transaction'), clip: true },
    {
      id: 'sale',
      title: t('conversions.sale'),
      kind: 'money',
      value: ({ sale_amount, sale_currency }) =>
        sale_amount && sale_currency ? { amount: sale_amount, currency: sale_currency } : null,
    },
    {
      id: 'amount',
      title: t('conversions.cost'),
      kind: 'money',
      value: ({ amount, currency }) => ({ amount, currency }),
      mark: markOfRevenue,
    },
    { id: 'publisher', title: t('conversions.publisher'), kind: 'number', value: (row) => row.publisher_number },
    {
      id: 'params',
      title: t('conversions.yourValues'),
      kind: 'tags',
      value: ({ params }) => Object.entries(params).map((pair) => pair.join('=')),
    },
    {
      id: 'country',
      title: t('common.country'),
      kind: 'text',
      value: ({ country }) => country && nameOfCountry(country.toLowerCase()),
      hidden: true,
    },
    { id: 'click_at', title: t('conversions.clickTime'), hidden: true },
    { id: 'click_id', title: t('conversions.clickId'), clip: true, hidden: true },
  ],
  nameOf,
  searchPlaceholder: t('conversions.searchByTransactionOrClick'),
  filters: [
    {
      kind: 'choices',
      name: 'status',
      label: t('common.status'),
      options: conversionStatuses.map((value) => ({ value, label: words(value) })),
    },
  ],
  hasPeriod: true,
  rowActions: [
    ...statuses.map(
      (status): RowAction<Row> => ({
        label: verbs[status].verb,
        calls: conversionRoutes.decideOwnConversions,
        icon: verbs[status].icon,
        danger: status === 'rejected',
        when: isOpen,
        run: async (row, { session, reload }) => {
          if (await decide([row], status, session)) await reload();
        },
      }),
    ),
    appealAction<Row>('advertiser', (row) => row.status === 'approved'),
  ],
  bulkActions: statuses.map((status) => ({
    label: verbs[status].verb,
    calls: conversionRoutes.decideOwnConversions,
    icon: verbs[status].icon,
    danger: status === 'rejected',
    when: isOpen,
    run: (rows, { session }) => decide(rows.filter(isOpen), status, session),
  })),
  selectedText: (many) => t('conversions.selected', { many: inText(many) }),
  dialogs: { appeal: appealDialog<Row>({ side: 'advertiser', kind: 'conversion', nameOf }) },
  empty: {
    title: t('conversions.noConversionsYet'),
    text: t('conversions.asSoonAsYourSystem'),
  },
  nothingFound: t('conversions.noConversionFitsTheSearch'),
});

export default function ConversionReport() {
  return <LogPage log={conversions} intro={<PageTabs label={t('common.conversionReport')} tabs={conversionTabs} />} />;
}
