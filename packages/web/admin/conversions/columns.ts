// The columns of the conversion log (field guide, Conversion Logs).
import { type ConversionRow, conversionLog } from '@tributary/contract/conversions';
import { utmParameters } from '@tributary/contract/macros';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { reasonText } from '../../kit/postbacks/reason.ts';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { markOfPayout, markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { duration, words } from '../../ui/format.ts';

export const kindWords = { postback: 'Server postback', pixel: 'Pixel', manual: 'Added by hand' } as const;

/** the tracker keeps systems in lower case; these write themselves otherwise */
const systemNames: Record<string, string> = { ios: 'iOS', macos: 'macOS', chromeos: 'ChromeOS', ipados: 'iPadOS' };

export const deviceText = ({ device_type, os, browser }: ConversionRow): string =>
  [device_type && words(device_type), os && (systemNames[os] ?? words(os)), browser && words(browser)]
    .filter(Boolean)
    .join(', ');

const deciders: Record<ConversionRow['decided_by'], string> = {
  none: 'The offer’s rules',
  cap: 'A cap',
  advertiser: 'Advertiser',
  refund: 'Refund',
  hold: 'Hold',
  review: 'Waits for a look',
  too_fast: 'Time to convert',
  fraud: 'Fraud check',
  manager: 'Account manager',
};

export const columns = columnsOf<ConversionRow, typeof conversionLog.columns>(conversionLog, [
  { id: 'at', title: 'Conversion time', fixed: true, opens: true },
  { id: 'status', title: 'Status' },
  {
    id: 'marks',
    title: 'Marks',
    kind: 'text',
    value: ({ refund, disputed }) =>
      [refund && (refund === 'whole' ? 'Refunded' : 'Partly refunded'), disputed && 'Disputed: not payable']
        .filter(Boolean)
        .join(', ') || null,
  },
  { id: 'offer', title: 'Offer' },
  { id: 'publisher', title: 'Publisher' },
  { id: 'goal', title: 'Goal' },
  { id: 'revenue', title: 'Revenue', mark: markOfRevenue },
  { id: 'payout', title: 'Payout', mark: markOfPayout },
  { id: 'txn_id', title: 'Transaction', clip: true },
  {
    id: 'sale',
    title: 'Sale',
    kind: 'money',
    value: ({ sale_amount: amount, sale_currency: currency }) => (amount && currency ? { amount, currency } : null),
  },
  { id: 'reason', title: 'Reason', kind: 'text', clip: true, value: reasonText },
  {
    id: 'ctit',
    title: 'Click to conversion',
    kind: 'text',
    value: ({ ctit }) => (ctit === null ? null : duration(ctit)),
  },
  {
    id: 'country',
    title: 'Country',
    kind: 'text',
    value: ({ country }) => country && nameOfCountry(country.toLowerCase()),
  },
  { id: 'source', title: 'Source', clip: true },
  {
    id: 'decided_by',
    title: 'Decided by',
    kind: 'text',
    value: (row) => deciders[row.decided_by],
    hidden: true,
  },
  { id: 'click_id', title: 'Click id', clip: true, hidden: true },
  { id: 'p1', title: 'p1 (publisher’s)', clip: true, hidden: true },
  ...utmParameters.map((name) => ({
    id: name,
    title: `UTM ${name.slice('utm_'.length)}`,
    clip: true,
    hidden: true,
  })),
  { id: 'click_at', title: 'Click time', hidden: true },
  { id: 'ip', title: 'IP address', hidden: true },
  { id: 'device', title: 'Device', kind: 'text', value: deviceText, hidden: true },
  { id: 'advertiser', title: 'Advertiser', hidden: true },
  { id: 'kind', title: 'Came by', kind: 'text', value: (row) => kindWords[row.kind], hidden: true },
  { id: 'note', title: 'Note', clip: true, hidden: true },
]);
