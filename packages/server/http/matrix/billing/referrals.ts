// For tests only: examples for billing's room referrals, and the things they name.
import type { IdKind } from '@tributary/contract';
import { newId } from '../../../platform/ids.ts';
import type { Example } from '../examples.ts';
import type { Place } from './place.ts';

const nothing: Example = () => ({});

export const referralExamples = {
  referrals: () => ({ query: { state: 'running', q: 'quill', sort: '-valid_from' } }),
  exportReferrals: nothing,
  addReferral: async ({ scene, subdomain }) => ({
    body: {
      referrer_id: (await scene.addPerson(subdomain, 'publisher')).id,
      referred_id: (await scene.addPerson(subdomain, 'publisher')).id,
      basis: 'payout',
      rate: '5',
      currency: 'USD',
      days: 365,
      valid_from: '2026-01-01',
    },
  }),
  endReferral: ({ targetId }) => ({ params: { id: targetId } }),
  releaseReferral: async ({ scene, targetId }) => {
    await scene.t.database.asOwner(`update referral_terms set held_for = 'address' where id::text = $1`, [targetId]);
    return { params: { id: targetId } };
  },
  ownReferrals: nothing,
  runReferrals: nothing,
} satisfies Record<string, Example>;

/** undefined where the name is not one of ours */
export async function makeReferralTarget(name: IdKind, { scene, subdomain }: Place): Promise<string | undefined> {
  if (name !== 'referral') return undefined;
  const id = newId();
  await scene.insert('referral_terms', {
    tenant_id: scene.tenantIdOf(subdomain),
    id,
    owner_id: (await scene.addPerson(subdomain, 'publisher')).id,
    referred_id: (await scene.addPerson(subdomain, 'publisher')).id,
    basis: 'payout',
    rate_ppm: 50_000,
    currency: 'USD',
    valid_from: '2026-01-01',
    created_at: scene.t.clock.now(),
  });
  return id;
}
