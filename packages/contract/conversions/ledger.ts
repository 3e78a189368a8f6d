// What the ledger says, as small calls: a publisher's balance, an advertiser's spend. An account manager's come with the
// head of the hash chain, so that whoever keeps the answer can prove later that nothing before it was changed. The chain is
// the whole workspace's: where it stands says how much business others do, so a partner is not told.
import { z } from 'zod';
import { hide, ofSide } from '../hiding.ts';
import { route, session } from '../route.ts';

export const Balance = z.object({
  currency: z.string(),
  /** waiting for a decision or the end of a hold */
  pending: hide('account_amount', z.string()),
  /** decided in favour; for a publisher earned (its own view: paid out or not), for an advertiser owed */
  approved: hide('account_amount', z.string()),
});
export const OwnBalances = z
  .object({
    rows: z.array(Balance),
    /** of a publisher's own: how much of it is for offers whose payout is hidden, one line per currency */
    hidden: z.array(Balance),
  })
  .meta({ id: 'OwnBalances' });
export const Balances = z
  .object({
    rows: z.array(Balance),
    /** of a publisher's own: how much of it is for offers whose payout is hidden, one line per currency */
    hidden: z.array(Balance),
    /** null while the workspace has no entries at all */
    head: z.object({ sequence: z.number().int(), hash: z.string() }).nullable(),
  })
  .meta({ id: 'Balances' });

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const byId = z.object({ id: z.string().max(100) });

export const ledgerRoutes = {
  publisherBalance: route({
    ...plain,
    method: 'GET',
    path: '/api/admin/publishers/{id}/balance',
    summary: 'What a publisher has earned, by currency',
    access: session(['admin'], { impersonated: 'denied', section: 'payouts' }),
    params: byId,
    names: 'publisher',
    reply: Balances,
    errors: ['not_found'],
  }),
  advertiserSpend: route({
    ...plain,
    method: 'GET',
    path: '/api/admin/advertisers/{id}/spend',
    summary: 'What an advertiser owes, by currency',
    access: session(['admin'], { impersonated: 'denied', section: 'billing' }),
    params: byId,
    names: 'advertiser',
    reply: ofSide('advertiser', Balances),
    errors: ['not_found'],
  }),
  ownBalance: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/balance',
    summary: 'What the publisher has earned since the beginning, paid out or not, by currency',
    access: session(['publisher'], { impersonated: 'allowed' }),
    reply: OwnBalances,
    errors: [],
  }),
  ownSpend: route({
    ...plain,
    method: 'GET',
    path: '/api/advertiser/spend',
    summary: 'What the advertiser owes, by currency',
    access: session(['advertiser'], { impersonated: 'allowed' }),
    reply: ofSide('advertiser', OwnBalances),
    errors: [],
  }),
};
