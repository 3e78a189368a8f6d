// What postbacks and pixels have in common: find the click they speak of, check it against memory, keep the record. Every
// request of a known tenant is kept, refused ones with the reason, so that an advertiser's mistake can be seen and replayed.
import { decodeClickId } from '@tributary/contract/click-id';
import { parseMoney } from '@tributary/contract/money';
import type { MacKey } from '@tributary/contract/siphash';
import type { PostbackOutcome } from '@tributary/contract/verdicts';
import type { HotPath } from '../hot-path.ts';
import { cleanText, MAX_VALUE_BYTES, type Query } from '../query.ts';
import { receiptRow } from '../rows.ts';
import type { Advertiser, Offer, Tenant } from '../snapshot.ts';
import type { Client } from '../steps/client-ip.ts';
import type { TrackerRequest } from '../transport.ts';

export interface Receipt {
  tenant: Tenant;
  request: TrackerRequest;
  query: Query;
  clickId: string;
  client: Client | null;
  now: number;
}

export interface Claim {
  clickAt: number | null;
  offer: Offer | null;
  publisher: number;
  advertiser: Advertiser | null;
}

const NOTHING: Claim = { clickAt: null, offer: null, publisher: 0, advertiser: null };

export interface Checked {
  outcome: PostbackOutcome;
  claim: Claim;
}

/** everything that memory can tell about the click and the goal, in the order in which it makes sense to fix things */
export function checkClick({ tenant, query, clickId, now }: Receipt, key: MacKey): Checked {
  if (tenant.source.servesUntil !== null && now >= tenant.source.servesUntil)
    return { outcome: 'workspace_closed', claim: NOTHING };
  if (clickId === '') return { outcome: 'missing_click', claim: NOTHING };
  const fields = decodeClickId(clickId, key);
  if (fields?.kind !== 'click') return { outcome: 'broken_click', claim: NOTHING };
  if (fields.tenant !== tenant.source.number) return { outcome: 'foreign_click', claim: NOTHING };
  const offer = tenant.offers.get(fields.offer) ?? null;
  const advertiser = offer ? (tenant.advertisers.get(offer.source.advertiser) ?? null) : null;
  const claim: Claim = { clickAt: fields.timeMs, offer, publisher: fields.publisher, advertiser };
  return { outcome: clickOutcome(claim, query, now - fields.timeMs > tenant.source.clickLifeMs), claim };
}

function clickOutcome({ offer }: Claim, query: Query, isExpired: boolean): PostbackOutcome {
  if (!offer) return 'offer_unknown';
  const named = query.get('camp_id');
  if (named !== '' && named !== String(offer.source.number)) return 'offer_mismatch';
  if (isExpired) return 'click_expired';
  const goal = query.get('goal');
  if (goal !== '' && !offer.goals.has(goal)) return 'goal_unknown';
  const amount = query.get('sale_amount');
  return amount !== '' && parseMoney(amount) === null ? 'malformed_amount' : 'recorded';
}

const MAX_QUERY_BYTES = 4096;
const SECRET = /(^|&)(token|hash|signature)=[^&]*/g;

export function receiptText(path: HotPath, receipt: Receipt, receiptId: string, { outcome, claim }: Checked): string {
  const { tenant, request, query, clickId, client, now } = receipt;
  return receiptRow({
    tenantId: tenant.source.id,
    receiptId,
    at: now,
    outcome,
    clickId: cleanText(clickId, MAX_VALUE_BYTES),
    clickAt: claim.clickAt,
    offer: claim.offer?.source.number ?? 0,
    publisher: claim.publisher,
    advertiser: claim.advertiser?.source.number ?? 0,
    ip: client?.text ?? '',
    country: client ? path.world.geo.country(client.address) : '',
    userAgent: cleanText(request.header('user-agent') ?? '', 512),
    referer: cleanText((request.header('referer') ?? '').split(/[?#]/)[0] ?? '', MAX_VALUE_BYTES),
    method: request.method === 'POST' ? 'POST' : 'GET',
    queryText: cleanText(query.text.replaceAll(SECRET, '$1$2='), MAX_QUERY_BYTES),
    query,
  });
}
