// Who may run an offer: a publisher asks, a manager decides or sets it himself. Every step is idempotent: doing it again
// changes nothing and mails nobody.
import type { InputOf, ReplyOf } from '@tributary/contract';
import type { offerRoutes } from '@tributary/contract/offers/offers';
import type { SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { sentence } from '../../../words/sentences.ts';
import { recordAudit } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import { notify } from '../../notifications/index.ts';
import { standingOf } from '../offer-standing.ts';
import { findOffer } from '../offers.repo.ts';
import { addresseeOf, publishersAmong } from '../people.repo.ts';
import { requireOffer } from '../require-offer.ts';
import { offerChanged, permissionRequested } from '../topics.ts';
import {
  decide,
  findPermission,
  grant,
  keptPermissions,
  permissionRequests,
  type StoredPermission,
  saveRequest,
  withdraw,
} from './permissions.repo.ts';
import { campaignState } from './visibility.ts';

type Routes = typeof offerRoutes;

export async function setPermission(
  tx: Tx,
  call: SignedInCall,
  { params, body }: InputOf<Routes['setPermission']>,
): Promise<ReplyOf<Routes['setPermission']>> {
  const offer = await requireOffer(tx, params.id, { lock: true });
  const asked = [...new Set(body.publisher_ids)].filter(isId);
  const publisherIds = [...(await publishersAmong(tx, asked))];
  const before = await keptPermissions(tx, offer.id, publisherIds);
  const changed =
    body.state === 'none'
      ? publisherIds.length > 0
        ? await withdraw(tx, offer.id, publisherIds)
        : []
      : await grant(tx, {
          tenantId: call.tenant.id,
          offerId: offer.id,
          publisherIds,
          state: body.state,
          by: call.principal.userId,
          at: call.clock.now(),
        });
  if (changed.length > 0) {
    await recordAudit(tx, call, {
      action: 'offer.permissions-changed',
      objectKind: 'offer',
      objectId: offer.id,
      before: { permissions: before.filter(({ publisher_id }) => changed.includes(publisher_id)) },
      after: {
        state: body.state,
        publisher_ids: changed,
        permissions: await keptPermissions(tx, offer.id, changed),
      },
    });
    await emit(tx, call.tenant.id, offerChanged, { offer_id: offer.id });
  }
  return { changed: changed.length };
}

type Ask = Routes['askForCampaign'];
export async function askForCampaign(
  tx: Tx,
  call: SignedInCall,
  { params, body }: InputOf<Ask>,
): Promise<ReplyOf<Ask>> {
  const at = call.clock.now();
  const publisherId = call.principal.userId;
  // locked: of two requests at once the second finds the first one's row
  const offer = isId(params.id) ? await findOffer(tx, params.id, true) : null;
  const permission = offer && (await findPermission(tx, { offerId: offer.id, publisherId }));
  const state = offer && campaignState(standingOf(offer), permission, at);
  if (!offer || !state) throw new Fault('not_found');
  if (state === 'refused') throw new Fault('conflict', 'Your request for this campaign was refused.');
  if (permission && (state === 'requested' || state === 'allowed')) return { id: permission.id, state };
  const accepted = body.accepted_terms_version ?? null;
  if (offer.require_terms && accepted !== offer.terms_version) {
    throw new Fault('invalid_input', 'Please read and accept the current terms of this campaign.');
  }
  const next = isGranted(offer.visibility, permission) ? 'allowed' : 'requested';
  const id = permission?.id ?? newId(at.getTime());
  await saveRequest(tx, {
    tenantId: call.tenant.id,
    id,
    offerId: offer.id,
    publisherId,
    state: next,
    traffic: body.traffic,
    acceptedTerms: offer.require_terms ? accepted : null,
    at,
  });
  await recordAudit(tx, call, {
    action: next === 'allowed' ? 'offer.joined' : 'offer.requested',
    objectKind: 'offer',
    objectId: offer.id,
    after: { publisher_id: publisherId, terms_version: offer.require_terms ? accepted : null },
  });
  if (next === 'allowed') await emit(tx, call.tenant.id, offerChanged, { offer_id: offer.id });
  else await emit(tx, call.tenant.id, permissionRequested, { permission_id: id });
  return { id, state: next };
}

/** open to all, or granted before: only the terms were missing */
const isGranted = (visibility: string, permission: StoredPermission | null): boolean =>
  visibility === 'Public' || (permission?.state === 'allowed' && permission.decided);

type Decide = Routes['decideRequest'];
export async function decideRequest(
  tx: Tx,
  call: SignedInCall,
  { params, body }: InputOf<Decide>,
): Promise<ReplyOf<Decide>> {
  const permission = isId(params.id) ? await findPermission(tx, { id: params.id }) : null;
  const offer = permission && (await findOffer(tx, permission.offerId));
  if (!permission || !offer) throw new Fault('not_found');
  const state = body.allow ? 'allowed' : 'refused';
  if (permission.state === state && permission.decided) return { id: permission.id, state };
  const at = call.clock.now();
  const before = await keptPermissions(tx, offer.id, [permission.publisherId]);
  await decide(tx, permission.id, { state, reason: body.reason, by: call.principal.userId, at });
  await recordAudit(tx, call, {
    action: body.allow ? 'offer.request-approved' : 'offer.request-refused',
    objectKind: 'offer',
    objectId: offer.id,
    before: { publisher_id: permission.publisherId, state: permission.state, permissions: before },
    after: {
      publisher_id: permission.publisherId,
      state,
      reason: body.reason,
      permissions: await keptPermissions(tx, offer.id, [permission.publisherId]),
    },
  });
  await emit(tx, call.tenant.id, offerChanged, { offer_id: offer.id });
  const publisher = await addresseeOf(tx, permission.publisherId);
  if (publisher) {
    await notify(tx, {
      tenantId: call.tenant.id,
      to: [permission.publisherId],
      cause: newId(),
      kind: 'request-decided',
      text: sentence(body.allow ? 'offer.approved' : 'offer.refused', { offer: offer.title, number: offer.number }),
      path: body.allow ? '/publisher/campaigns/my' : '/publisher/campaigns/available',
      at,
    });
    await queueMail(tx, {
      tenantId: call.tenant.id,
      to: publisher.email,
      language: publisher.language,
      name: body.allow ? 'campaign-approved' : 'campaign-refused',
      values: {
        brand: call.tenant.displayName,
        firstName: publisher.firstName,
        lines: [
          sentence('line.campaign', { offer: offer.title, number: offer.number }),
          ...(body.reason ? [{ verbatim: sentence('line.manager-writes', { message: body.reason }) }] : []),
        ],
        action: { label: sentence('action.open-campaigns'), url: `${call.origin}/publisher/campaigns/my` },
      },
      at,
    });
  }
  return { id: permission.id, state };
}

export async function listRequests(
  tx: Tx,
  { query }: InputOf<Routes['permissionRequests']>,
): Promise<ReplyOf<Routes['permissionRequests']>> {
  const { rows, total } = await permissionRequests.page(tx, query);
  return {
    rows: rows.map(({ first_name, last_name, terms_accepted_at, requested_at, state, ...row }) => ({
      ...row,
      publisher_name: `${first_name} ${last_name}`,
      state: state as StoredPermission['state'],
      terms_accepted_at: terms_accepted_at && unixSeconds(terms_accepted_at),
      requested_at: requested_at ? unixSeconds(requested_at) : 0,
    })),
    total,
  };
}
