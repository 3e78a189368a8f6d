// Tracking links: the canonical one, with everything in its query, and the short one, which the tracker looks up.
import { randomInt } from 'node:crypto';
import type { InputOf, ReplyOf } from '@tributary/contract';
import type { TableReply } from '@tributary/contract/lists';
import { linkFile, type offerRoutes } from '@tributary/contract/offers/offers';
import type { SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { oneAtATime } from '../../../platform/db/one-at-a-time.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { fileRows } from '../../../platform/lists/file.ts';
import { recordAudit } from '../../audit/index.ts';
import { trackerOriginOf } from '../../tenancy/index.ts';
import { seenCampaigns } from '../campaigns/campaigns.repo.ts';
import { findPermission } from '../campaigns/permissions.repo.ts';
import { campaignState, mayRun } from '../campaigns/visibility.ts';
import type { OffersDeps } from '../deps.ts';
import { creativesOf } from '../media/creatives.repo.ts';
import { standingOf } from '../offer-standing.ts';
import { findOffer } from '../offers.repo.ts';
import { namesOf } from '../people.repo.ts';
import { landingPagesOf } from '../saving/goals-and-pages.repo.ts';
import { DEFAULT_NUMBER, type StoredOffer } from '../saving/offer-fields.ts';
import { linkCreated } from '../topics.ts';
import { acceptDeepLink, deepLinkHosts } from './deep-links.ts';
import { addLink, countLinks, links, paramsOf } from './links.repo.ts';

type Routes = typeof offerRoutes;
const CODE_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CODE_LENGTH = 8;

const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

export interface LinkTarget {
  campId: number;
  publisherNumber: number;
  landingPage: number | null;
  deepLink: string | null;
  params: Record<string, string>;
}

/** braces stay as they are: they are the macros of the publisher's own traffic source */
export function trackingUrl(trackerOrigin: string, target: LinkTarget): string {
  const query = new URLSearchParams({
    camp_id: String(target.campId),
    publisher_id: String(target.publisherNumber),
    ...(target.landingPage === null ? {} : { url_id: String(target.landingPage) }),
    ...target.params,
    ...(target.deepLink === null ? {} : { url: target.deepLink }),
  });
  return `${trackerOrigin}/click?${String(query).replaceAll('%7B', '{').replaceAll('%7D', '}')}`;
}

const originFor = (call: SignedInCall, deps: OffersDeps): string => trackerOriginOf(deps.trackerOrigin, call.tenant);
const shortUrl = (origin: string, code: string): string => `${origin}/c/${code}`;

async function ownNumber(tx: Tx, call: SignedInCall): Promise<number> {
  return (await namesOf(tx, [call.principal.userId])).get(call.principal.userId)?.number ?? 0;
}

/** a campaign this publisher may run now; one he may not see is unknown to him */
async function requireRunnable(tx: Tx, call: SignedInCall, id: string): Promise<StoredOffer> {
  const offer = isId(id) ? await findOffer(tx, id) : null;
  const permission = offer && (await findPermission(tx, { offerId: offer.id, publisherId: call.principal.userId }));
  const state = offer && campaignState(standingOf(offer), permission, call.clock.now());
  if (!offer || !state) throw new Fault('not_found');
  if (!mayRun(state)) throw new Fault('invalid_input', 'You may not run this campaign yet. Please ask for it first.');
  return offer;
}

/** trackers keep them all in memory */
const MAX_LINKS = 5_000;

type Create = Routes['createLink'];
export async function createLink(
  tx: Tx,
  call: SignedInCall,
  deps: OffersDeps,
  { body }: InputOf<Create>,
): Promise<ReplyOf<Create>> {
  const offer = await requireRunnable(tx, call, body.offer_id);
  const pages = (await landingPagesOf(tx, [offer.id])).get(offer.id) ?? [];
  const asked = body.landing_page ?? DEFAULT_NUMBER;
  if (!pages.some(({ number }) => number === asked)) {
    throw new Fault('invalid_input', 'This campaign has no such landing page.');
  }
  const creatives = (await creativesOf(tx, [offer.id])).get(offer.id) ?? [];
  if (body.creative && !creatives.some(({ number }) => number === body.creative)) {
    throw new Fault('invalid_input', 'This campaign has no such creative.');
  }
  const target: LinkTarget = {
    campId: offer.number,
    publisherNumber: await ownNumber(tx, call),
    landingPage: asked === DEFAULT_NUMBER ? null : asked,
    deepLink: deepLinkFor(offer, pages, body.deep_link),
    params: {
      ...Object.fromEntries(Object.entries(body.params).filter(([, value]) => value !== '')),
      ...(body.creative ? { creative_id: String(body.creative) } : {}),
    },
  };
  await oneAtATime(tx, 'links', call.principal.userId);
  if ((await countLinks(tx, call.principal.userId)) >= MAX_LINKS) {
    throw new Fault('conflict', `You have ${MAX_LINKS} saved links. A campaign’s link also works without being saved.`);
  }
  const code = await saveLink(tx, call, offer, target);
  await emit(tx, call.tenant.id, linkCreated, { code });
  await recordAudit(tx, call, { action: 'link.created', objectKind: 'link', objectId: code, after: { ...target } });
  const origin = originFor(call, deps);
  return { url: trackingUrl(origin, target), short_url: shortUrl(origin, code), code };
}

function deepLinkFor(offer: StoredOffer, pages: readonly { url: string }[], asked: string | null): string | null {
  if (asked === null) return null;
  if (!offer.deep_links) throw new Fault('invalid_input', 'This campaign takes no deep links.');
  const hosts = deepLinkHosts(
    offer,
    pages.map(({ url }) => url),
  );
  const link = acceptDeepLink(hosts, asked);
  if (link === null) throw new Fault('invalid_input', `A deep link must lead to one of: ${hosts.join(', ')}`);
  return link;
}

async function saveLink(tx: Tx, call: SignedInCall, offer: StoredOffer, target: LinkTarget): Promise<string> {
  for (;;) {
    const code = newCode();
    const added = await addLink(tx, {
      tenantId: call.tenant.id,
      code,
      offerId: offer.id,
      publisherId: call.principal.userId,
      landingPage: target.landingPage,
      deepLink: target.deepLink,
      params: target.params,
      at: call.clock.now(),
    });
    if (added) return code;
  }
}

export async function listLinks(
  tx: Tx,
  call: SignedInCall,
  deps: OffersDeps,
  { query }: InputOf<Routes['links']>,
): Promise<ReplyOf<Routes['links']>> {
  const origin = originFor(call, deps);
  const publisherNumber = await ownNumber(tx, call);
  const { rows, total } = await links.page(tx, query, { publisherId: call.principal.userId });
  return {
    rows: rows.map((row) => {
      const params = paramsOf(row);
      return {
        id: row.code,
        code: row.code,
        offer_name: row.title,
        camp_id: row.number,
        url: trackingUrl(origin, {
          campId: row.number,
          publisherNumber,
          landingPage: row.landing_page,
          deepLink: row.deep_link,
          params,
        }),
        short_url: shortUrl(origin, row.code),
        params,
        created_at: unixSeconds(row.created_at),
      };
    }),
    total,
  };
}

/** one link for each campaign that may be run, without saving any */
export function exportLinks(
  call: SignedInCall,
  deps: OffersDeps,
  { query }: InputOf<Routes['exportLinks']>,
): TableReply {
  const origin = originFor(call, deps);
  const params: Record<string, string> = query.source ? { source: query.source } : {};
  const seer = { publisherId: call.principal.userId, at: call.clock.now(), sent: null };
  const batches = seenCampaigns.all(call.transaction, { show: 'runnable' }, seer, async (tx, offers) => {
    const publisherNumber = await ownNumber(tx, call);
    return offers.map((offer) => ({
      camp_id: offer.number,
      title: offer.title,
      offer_type: offer.offer_type,
      geo_coverage: offer.countries,
      url: trackingUrl(origin, { campId: offer.number, publisherNumber, landingPage: null, deepLink: null, params }),
    }));
  });
  return { format: query.format, rows: fileRows(linkFile.columns, batches) };
}
