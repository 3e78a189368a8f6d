import type { ReplyOf } from '@tributary/contract';
import { formatMoney } from '@tributary/contract/money';
import { type OfferRow, offerList, type offerRoutes } from '@tributary/contract/offers/offers';
import type { z } from 'zod';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { exportList } from '../audit/index.ts';
import { listOwnCampaigns, submitBrief } from './campaigns/briefs.ts';
import { listCampaigns, oneCampaign } from './campaigns/campaigns.ts';
import { askForCampaign, decideRequest, listRequests, setPermission } from './campaigns/permissions.ts';
import { type OffersDeps, uploadUrl } from './deps.ts';
import { createLink, exportLinks, linkFor, listLinks } from './links/links.ts';
import { storeUpload } from './media/upload.ts';
import { chooseOffers, type ListedOffer, offers } from './offer-list.repo.ts';
import { offerPage } from './offer-page.ts';
import { CHOICES_SHOWN, peopleToChoose } from './people-choices.ts';
import { cloneOffer, setStatus } from './saving/change-offer.ts';
import { createOffer } from './saving/create-offer.ts';
import { percentOf } from './saving/offer-fields.ts';
import { editOffer, saveOffer } from './saving/save-offer.ts';
import { setCaps } from './saving/set-caps.ts';
import { setCreatives, setTargets } from './saving/set-creatives.ts';
import { setKpiTargets, warnPublisher } from './saving/set-kpi-targets.ts';
import { setPayoutRules } from './saving/set-payout-rules.ts';

type Row = z.output<typeof OfferRow>;

const toRow = (offer: ListedOffer, thumbnailUrl: string | null): Row => ({
  id: offer.id,
  camp_id: offer.number,
  offer_name: offer.title,
  thumbnail_url: thumbnailUrl,
  advertiser: {
    id: offer.advertiser_id,
    number: offer.advertiser_number,
    name: `${offer.first_name} ${offer.last_name}`,
  },
  // the check constraints keep these three within their lists
  offer_type: offer.offer_type as Row['offer_type'],
  offer_visibility: offer.visibility as Row['offer_visibility'],
  status: offer.status as Row['status'],
  category: offer.category,
  currency: offer.currency,
  revenue: formatMoney(BigInt(offer.revenue_micros)),
  revenue_percent: percentOf(offer.revenue_basis_points),
  payout: formatMoney(BigInt(offer.payout_micros)),
  payout_percent: percentOf(offer.payout_basis_points),
  geo_coverage: offer.countries,
  publishers_allowed: Number(offer.publishers_allowed),
  tags: offer.tags,
  start_date: unixSeconds(offer.starts_at),
  end_date: unixSeconds(offer.ends_at),
  created_at: unixSeconds(offer.created_at),
});

export const offerHandlers = (deps: OffersDeps): Handlers<typeof offerRoutes> => ({
  createOffer,
  offers: inTransaction(async ({ query }, call, tx) => {
    const { rows, total } = await offers.page(tx, query);
    const picture = (id: string | null) => uploadUrl(deps.uploadsOrigin, call.tenant.subdomain, id);
    return { rows: rows.map((row) => toRow(row, picture(row.thumbnail_id))), total };
  }),
  exportOffers: async ({ query }, call) =>
    exportList(
      call,
      { action: 'offer.exported', objectKind: 'offer', filter: query },
      offerList,
      offers.all(call.transaction, query, undefined, (_tx, rows) => rows.map((row) => toRow(row, null))),
    ),
  offer: inTransaction(({ params }, call, tx) => offerPage(tx, call, deps, params.id)),
  editOffer,
  saveOffer,
  setOfferStatus: inTransaction(({ params, body }, call, tx) => setStatus(tx, call, params.id, body.status)),
  cloneOffer: inTransaction(({ params }, call, tx) => cloneOffer(tx, call, params.id)),
  setOfferCaps: inTransaction((input, call, tx) => setCaps(tx, call, input)),
  setPayoutRules: inTransaction((input, call, tx) => setPayoutRules(tx, call, input)),
  setTargets: inTransaction((input, call, tx) => setTargets(tx, call, input)),
  setCreatives: inTransaction((input, call, tx) => setCreatives(tx, call, input)),
  setKpiTargets: inTransaction((input, call, tx) => setKpiTargets(tx, call, input)),
  warnPublisher: inTransaction((input, call, tx) => warnPublisher(tx, call, input)),
  offerLink: inTransaction((input, call, tx) => linkFor(tx, call, deps, input)),
  setPermission: inTransaction((input, call, tx) => setPermission(tx, call, input)),
  offerChoices: inTransaction(({ query }, call, tx) => choices(tx, call, query)),
  permissionRequests: inTransaction((input, _call, tx) => listRequests(tx, input)),
  decideRequest: inTransaction((input, call, tx) => decideRequest(tx, call, input)),
  upload: (input, call) => storeUpload(input, call, deps),
  campaigns: inTransaction((input, call, tx) => listCampaigns(tx, call, deps, input)),
  campaign: inTransaction(({ params }, call, tx) => oneCampaign(tx, call, deps, params.id)),
  askForCampaign: inTransaction((input, call, tx) => askForCampaign(tx, call, input)),
  createLink: inTransaction((input, call, tx) => createLink(tx, call, deps, input)),
  links: inTransaction((input, call, tx) => listLinks(tx, call, deps, input)),
  exportLinks: async (input, call) => exportLinks(call, deps, input),
  advertiserCampaigns: inTransaction((input, call, tx) => listOwnCampaigns(tx, call, input)),
  submitBrief: inTransaction((input, call, tx) => submitBrief(tx, call, input)),
});

type Choices = (typeof offerRoutes)['offerChoices'];
async function choices(
  tx: Tx,
  call: SignedInCall,
  { kind, q }: { kind: 'offer' | 'publisher' | 'advertiser' | 'own-advertiser'; q?: string | undefined },
): Promise<ReplyOf<Choices>> {
  if (kind === 'offer') {
    const rows = await chooseOffers(tx, q, CHOICES_SHOWN);
    return {
      rows: rows.map(({ id, number, title, offer_type, status }) => ({
        id,
        number,
        name: title,
        detail: `${offer_type} · ${status}`,
      })),
    };
  }
  const type = kind === 'publisher' ? 'publisher' : 'advertiser';
  const rows = await peopleToChoose(tx, call, { type, q, isOwn: kind === 'own-advertiser' });
  return { rows };
}
