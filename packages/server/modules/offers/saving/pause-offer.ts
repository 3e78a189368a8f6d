import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import { activeOffersOf, changeOffer, findOffer } from '../offers.repo.ts';
import { isActiveAdvertiser } from '../people.repo.ts';
import { offerChanged } from '../topics.ts';

/** A cap was reached whose action is to pause: done in the system's name, once. */
export async function pauseOffer(
  tx: Tx,
  place: { tenantId: string; offerId: string; clock: Clock; reason: string },
): Promise<void> {
  const { tenantId, offerId, clock, reason } = place;
  const offer = await findOffer(tx, offerId, true);
  if (offer?.status !== 'active') return;
  await changeOffer(tx, offerId, { status: 'paused', updated_at: clock.now() });
  await recordAudit(
    tx,
    { tenant: { id: tenantId }, clock, ip: '', requestId: '', system: true },
    {
      action: 'offer.status-changed',
      objectKind: 'offer',
      objectId: offerId,
      before: { status: offer.status },
      after: { status: 'paused', reason },
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
