// Referral commissions.
import { type Referral, referralList, type referralRoutes } from '@tributary/contract/billing/referrals';
import { formatMoney } from '@tributary/contract/money';
import { z } from 'zod';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { requireWhole } from '../../../http/permission.ts';
import { DAY_MS, unixSeconds } from '../../../platform/clock.ts';
import { systemActor, type Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import { type Job, job, topic } from '../../../platform/jobs/topics.ts';
import { findPartner } from '../../accounts/index.ts';
import { exportList, recordAudit } from '../../audit/index.ts';
import { bookedDayAt, tenantIds, termsOfTenant } from '../../tenancy/index.ts';
import type { BillingDeps, BillingJobDeps } from '../deps.ts';
import { ownReferrals, programmeJobs } from './programme.ts';
import {
  addTerm,
  commissionsOf,
  earnedBy,
  endTerm,
  type FoundReferral,
  holdTerm,
  isCovered,
  isReferredBy,
  lockTerm,
  referrals,
  wrongCommissions,
  wrongShares,
} from './referrals.repo.ts';
import { runReferrals, turner } from './run.ts';

export { addTerm as addReferralTerm } from './referrals.repo.ts';
export { runReferrals } from './run.ts';

export const referralsDue = topic('referrals.due', z.object({}));

const nameOf = (first: string | null, last: string | null): string => `${first ?? ''} ${last ?? ''}`.trim();
/** 52500 → "5.25" */
const percent = (ppm: number): string => formatMoney(BigInt(ppm) * 100n);

async function shown(tx: Tx, call: SignedInCall, rows: readonly FoundReferral[]): Promise<Referral[]> {
  const { day, timeZone } = bookedDayAt((await termsOfTenant(tx, call.tenant.id)).zones, call.clock.now());
  const ids = rows.map(({ id }) => id);
  const commissions = await commissionsOf(tx, ids);
  const earned = await earnedBy(tx, ids, timeZone);
  const turn = await turner(tx, day);
  const earnedOf = (id: string, currency: string): bigint =>
    earned
      .filter(({ term_id }) => term_id === id)
      .reduce((sum, one) => sum + (turn(BigInt(one.payout), one.currency, currency) ?? 0n), 0n);
  return rows.map((row) => {
    const currency = row.currency ?? '';
    return {
      id: row.id,
      referrer: { id: row.owner_id, number: row.number, name: nameOf(row.first, row.last) },
      referred: {
        id: row.referred_id,
        number: row.referred_number,
        name: nameOf(row.referred_first, row.referred_last),
      },
      joined_at: unixSeconds(row.joined_at),
      // the check constraint keeps it within its list
      basis: row.basis as Referral['basis'],
      rate: row.basis === 'flat' ? null : percent(row.rate_ppm),
      flat: row.basis === 'flat' ? formatMoney(BigInt(row.flat_micros)) : null,
      currency,
      days: row.days,
      threshold: formatMoney(BigInt(row.threshold_micros)),
      valid_from: row.valid_from,
      state: row.ended_at !== null ? 'ended' : row.held_for !== null ? 'held' : 'running',
      // the check constraint keeps it within its list
      held_for: row.held_for as Referral['held_for'],
      earned: formatMoney(earnedOf(row.id, currency)),
      commissions: commissions
        .filter(({ term_id }) => term_id === row.id)
        .map((one) => ({ currency: one.currency, amount: formatMoney(BigInt(one.amount)) })),
    };
  });
}

export const referralHandlers = (_deps: BillingDeps): Handlers<typeof referralRoutes> => ({
  referrals: inTransaction(async ({ query }, call, tx) => {
    const { rows, total } = await referrals.page(tx, query);
    return { rows: await shown(tx, call, rows), total };
  }),
  exportReferrals: async ({ query }, call) =>
    exportList(
      call,
      { action: 'referrals.exported', objectKind: 'referral', filter: query },
      referralList,
      referrals.all(call.transaction, query, undefined, (tx, rows) => shown(tx, call, rows)),
    ),
  addReferral: inTransaction(async ({ body }, call, tx) => {
    const [referrer, referred] = [
      isId(body.referrer_id) ? await findPartner(tx, 'publisher', { id: body.referrer_id }) : null,
      isId(body.referred_id) ? await findPartner(tx, 'publisher', { id: body.referred_id }) : null,
    ];
    if (!referrer) throw new Fault('invalid_input', 'Please choose who referred', { path: ['referrer_id'] });
    if (!referred) throw new Fault('invalid_input', 'Please choose who was referred', { path: ['referred_id'] });
    if (referrer.id === referred.id || (await isReferredBy(tx, referrer.id, referred.id))) {
      throw new Fault('invalid_input', 'Nobody refers himself, nor whoever has referred him.', {
        path: ['referred_id'],
      });
    }
    const { timeZone } = bookedDayAt((await termsOfTenant(tx, call.tenant.id)).zones, call.clock.now());
    if (await isCovered(tx, referred.id, body.valid_from, timeZone)) {
      throw new Fault(
        'invalid_input',
        'Another referral covers this day: what the publisher earned until it was ended is that one’s. Please choose a later day.',
        { path: ['valid_from'] },
      );
    }
    const id = newId(call.clock.now().getTime());
    const added = await addTerm(tx, {
      tenant_id: call.tenant.id,
      id,
      owner_id: referrer.id,
      referred_id: referred.id,
      basis: body.basis,
      rate_ppm: body.basis === 'flat' ? 0 : (body.rate ?? 0),
      flat_micros: body.basis === 'flat' ? (body.flat ?? 0n) : 0n,
      currency: body.currency,
      days: body.days ?? null,
      threshold_micros: body.threshold ?? 0n,
      valid_from: body.valid_from,
      created_by: call.principal.userId,
      created_at: call.clock.now(),
    });
    if (!added) throw new Fault('conflict', 'This publisher was referred already. Please end that referral first.');
    await recordAudit(tx, call, {
      action: 'referral.added',
      objectKind: 'referral',
      objectId: id,
      after: { referrer: referrer.number, referred: referred.number, basis: body.basis, from: body.valid_from },
    });
    return { id };
  }),
  endReferral: inTransaction(async ({ params: { id } }, call, tx) => {
    const term = isId(id) ? await lockTerm(tx, id) : undefined;
    if (!term) throw new Fault('not_found');
    if (term.ended_at !== null) throw new Fault('conflict', 'This referral has ended already.');
    await endTerm(tx, id, call.clock.now());
    await recordAudit(tx, call, {
      action: 'referral.ended',
      objectKind: 'referral',
      objectId: id,
      before: { state: 'running' },
      after: { state: 'ended' },
    });
    return { id };
  }),
  releaseReferral: inTransaction(async ({ params: { id } }, call, tx) => {
    const term = isId(id) ? await lockTerm(tx, id) : undefined;
    if (!term) throw new Fault('not_found');
    if (term.ended_at !== null || term.held_for === null) throw new Fault('conflict', 'This referral is not held.');
    await holdTerm(tx, id, null);
    await recordAudit(tx, call, {
      action: 'referral.released',
      objectKind: 'referral',
      objectId: id,
      before: { state: 'held', held_for: term.held_for },
      after: { state: 'running' },
    });
    return { id };
  }),
  ownReferrals: inTransaction((_input, call, tx) => ownReferrals(tx, call)),
  runReferrals: inTransaction(async (_input, call, tx) => {
    requireWhole(call);
    await emit(tx, call.tenant.id, referralsDue, {});
    await recordAudit(tx, call, { action: 'referrals.run', objectKind: 'referral', objectId: null });
    return { started: true as const };
  }),
});

export const referralJobs = (deps: BillingJobDeps): Job[] => [
  ...programmeJobs(deps),
  job(referralsDue, 'referrals.book', { lane: 'bulk', run: ({ tenantId }) => runReferrals(deps, tenantId) }),
];

export const referralTasks = ({ database }: BillingJobDeps): RecurringTask[] => [
  {
    name: 'billing.announce-referrals',
    everyMs: DAY_MS,
    lane: 'bulk',
    run: async () => {
      for (const tenantId of await database.withoutTenant(tenantIds))
        await database.withTenant(tenantId, systemActor, (tx) => emit(tx, tenantId, referralsDue, {}));
    },
  },
];

/** ledger:verify over commissions: each is the sum of its entries */
export const checkCommissions = async (tx: Tx): Promise<string[]> => [
  ...(await wrongCommissions(tx)).map(
    ({ id, said, booked }) =>
      `the commission ${id} says ${said ?? 'nothing'}, its entries add up to ${booked ?? 'nothing'}`,
  ),
  ...(await wrongShares(tx)).map(
    ({ id, base, amount }) => `the commission ${id} of ${amount} is not its share of ${base}`,
  ),
];
