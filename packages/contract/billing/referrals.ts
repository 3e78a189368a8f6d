// Referral commissions: who brought whom, and what that earns. A commission follows what the referred publisher has earned: a run
// books what has changed since the last.
import { z } from 'zod';
import { day } from '../days.ts';
import { ofSide } from '../hiding.ts';
import { fileOf, list, oneOf } from '../lists.ts';
import { route } from '../route.ts';
import { amount, byId, currencyCode, money, moneyColumn, Owner, ownPublisher, payouts, plain } from './money.ts';

export const referralBases = ['flat', 'payout', 'revenue', 'profit'] as const;
/** held: it looks as if somebody had brought himself; nothing is booked until a person has looked */
export const referralStates = ['running', 'held', 'ended'] as const;
export const heldFor = ['device', 'address', 'payout-account'] as const;

export const Referral = z
  .object({
    id: z.string(),
    referrer: Owner,
    referred: Owner,
    joined_at: z.int(),
    basis: z.enum(referralBases),
    /** of a share: per cent */
    rate: z.string().nullable(),
    flat: money.nullable(),
    currency: z.string(),
    days: z.int().nullable(),
    threshold: money,
    valid_from: z.string(),
    state: z.enum(referralStates),
    /** what the two have in common */
    held_for: z.enum(heldFor).nullable(),
    /** what the referred has earned since, in `currency` */
    earned: money,
    /** what the referrer was booked, by currency */
    commissions: z.array(z.object({ currency: z.string(), amount: money })),
  })
  .meta({ id: 'Referral' });
export type Referral = z.infer<typeof Referral>;

export const referralList = list({
  row: Referral,
  filters: { state: oneOf(referralStates), basis: oneOf(referralBases) },
  columns: {
    referrer: {
      kind: 'named',
      hide: 'account_name',
      value: (row) => row.referrer,
      file: ['Referrer', 'Referrer name'],
    },
    referred: {
      kind: 'named',
      hide: 'account_name',
      value: (row) => row.referred,
      file: ['Referred', 'Referred name'],
    },
    joined_at: { kind: 'time', value: (row) => row.joined_at, file: 'Joined' },
    basis: { kind: 'text', value: (row) => row.basis, file: 'Basis' },
    rate: { kind: 'text', value: (row) => row.rate, file: 'Rate %' },
    days: { kind: 'number', value: (row) => row.days, file: 'Days' },
    valid_from: { kind: 'text', value: (row) => row.valid_from, sort: true, file: 'From' },
    earned: moneyColumn('Earned', (row: Referral) => row.earned),
    commission: {
      kind: 'text',
      hide: 'account_amount',
      value: (row) => row.commissions.map((one) => `${one.amount} ${one.currency}`).join(', '),
      file: 'Commission',
    },
    state: { kind: 'status', value: (row) => row.state, sort: true, file: 'State' },
    held_for: { kind: 'text', value: (row) => row.held_for, file: 'Held for' },
  },
});

const share = z
  .union([z.string(), z.number()], { error: 'A rate is a number of per cent, such as 5' })
  .transform((value, context) => {
    const text = String(value).trim();
    const parts = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(text);
    const ppm = parts ? Number(parts[1]) * 10_000 + Number((parts[2] ?? '').padEnd(4, '0')) : Number.NaN;
    if (ppm > 0 && ppm <= 1_000_000) return ppm;
    context.addIssue({ code: 'custom', message: 'A rate is a number of per cent between 0 and 100, such as 5' });
    return z.NEVER;
  });

export const NewReferral = z
  .object({
    referrer_id: z.string().max(40),
    referred_id: z.string().max(40),
    basis: z.enum(referralBases),
    rate: share.nullish(),
    flat: amount('Amount').nullish(),
    currency: currencyCode,
    days: z.int().min(1).max(3_650).nullish(),
    threshold: amount('Threshold').nullish(),
    valid_from: day,
  })
  .refine(({ basis, rate }) => basis === 'flat' || (rate !== null && rate !== undefined), {
    path: ['rate'],
    error: 'Please enter a rate',
  })
  .refine(({ basis, flat }) => basis !== 'flat' || (flat !== null && flat !== undefined && flat > 0n), {
    path: ['flat'],
    error: 'Please enter an amount',
  });

export const OwnReferrals = z
  .object({
    /** null: the workspace has no programme */
    code: z.string().nullable(),
    terms: z
      .object({
        basis: z.enum(referralBases),
        rate: z.string().nullable(),
        flat: money.nullable(),
        currency: z.string(),
        days: z.int().nullable(),
        threshold: money,
      })
      .nullable(),
    /** how many came by it */
    referred: z.int(),
    commissions: z.array(z.object({ currency: z.string(), amount: money })),
  })
  .meta({ id: 'OwnReferrals' });
export type OwnReferrals = z.infer<typeof OwnReferrals>;

export const referralRoutes = {
  referrals: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/referrals',
    summary: 'Who brought whom, on which terms, what was earned and what was booked for it',
    access: payouts,
    heavy: true,
    query: referralList.query,
    reply: ofSide('publisher', referralList.reply),
    errors: ['invalid_input'],
  }),
  exportReferrals: route({
    ...fileOf(referralList),
    path: '/api/billing/referrals/export',
    summary: 'The filtered referrals as a file',
    access: payouts,
  }),
  addReferral: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/referrals',
    summary: 'Says who brought a publisher, and on which terms',
    access: payouts,
    rates: ['admin-writes'],
    status: 201,
    body: NewReferral,
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'conflict'],
  }),
  endReferral: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/referrals/{id}/end',
    summary: 'Ends a referral: today is its last day, and what is taken back of its days later is taken back from it',
    access: payouts,
    rates: ['admin-writes'],
    params: byId,
    names: 'referral',
    reply: z.object({ id: z.string() }),
    errors: ['not_found', 'conflict'],
  }),
  releaseReferral: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/referrals/{id}/release',
    summary: 'Lets a referral that was held earn; what was earned meanwhile is booked with the next run',
    access: payouts,
    rates: ['admin-writes'],
    params: byId,
    names: 'referral',
    reply: z.object({ id: z.string() }),
    errors: ['not_found', 'conflict'],
  }),
  ownReferrals: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/referrals',
    summary:
      'One’s own link to bring others by, on which terms, and what came of it; no link where there is no programme',
    access: ownPublisher,
    reply: OwnReferrals,
    errors: [],
  }),
  runReferrals: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/referrals/run',
    summary: 'Books the commissions that have come up since the last run, in the background',
    access: payouts,
    rates: ['admin-writes'],
    reply: z.object({ started: z.literal(true) }),
    errors: [],
  }),
};
