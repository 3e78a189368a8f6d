// What billing's schemas share: amounts, whose a row is, and the doors of its two sections.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { parseMoney } from '../money.ts';
import { session } from '../route.ts';
import { isCurrency } from '../tracker/receipt-rules.ts';

export const plain = { wire: 'json', headers: ['subdomain'] } as const;
export const byId = z.object({ id: z.string().max(100) });
/** publishers' money */
export const payouts = session(['admin'], { impersonated: 'denied', section: 'payouts' });
/** and whoever lets it go has typed his password lately */
export const approvers = session(['admin'], { impersonated: 'denied', section: 'payouts', recentPassword: 'required' });
export const rates = ['admin-writes'] as const;
/** advertisers' money, and the workspace's own */
export const billing = session(['admin'], { impersonated: 'denied', section: 'billing' });
export const ownPublisher = session(['publisher'], { impersonated: 'allowed', visitorReads: 'payouts' });
export const ownAdvertiser = session(['advertiser'], { impersonated: 'allowed', visitorReads: 'billing' });

export const currencyCode = z
  .string()
  .trim()
  .toUpperCase()
  .refine(isCurrency, { error: 'A currency is an ISO code in use, such as USD' });
/** as somebody enters it; micro-units from here on */
export const amount = (what: string) =>
  z.union([z.string(), z.number()], { error: `${what} is an amount such as 12.50` }).transform((value, context) => {
    const micros = parseMoney(String(value));
    if (micros !== null) return micros;
    context.addIssue({ code: 'custom', message: `${what} is an amount such as 12.50` });
    return z.NEVER;
  });
export const reason = z
  .string({ error: 'Please give a reason' })
  .trim()
  .min(1, 'Please give a reason')
  .max(500, 'Please use at most 500 characters');
/** a decimal of a publisher's or advertiser's money */
export const money = hide('account_amount', z.string());
/** a list's column of such money, in the row's own currency unless it says another */
export const moneyColumn = <Row extends { currency: string }>(
  file: string,
  amountOf: (row: Row) => string | null,
  currencyOf: (row: Row) => string = (row) => row.currency,
) => ({
  kind: 'money' as const,
  hide: 'account_amount' as const,
  value: (row: Row) => {
    const told = amountOf(row);
    return told === null ? null : { amount: told, currency: currencyOf(row) };
  },
  file,
});
export const sides = ['publisher', 'advertiser'] as const;
export type Side = (typeof sides)[number];
export const Owner = z.object({ id: z.string(), number: z.int(), name: hide('account_name', z.string()) });
