// The columns of the conversion log (field guide, Conversion Logs).
import type { ConversionRow } from '@tributary/contract/conversions';
import { utmParameters } from '@tributary/contract/macros';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { reasonText } from '../../kit/postbacks/reason.ts';
import type { Column } from '../../kit/table/column.ts';
import { markOfPayout, markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { duration, words } from '../../ui/format.ts';

export const kindWords = { postback: 'Server postback', pixel: 'Pixel', manual: 'Added by hand' } as const;

/** the tracker keeps systems in lower case; these write themselves otherwise */
const systemNames: Record<string, string> = { ios: 'iOS', macos: 'macOS', chromeos: 'ChromeOS', ipados: 'iPadOS' };

export const deviceText = ({ device_type, os, browser }: ConversionRow): string =>
  [device_type && words(device_type), os && (systemNames[os] ?? words(os)), browser && words(browser)]
    .filter(Boolean)
    .join(', ');

const amount = (value: string | null, currency: string | null) =>
  value && currency ? { amount: value, currency } : null;

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

export const columns: readonly Column<ConversionRow>[] = [
  { id: 'at', title: 'Conversion time', kind: 'relative-date', value: (row) => row.at, fixed: true, opens: true },
  { id: 'status', title: 'Status', kind: 'status', value: (row) => row.status },
  {
    id: 'marks',
    title: 'Marks',
    kind: 'text',
    value: ({ refund, disputed }) =>
      [refund && (refund === 'whole' ? 'Refunded' : 'Partly refunded'), disputed && 'Disputed: not payable']
        .filter(Boolean)
        .join(', ') || null,
  },
  { id: 'offer', title: 'Offer', kind: 'text', clip: true, value: ({ offer }) => `${offer.name} (${offer.number})` },
  {
    id: 'publisher',
    title: 'Publisher',
    kind: 'text',
    clip: true,
    value: ({ publisher }) => `${publisher.name} (${publisher.number})`,
  },
  { id: 'goal', title: 'Goal', kind: 'text', value: (row) => row.goal.name },
  {
    id: 'revenue',
    title: 'Revenue',
    kind: 'money',
    value: (row) => amount(row.revenue, row.currency),
    mark: markOfRevenue,
  },
  {
    id: 'payout',
    title: 'Payout',
    kind: 'money',
    value: (row) => amount(row.payout, row.currency),
    mark: markOfPayout,
  },
  { id: 'txn_id', title: 'Transaction', kind: 'text', clip: true, value: (row) => row.txn_id },
  { id: 'sale', title: 'Sale', kind: 'money', value: (row) => amount(row.sale_amount, row.sale_currency) },
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
  { id: 'source', title: 'Source', kind: 'text', clip: true, value: (row) => row.source },
  {
    id: 'decided_by',
    title: 'Decided by',
    kind: 'text',
    value: (row) => deciders[row.decided_by],
    hidden: true,
  },
  { id: 'click_id', title: 'Click id', kind: 'text', clip: true, value: (row) => row.click_id, hidden: true },
  { id: 'p1', title: 'p1 (publisher’s)', kind: 'text', clip: true, value: (row) => row.p1, hidden: true },
  ...utmParameters.map(
    (name): Column<ConversionRow> => ({
      id: name,
      title: `UTM ${name.slice('utm_'.length)}`,
      kind: 'text',
      clip: true,
      value: (row) => row.utm[name],
      hidden: true,
    }),
  ),
  { id: 'click_at', title: 'Click time', kind: 'relative-date', value: (row) => row.click_at, hidden: true },
  { id: 'ip', title: 'IP address', kind: 'text', value: (row) => row.ip, hidden: true },
  { id: 'device', title: 'Device', kind: 'text', value: deviceText, hidden: true },
  {
    id: 'advertiser',
    title: 'Advertiser',
    kind: 'text',
    clip: true,
    value: ({ advertiser }) => `${advertiser.name} (${advertiser.number})`,
    hidden: true,
  },
  { id: 'kind', title: 'Came by', kind: 'text', value: (row) => kindWords[row.kind], hidden: true },
  { id: 'note', title: 'Note', kind: 'text', clip: true, value: (row) => row.note, hidden: true },
];
