// Puts a new offer into its tables: the row, the default goal and landing page with those that were added, and the events.
import { offerTypeOf } from '@tributary/contract/offers/offer-terms';
import type { OfferFields } from '@tributary/contract/offers/offers';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { nextNumber } from '../../tenancy/index.ts';
import { withCleanRichText } from '../media/rich-text.ts';
import { insertOffer, uploadExists } from '../offers.repo.ts';
import { offerChanged, publishersToTell } from '../topics.ts';
import { saveGoals, saveLandingPages } from './goals-and-pages.repo.ts';
import { offerDates } from './offer-dates.ts';
import { columnsOf } from './offer-fields.ts';

export interface NewOffer {
  tenantId: string;
  advertiserId: string;
  createdBy: string;
  fields: OfferFields;
  at: Date;
  isBrief?: boolean;
  budgetMicros?: bigint | null;
}

/** the checks that need more than the fields themselves, and what follows from one another */
export async function settleFields(tx: Tx, given: OfferFields): Promise<OfferFields> {
  const fields = withCleanRichText({ ...given, offer_type: offerTypeOf[given.objective] });
  const everyDay = fields.selected_days.length === 0 || new Set(fields.selected_days).size === 7;
  const wholeDay = fields.start_hour === fields.end_hour;
  if (fields.enable_time_targeting && fields.enable_inactive_hours && everyDay && wholeDay) {
    throw new Fault('invalid_input', 'With these inactive hours the offer would never be open.', {
      path: ['enable_inactive_hours'],
    });
  }
  if (fields.thumbnail_id && !(isId(fields.thumbnail_id) && (await uploadExists(tx, fields.thumbnail_id)))) {
    throw new Fault('invalid_input', 'The thumbnail is not one of your uploads.', { path: ['thumbnail_id'] });
  }
  return fields;
}

export async function storeOffer(tx: Tx, offer: NewOffer): Promise<{ id: string; camp_id: number }> {
  const { tenantId, at } = offer;
  const fields = await settleFields(tx, offer.fields);
  const id = newId(at.getTime());
  const number = await nextNumber(tx, tenantId, 'offer');
  await insertOffer(tx, {
    ...columnsOf(fields, offerDates(fields, at)),
    tenant_id: tenantId,
    id,
    number,
    advertiser_id: offer.advertiserId,
    is_brief: offer.isBrief ?? false,
    budget_micros: offer.budgetMicros ?? null,
    created_by: offer.createdBy,
    created_at: at,
    updated_at: at,
  });
  await saveGoals(tx, { tenantId, offerId: id, at }, fields);
  await saveLandingPages(tx, { tenantId, offerId: id, at }, fields);
  await emit(tx, tenantId, offerChanged, { offer_id: id });
  if (fields.alert_to_affiliates && fields.status === 'active') await announce(tx, tenantId, id, 'new-offer');
  return { id, camp_id: number };
}

export const announce = (tx: Tx, tenantId: string, offerId: string, news: 'new-offer' | 'new-terms'): Promise<void> =>
  emit(tx, tenantId, publishersToTell, { offer_id: offerId, news, after: 0 });
