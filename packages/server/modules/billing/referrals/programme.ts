// The workspace's referral programme: whoever signs up by a publisher's link is bound to it on the terms of that day. One who may have
// brought himself, by the same browser, address or payout account, is held: nothing is booked until a person has looked.

import type { OwnReferrals } from '@tributary/contract/billing/referrals';
import type { ChangeAction } from '@tributary/contract/logs/trail-actions';
import { formatMoney, parseMoney } from '@tributary/contract/money';
import type { SettingsOf } from '@tributary/contract/settings';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type Job, type JobRun, job } from '../../../platform/jobs/topics.ts';
import type { Vault } from '../../../platform/vault.ts';
import { accountSignedUp, findPartner, referralCode } from '../../accounts/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { readSettings } from '../../settings/index.ts';
import { bookedDayAt, termsOfTenant } from '../../tenancy/index.ts';
import type { BillingJobDeps } from '../deps.ts';
import { methodOf } from '../paying/methods/methods.repo.ts';
import { openDetails } from '../paying/methods/methods.ts';
import { payoutMethodChanged } from '../paying/topics.ts';
import { addTerm, commissionsOfOwner, countReferredBy, earningTermsOf, holdTerm } from './referrals.repo.ts';

type Programme = SettingsOf<'referrals'>;
/** they were parsed before they were kept */
const micros = (text: string): bigint => parseMoney(text) ?? 0n;
const PPM_OF_PERCENT = 100n;
const ratePpm = ({ rate }: Programme): number => Number(micros(rate) / PPM_OF_PERCENT);

export async function ownReferrals(tx: Tx, { tenant, principal }: SignedInCall): Promise<OwnReferrals> {
  const { value: programme } = await readSettings(tx, tenant.id, 'referrals');
  const isFlat = programme.basis === 'flat';
  return {
    code: programme.is_on ? referralCode(principal.userId) : null,
    terms: programme.is_on
      ? {
          basis: programme.basis,
          rate: isFlat ? null : programme.rate,
          flat: isFlat ? programme.flat : null,
          currency: programme.currency,
          days: programme.days || null,
          threshold: programme.threshold,
        }
      : null,
    referred: await countReferredBy(tx, principal.userId),
    commissions: (await commissionsOfOwner(tx, principal.userId)).map(({ currency, amount }) => ({
      currency,
      amount: formatMoney(BigInt(amount)),
    })),
  };
}

type SignedUp = JobRun<{
  user_id: string;
  referrer_id?: string | undefined;
  shared?: 'device' | 'address' | undefined;
}>;

async function bind({ payload, tenantId, transaction }: SignedUp, { clock }: BillingJobDeps): Promise<void> {
  const { user_id: referredId, referrer_id: referrerId, shared } = payload;
  if (!referrerId || referrerId === referredId) return;
  await transaction(async (tx) => {
    const { value: programme } = await readSettings(tx, tenantId, 'referrals');
    const referrer = await findPartner(tx, 'publisher', { id: referrerId });
    const referred = await findPartner(tx, 'publisher', { id: referredId });
    if (!programme.is_on || !referrer || !referred) return;
    const at = clock.now();
    const { zones } = await termsOfTenant(tx, tenantId);
    const id = newId(at.getTime());
    const isFlat = programme.basis === 'flat';
    const added = await addTerm(tx, {
      tenant_id: tenantId,
      id,
      owner_id: referrerId,
      referred_id: referredId,
      basis: programme.basis,
      rate_ppm: isFlat ? 0 : ratePpm(programme),
      flat_micros: isFlat ? micros(programme.flat) : 0n,
      currency: programme.currency,
      days: programme.days || null,
      threshold_micros: micros(programme.threshold),
      valid_from: bookedDayAt(zones, at).day,
      held_for: shared ?? null,
      created_at: at,
    });
    // a second run of the same job finds it there
    if (!added) return;
    await audit(tx, tenantId, clock, 'referral.added', id, {
      referrer: referrer.number,
      referred: referred.number,
      basis: programme.basis,
      ...(shared ? { state: 'held', held_for: shared } : {}),
    });
  });
}

const audit = (
  tx: Tx,
  tenantId: string,
  clock: BillingJobDeps['clock'],
  action: ChangeAction,
  objectId: string,
  after: Record<string, string | number>,
) =>
  recordAudit(
    tx,
    { tenant: { id: tenantId }, clock, ip: '', requestId: '', system: true },
    { action, objectKind: 'referral', objectId, after },
  );

/** both are paid to the same account: one of them is the other */
async function compareAccounts(
  { payload, tenantId, transaction }: JobRun<{ owner_id: string }>,
  { clock, vault }: BillingJobDeps,
): Promise<void> {
  await transaction(async (tx) => {
    for (const { id, owner_id, referred_id } of await earningTermsOf(tx, payload.owner_id)) {
      const [one, other] = [await recipientOf(tx, vault, owner_id), await recipientOf(tx, vault, referred_id)];
      if (one === null || one !== other) continue;
      await holdTerm(tx, id, 'payout-account');
      await audit(tx, tenantId, clock, 'referral.held', id, { state: 'held', held_for: 'payout-account' });
    }
  });
}

async function recipientOf(tx: Tx, vault: Vault, ownerId: string): Promise<string | null> {
  const method = await methodOf(tx, ownerId);
  return (method && openDetails(vault, method)?.recipient.toLowerCase()) || null;
}

export const programmeJobs = (deps: BillingJobDeps): Job[] => [
  job(accountSignedUp, 'referrals.bind', { run: (run) => bind(run, deps) }),
  job(payoutMethodChanged, 'referrals.compare-accounts', { run: (run) => compareAccounts(run, deps) }),
];
