// The columns of the conversion log (field guide, Conversion Logs).
import { type ConversionRow, conversionLog } from '@tributary/contract/conversions/conversions';
import { utmParameters } from '@tributary/contract/tracker/macros';
import { reasonText } from '../../features/postbacks/reason.ts';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { markOfPayout, markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { duration, words } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';

export const kindWords = {
  postback: t('common.serverPostback'),
  pixel: t('common.pixel'),
  manual: t('conversions.addedByHand'),
} as const;

/** the tracker keeps systems in lower case; these write themselves otherwise */
const systemNames: Record<string, string> = { ios: 'iOS', macos: 'macOS', chromeos: 'ChromeOS', ipados: 'iPadOS' };

export const deviceText = ({ device_type, os, browser }: ConversionRow): string =>
  [device_type && words(device_type), os && (systemNames[os] ?? words(os)), browser && words(browser)]
    .filter(Boolean)
    .join(', ');

const deciders: Record<ConversionRow['decided_by'], string> = {
  none: t('conversions.theOffersRules'),
  cap: 'A cap',
  advertiser: t('common.advertiser'),
  refund: t('common.refund'),
  hold: t('common.hold'),
  review: t('conversions.waitsForALook'),
  too_fast: t('conversions.timeToConvert'),
  fraud: t('conversions.fraudCheck'),
  manager: t('common.accountManager'),
};

export const columns = columnsOf(conversionLog, [
  { id: 'at', title: t('conversions.conversionTime'), fixed: true, opens: true },
  { id: 'status', title: t('common.status') },
  {
    id: 'marks',
    title: t('conversions.marks'),
    kind: 'text',
    value: ({ refund, disputed }) =>
      [
        refund && (refund === 'whole' ? t('conversions.refunded') : t('conversions.partlyRefunded')),
        disputed && t('conversions.disputedNotPayable'),
      ]
        .filter(Boolean)
        .join(', ') || null,
  },
  { id: 'offer', title: t('common.offer') },
  { id: 'publisher', title: t('common.publisher') },
  { id: 'goal', title: t('common.goal') },
  { id: 'revenue', title: t('common.revenue'), mark: markOfRevenue },
  { id: 'payout', title: t('common.payout'), mark: markOfPayout },
  { id: 'txn_id', title: t('common.transaction'), clip: true },
  {
    id: 'sale',
    title: t('conversions.sale'),
    kind: 'money',
    value: ({ sale_amount: amount, sale_currency: currency }) => (amount && currency ? { amount, currency } : null),
  },
  { id: 'reason', title: t('common.reason'), kind: 'text', clip: true, value: reasonText },
  {
    id: 'ctit',
    title: t('conversions.clickToConversion'),
    kind: 'text',
    value: ({ ctit }) => (ctit === null ? null : duration(ctit)),
  },
  {
    id: 'country',
    title: t('common.country'),
    kind: 'text',
    value: ({ country }) => country && nameOfCountry(country.toLowerCase()),
  },
  { id: 'source', title: t('common.source'), clip: true },
  {
    id: 'decided_by',
    title: t('common.decidedBy'),
    kind: 'text',
    value: (row) => deciders[row.decided_by],
    hidden: true,
  },
  { id: 'click_id', title: t('common.clickId'), clip: true, hidden: true },
  { id: 'p1', title: t('conversions.p1Publishers'), clip: true, hidden: true },
  ...utmParameters.map((name) => ({
    id: name,
    title: t('conversions.utm', { length: name.slice('utm_'.length) }),
    clip: true,
    hidden: true,
  })),
  { id: 'click_at', title: t('conversions.clickTime'), hidden: true },
  { id: 'ip', title: t('conversions.ipAddress'), hidden: true },
  { id: 'device', title: t('conversions.device'), kind: 'text', value: deviceText, hidden: true },
  { id: 'advertiser', title: t('common.advertiser'), hidden: true },
  { id: 'kind', title: t('common.cameBy'), kind: 'text', value: (row) => kindWords[row.kind], hidden: true },
  { id: 'note', title: t('common.note'), clip: true, hidden: true },
]);
