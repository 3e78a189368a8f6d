// Where a portal shows what an entry is about.
import type { BillingEntry } from '@tributary/contract/billing/entries';
import type { Side } from '@tributary/contract/billing/money';

const places = {
  publisher: {
    conversions: '/publisher/reports/conversions',
    documents: '/publisher/profile/payment/documents',
    payments: '/publisher/profile/payment/payments',
  },
  advertiser: {
    conversions: '/advertiser/reports/conversion',
    documents: '/advertiser/billing/invoices',
    payments: '/advertiser/billing/history/payments',
  },
} as const satisfies Record<Side, Record<string, string>>;

/** a conversion is searched by its id: the portals' list of them has no drawer */
export const conversionPlace = (side: Side, id: string): string =>
  `${places[side].conversions}?q=${encodeURIComponent(id)}`;
export const documentPlace = (side: Side, id: string): string =>
  `${places[side].documents}?record=${encodeURIComponent(id)}`;
export const paymentPlace = (side: Side, id: string): string =>
  `${places[side].payments}?record=${encodeURIComponent(id)}`;

/** undefined where no screen shows it: a day of clicks, an adjustment, a commission */
export function subjectPlace(side: Side, { kind, id }: BillingEntry['subject']): string | undefined {
  switch (kind) {
    case 'conversion':
      return conversionPlace(side, id);
    case 'document':
      return documentPlace(side, id);
    case 'payment':
    case 'deposit':
      return paymentPlace(side, id);
    default:
      return undefined;
  }
}
