import type { OfferFields } from '@tributary/contract/offers/offers';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { findOffer } from './offers.repo.ts';
import { isActiveAdvertiser, namesOf } from './people.repo.ts';
import { goalsOf, landingPagesOf } from './saving/goals-and-pages.repo.ts';
import { fieldsOf, type StoredOffer } from './saving/offer-fields.ts';

/** unknown, malformed and another tenant's ids all answer the same */
export async function requireOffer(tx: Tx, id: string, options: { lock?: boolean } = {}): Promise<StoredOffer> {
  const offer = isId(id) ? await findOffer(tx, id, options.lock) : null;
  if (!offer) throw new Fault('not_found');
  return offer;
}

/** nobody would pay for what such an offer brings */
export async function requireActiveAdvertiser(tx: Tx, advertiserId: string): Promise<void> {
  if (await isActiveAdvertiser(tx, advertiserId)) return;
  const sentence = 'The advertiser of this offer is rejected or deleted. Approve or restore it, or choose another one.';
  throw new Fault('conflict', sentence);
}

/** the offer as it was typed */
export async function readFields(tx: Tx, offer: StoredOffer): Promise<OfferFields> {
  const advertiser = (await namesOf(tx, [offer.advertiser_id])).get(offer.advertiser_id);
  const goals = (await goalsOf(tx, [offer.id])).get(offer.id) ?? [];
  const pages = (await landingPagesOf(tx, [offer.id])).get(offer.id) ?? [];
  return fieldsOf(offer, advertiser?.number ?? 0, goals, pages);
}
