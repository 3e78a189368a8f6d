// Accounts for billing's pickers and filters: whoever works with their money finds them there, whatever else the role opens.
import { z } from 'zod';
import { ofSide } from '../hiding.ts';
import { route } from '../route.ts';
import { billing, Owner, payouts, plain } from './money.ts';

const query = z.object({ q: z.string().trim().max(100).optional() });
const reply = z.object({ rows: z.array(Owner) });

export const billingChoiceRoutes = {
  payeeChoices: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/payees',
    summary: 'Publishers for a picker, by search',
    access: payouts,
    query,
    reply: ofSide('publisher', reply),
    errors: [],
  }),
  payerChoices: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/payers',
    summary: 'Advertisers for a picker, by search',
    access: billing,
    query,
    reply: ofSide('advertiser', reply),
    errors: [],
  }),
};
