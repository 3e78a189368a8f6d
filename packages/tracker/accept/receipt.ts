// What postbacks and pixels have in common: find the click they speak of, check it against memory, keep the record. Every
// request of a known tenant is kept, refused ones with the reason, so that an advertiser's mistake can be seen and replayed.
import { decodeClickId } from '@tributary/contract/click-id';
import { plainText, receiptFault, unclearParameter, unfilled } from '@tributary/contract/receipt-rules';
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
  /** of a body that is no form: nobody reads what it says */
  unreadBody?: string;
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
  /** the parameter to put right, and what it held */
  fault: { outcome: PostbackOutcome; name: string; value: string } | null;
}

/** kept longer than other values, so that one that is too long is seen to be */
export const RECEIPT_LIMITS = { txn_id: 1024 };

/** everything that memory can tell about the click and the goal, in the order in which it makes sense to fix things */
export function checkClick(receipt: Receipt, key: MacKey, kind: 'postback' | 'pixel'): Checked {
  const { tenant, query, clickId, now } = receipt;
  const refused = (outcome: PostbackOutcome): Checked => ({ outcome, claim: NOTHING, fault: null });
  if (tenant.source.servesUntil !== null && now >= tenant.source.servesUntil) return refused('workspace_closed');
  if (clickId === '') return refused('missing_click');
  const fields = decodeClickId(clickId, key);
  if (fields?.kind !== 'click') {
    if (!unfilled(clickId)) return refused('broken_click');
    return { ...refused('macro_unfilled'), fault: { outcome: 'macro_unfilled', name: 'click_id', value: clickId } };
  }
  if (fields.tenant !== tenant.source.number) return refused('foreign_click');
  const offer = tenant.offers.get(fields.offer) ?? null;
  const advertiser = offer ? (tenant.advertisers.get(offer.source.advertiser) ?? null) : null;
  const claim: Claim = { clickAt: fields.timeMs, offer, publisher: fields.publisher, advertiser };
  if (!offer) return { outcome: 'offer_unknown', claim, fault: null };
  const named = query.get('camp_id');
  if (named !== '' && named !== String(offer.source.number)) return { outcome: 'offer_mismatch', claim, fault: null };
  const unclear = receipt.unreadBody ? { name: 'body', value: receipt.unreadBody } : unclearParameter(query.text, kind);
  if (unclear) return { outcome: 'parameter_unclear', claim, fault: { outcome: 'parameter_unclear', ...unclear } };
  const fault = receiptFault((name) => (name === 'click_id' ? clickId : query.get(name)), {
    kind,
    ageMs: now - fields.timeMs,
    // a snapshot kept by an older release has no such field
    clickLifeMs: offer.source.clickLifeMs ?? tenant.source.clickLifeMs,
    isGoal: (token) => offer.goals.has(token),
    wasGoal: (token) => offer.formerGoals.has(token),
    offerCurrency: offer.source.currency,
    ownWords: advertiser?.source.statusWords,
  });
  return { outcome: fault?.outcome ?? 'recorded', claim, fault };
}

/** "Status not known: status is “fraudd”"; who was refused as a sender hears of nothing else */
export const explain = (label: string, { outcome, fault }: Checked): string =>
  fault?.outcome === outcome && outcome !== 'click_expired'
    ? `${label}: ${fault.name} is “${cleanText(plainText(fault.value), 80)}”`
    : label;

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
