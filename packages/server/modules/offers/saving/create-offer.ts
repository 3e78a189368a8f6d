// Create (the specification, Create Offer).
import type { InputOf, ReplyOf } from '@tributary/contract';
import { type offerRoutes, withDefaults } from '@tributary/contract/offers/offers';
import type { SignedInCall } from '../../../http/call.ts';
import { Fault } from '../../../platform/fault.ts';
import { recordAudit } from '../../audit/index.ts';
import { readSettings } from '../../settings/index.ts';
import { chooseAdvertiser, orThrow, refuse } from './choose-advertiser.ts';
import { storeOffer } from './store-offer.ts';

type Create = (typeof offerRoutes)['createOffer'];
export async function createOffer({ body }: InputOf<Create>, call: SignedInCall): Promise<ReplyOf<Create>> {
  const { admin_id: adminId } = body;
  const outcome = await call.transaction(async (tx) => {
    if (adminId !== null && adminId !== call.principal.userId) {
      const fault = new Fault('forbidden', 'An offer can only be created in your own name.');
      return refuse(tx, call, null, fault, { admin_id: adminId });
    }
    const advertiser = await chooseAdvertiser(tx, call, body.advertiser_id);
    if (advertiser instanceof Fault) {
      return refuse(tx, call, null, advertiser, { advertiser_id: body.advertiser_id });
    }
    const { value: defaults } = await readSettings(tx, call.tenant.id, 'tracking');
    const created = await storeOffer(tx, {
      tenantId: call.tenant.id,
      advertiserId: advertiser.id,
      createdBy: call.principal.userId,
      fields: withDefaults(body, defaults),
      at: call.clock.now(),
    });
    await recordAudit(tx, call, {
      action: 'offer.created',
      objectKind: 'offer',
      objectId: created.id,
      after: { camp_id: created.camp_id, offer_name: body.offer_name, advertiser_id: body.advertiser_id },
    });
    return created;
  });
  return orThrow(outcome);
}
