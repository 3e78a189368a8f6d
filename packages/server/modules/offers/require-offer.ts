import type { OfferFields } from '@tributary/contract/offers';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { goalsOf, landingPagesOf } from './goals-and-pages.repo.ts';
import { fieldsOf, type StoredOffer } from './offer-fields.ts';
import { findOffer } from './offers.repo.ts';
import { namesOf } from './people.repo.ts';

/** unknown, malformed and another tenant's ids all answer the same */
export async function requireOffer(tx: Tx, id: string, options: { lock?: boolean } = {}): Promise<StoredOffer> {
  const offer = isId(id) ? await findOffer(tx, id, options.lock) : null;
  if (!offer) throw new Fault('not_found');
  return offer;
}

/** the offer as it was typed */
export async function readFields(tx: Tx, offer: StoredOffer): Promise<OfferFields> {
  const advertiser = (await namesOf(tx, [offer.advertiser_id])).get(offer.advertiser_id);
  const goals = (await goalsOf(tx, [offer.id])).get(offer.id) ?? [];
  const pages = (await landingPagesOf(tx, [offer.id])).get(offer.id) ?? [];
  return fieldsOf(offer, advertiser?.number ?? 0, goals, pages);
}
