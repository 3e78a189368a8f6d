import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import { activeOffersOf, changeOffer, findOffer } from '../offers.repo.ts';
import { isActiveAdvertiser } from '../people.repo.ts';
import { offerChanged } from '../topics.ts';

interface Place {
  tenantId: string;
  offerId: string;
  clock: Clock;
  reason: string;
}

/** A cap was reached, or a link is broken, and the answer is to pause: done in the system's name, once. */
export async function pauseOffer(tx: Tx, place: Place): Promise<boolean> {
  const offer = await findOffer(tx, place.offerId, true);
  if (offer?.status !== 'active') return false;
  await putStatus(tx, place, { from: 'active', to: 'paused' });
  return true;
}

/** What the system has paused goes on; not where whoever would pay for it is gone. */
export async function resumeOffer(tx: Tx, place: Place): Promise<boolean> {
  const offer = await findOffer(tx, place.offerId, true);
  if (offer?.status !== 'paused' || !(await isActiveAdvertiser(tx, offer.advertiser_id))) return false;
  await putStatus(tx, place, { from: 'paused', to: 'active' });
  return true;
}

async function putStatus(
  tx: Tx,
  { tenantId, offerId, clock, reason }: Place,
  { from, to }: { from: 'active' | 'paused'; to: 'active' | 'paused' },
): Promise<void> {
  await changeOffer(tx, offerId, { status: to, updated_at: clock.now() });
  await recordAudit(
    tx,
    { tenant: { id: tenantId }, clock, ip: '', requestId: '', system: true },
    {
      action: 'offer.status-changed',
      objectKind: 'offer',
      objectId: offerId,
      before: { status: from },
      after: { status: to, reason },
    },
  );
  await emit(tx, tenantId, offerChanged, { offer_id: offerId });
}

/** Whoever would pay for them is gone: they take no more clicks until a person has looked at each. */
export async function pauseOffersOf(
  tx: Tx,
  place: { tenantId: string; clock: Clock; advertiserId: string; reason: string },
): Promise<void> {
  const { advertiserId, ...rest } = place;
  if (await isActiveAdvertiser(tx, advertiserId)) return; // restored meanwhile
  for (const offerId of await activeOffersOf(tx, advertiserId)) await pauseOffer(tx, { ...rest, offerId });
}
