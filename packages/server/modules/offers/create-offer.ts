// Create and edit. What a caller says about himself (`admin_id`) and about the advertiser is only compared with what we
// know; a mismatch is refused with a sentence and leaves a trace, which is why the refusal commits.
import type { InputOf, ReplyOf } from '@tributary/contract';
import type { OfferFields, offerRoutes } from '@tributary/contract/offers';
import type { SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../audit/index.ts';
import { saveGoals, saveLandingPages } from './goals-and-pages.repo.ts';
import { offerDates } from './offer-dates.ts';
import { changesBetween, columnsOf, type StoredOffer } from './offer-fields.ts';
import { changeOffer } from './offers.repo.ts';
import { type Advertiser, findAdvertiser } from './people.repo.ts';
import { readFields, requireActiveAdvertiser, requireOffer } from './require-offer.ts';
import { announce, settleFields, storeOffer } from './store-offer.ts';
import { offerChanged } from './topics.ts';

async function chooseAdvertiser(tx: Tx, call: SignedInCall, number: number): Promise<Advertiser | Fault> {
  const advertiser = await findAdvertiser(tx, { number });
  if (!advertiser) return new Fault('invalid_input', 'This advertiser does not exist.');
  if (advertiser.status !== 'approved') return new Fault('invalid_input', 'This advertiser is not approved.');
  if (advertiser.managerEmail?.toLowerCase() !== call.principal.email.toLowerCase()) {
    return new Fault('forbidden', 'This advertiser is in the charge of another account manager.');
  }
  return advertiser;
}

async function refuse(
  tx: Tx,
  call: SignedInCall,
  objectId: string | null,
  fault: Fault,
  tried: object,
): Promise<Fault> {
  await recordAudit(tx, call, {
    action: 'offer.refused',
    objectKind: 'offer',
    objectId,
    after: { reason: fault.message, ...tried },
  });
  return fault;
}

const orThrow = <Reply>(outcome: Reply | Fault): Reply => {
  if (outcome instanceof Fault) throw outcome;
  return outcome;
};

type Create = (typeof offerRoutes)['createOffer'];
export async function createOffer({ body }: InputOf<Create>, call: SignedInCall): Promise<ReplyOf<Create>> {
  const { admin_id: adminId, ...fields } = body;
  const outcome = await call.transaction(async (tx) => {
    if (adminId !== null && adminId !== call.principal.userId) {
      const fault = new Fault('forbidden', 'An offer can only be created in your own name.');
      return refuse(tx, call, null, fault, { admin_id: adminId });
    }
    const advertiser = await chooseAdvertiser(tx, call, fields.advertiser_id);
    if (advertiser instanceof Fault) {
      return refuse(tx, call, null, advertiser, { advertiser_id: fields.advertiser_id });
    }
    const created = await storeOffer(tx, {
      tenantId: call.tenant.id,
      advertiserId: advertiser.id,
      createdBy: call.principal.userId,
      fields,
      at: call.clock.now(),
    });
    await recordAudit(tx, call, {
      action: 'offer.created',
      objectKind: 'offer',
      objectId: created.id,
      after: { camp_id: created.camp_id, offer_name: fields.offer_name, advertiser_id: fields.advertiser_id },
    });
    return created;
  });
  return orThrow(outcome);
}

type Edit = (typeof offerRoutes)['editOffer'];
export async function editOffer({ params, body }: InputOf<Edit>, call: SignedInCall): Promise<ReplyOf<Edit>> {
  const { version, ...fields } = body;
  const outcome = await call.transaction(async (tx) => {
    const offer = await requireOffer(tx, params.id, { lock: true });
    if (offer.version !== version) throw new Fault('conflict');
    const before = await readFields(tx, offer);
    const advertiser =
      before.advertiser_id === fields.advertiser_id
        ? { id: offer.advertiser_id }
        : await chooseAdvertiser(tx, call, fields.advertiser_id);
    if (advertiser instanceof Fault) {
      return refuse(tx, call, offer.id, advertiser, { advertiser_id: fields.advertiser_id });
    }
    if (fields.status === 'active' && offer.status !== 'active') await requireActiveAdvertiser(tx, advertiser.id);
    return { id: offer.id, version: await saveEdit(tx, call, offer, before, advertiser.id, fields) };
  });
  return orThrow(outcome);
}

async function saveEdit(
  tx: Tx,
  call: SignedInCall,
  offer: StoredOffer,
  before: OfferFields,
  advertiserId: string,
  given: OfferFields,
): Promise<number> {
  const at = call.clock.now();
  const settled = await settleFields(tx, given);
  const dates = offerDates(settled, at);
  const fields = { ...settled, start_date: dates.startsAt, end_date: dates.endsAt };
  const changes = changesBetween(before, fields);
  if (!changes && !offer.is_brief) return offer.version;
  const termsChanged =
    before.offer_terms !== fields.offer_terms || before.terms_and_conditions !== fields.terms_and_conditions;
  const version = await changeOffer(tx, offer.id, {
    ...columnsOf(fields, dates),
    advertiser_id: advertiserId,
    terms_version: offer.terms_version + Number(termsChanged),
    is_brief: false,
    updated_at: at,
  });
  const place = { tenantId: call.tenant.id, offerId: offer.id, at };
  await saveGoals(tx, place, fields);
  await saveLandingPages(tx, place, fields);
  await recordAudit(tx, call, {
    action: offer.is_brief ? 'offer.brief-completed' : 'offer.edited',
    objectKind: 'offer',
    objectId: offer.id,
    ...(changes ?? {}),
  });
  await emit(tx, call.tenant.id, offerChanged, { offer_id: offer.id });
  if (fields.status !== 'active') return version;
  if (offer.status === 'pending' && fields.alert_to_affiliates) {
    await announce(tx, call.tenant.id, offer.id, 'new-offer');
  } else if (termsChanged && fields.require_terms) {
    await announce(tx, call.tenant.id, offer.id, 'new-terms');
  }
  return version;
}
