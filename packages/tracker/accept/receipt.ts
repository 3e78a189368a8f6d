// What postbacks and pixels have in common: find the click they speak of, check it against memory, keep the record. Every
// request of a known tenant is kept, refused ones with the reason, so that an advertiser's mistake can be seen and replayed.
import { createHash } from 'node:crypto';
import { type ClickIdFields, decodeClickId } from '@tributary/contract/tracker/click-id';
import {
  clicksIn,
  joinMappings,
  mappedCall,
  mappedClick,
  mappedText,
  type PostbackMapping,
} from '@tributary/contract/tracker/postback-mapping';
import { maskedAddress } from '@tributary/contract/tracker/privacy';
import {
  type CallFault,
  callFault,
  receiptOffer,
  receiptQuery,
  type Speaker,
} from '@tributary/contract/tracker/receipt-check';
import { plainText } from '@tributary/contract/tracker/receipt-rules';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import { TOKEN_DIGEST_LENGTH } from '@tributary/contract/tracker/spool-record';
import type { PostbackOutcome } from '@tributary/contract/tracker/verdicts';
import type { HotPath } from '../hot-path.ts';
import type { Advertiser, Offer, Tenant } from '../snapshot/snapshot.ts';
import { receiptRow } from '../spool/rows.ts';
import type { Client } from '../steps/client-ip.ts';
import { cleanText, MAX_VALUE_BYTES, type Query } from '../transport/query.ts';
import type { TrackerRequest } from '../transport/transport.ts';

export interface Receipt {
  tenant: Tenant;
  request: TrackerRequest;
  query: Query;
  clickId: string;
  client: Client | null;
  now: number;
  /** of a body that is no form: nobody reads what it says */
  unreadBody?: string;
  /** sent by the visitor's own browser */
  isVisitor?: true;
}

export interface Named {
  clickAt: number | null;
  offer: Offer | null;
  publisher: number;
  /** the offer's, or who speaks for it */
  advertiser: Advertiser | null;
}

export interface Checked {
  outcome: PostbackOutcome;
  named: Named;
  fault: CallFault | null;
  /** that it was looked at with */
  clickId: string;
  mapping: PostbackMapping | null;
}

/** everything that memory can tell about the click, the sender and the words; the rules are the contract's */
export function checkReceipt(
  receipt: Receipt,
  kind: 'postback' | 'pixel',
  key: MacKey,
  speaker: (named: Named) => Speaker,
): Checked {
  const { tenant, query, now } = receipt;
  const decode = (id: string): ClickIdFields | null => decodeClickId(id, key);
  const ownClick = decode(receipt.clickId);
  const aliased =
    ownClick || !tenant.hasMappings
      ? null
      : mappedClick(clicksIn(query, tenant.source.number, decode), (fields) => mappingOf(namedBy(tenant, fields)));
  const click = aliased?.fields ?? ownClick;
  const clickId = aliased?.id ?? receipt.clickId;
  const named = namedBy(tenant, click);
  const { offer } = named;
  const mapping = tenant.hasMappings ? mappingOf(named) : null;
  const call = { kind, at: now, clickId, text: query.text, unreadBody: receipt.unreadBody };
  const fault = callFault(mappedCall({ ...call, read: (name) => query.get(name) }, mapping), {
    tenant: tenant.source,
    click,
    offer: offer && receiptOffer(offer.source, tenant.source),
    speaker: () => speaker(named),
  });
  return { outcome: fault?.outcome ?? 'recorded', named, fault, clickId, mapping };
}

const mappingOf = ({ offer, advertiser }: Named): PostbackMapping | null =>
  joinMappings(advertiser?.source.mapping, offer?.source.mapping);

/** nothing is taken from an id that is not genuine, or of another workspace */
function namedBy(tenant: Tenant, click: ClickIdFields | null): Named {
  if (click?.kind !== 'click' || click.tenant !== tenant.source.number) {
    return { clickAt: null, offer: null, publisher: 0, advertiser: null };
  }
  const offer = tenant.offers.get(click.offer) ?? null;
  const advertiser = offer ? (tenant.advertisers.get(offer.source.advertiser) ?? null) : null;
  return { clickAt: click.timeMs, offer, publisher: click.publisher, advertiser };
}

/** "Status not known: status is “fraudd”"; who was refused as a sender hears of nothing else */
export const explain = (label: string, { outcome, fault }: Checked): string =>
  fault?.outcome === outcome && fault.name !== null && outcome !== 'click_expired'
    ? `${label}: ${fault.name} is “${cleanText(plainText(fault.value), 80)}”`
    : label;

/** tells later whether it was the right one, and says nothing of it by itself: tokens are random */
const tokenDigest = (token: string): string =>
  token === '' ? '' : createHash('sha256').update(token).digest('hex').slice(0, TOKEN_DIGEST_LENGTH);

const MAX_QUERY_BYTES = 4096;
const SECRET = /(^|&)(token|hash|signature)=[^&]*/g;

export function receiptText(
  path: HotPath,
  receipt: Receipt,
  receiptId: string,
  { outcome, named, clickId, mapping }: Checked,
): string {
  const { tenant, request, query, client, now, isVisitor } = receipt;
  const country = client ? path.world.geo.country(client.address) : '';
  const privacy = tenant.privacy;
  // a postback comes from an advertiser's machine, a pixel from the visitor's own
  const isMasked = isVisitor === true && privacy?.concerns(country) === true;
  const queryText = cleanText(query.text.replaceAll(SECRET, '$1$2='), MAX_QUERY_BYTES);
  return receiptRow({
    tenantId: tenant.source.id,
    receiptId,
    at: now,
    outcome,
    clickId: cleanText(clickId, MAX_VALUE_BYTES),
    clickAt: named.clickAt,
    offer: named.offer?.source.number ?? 0,
    publisher: named.publisher,
    advertiser: named.advertiser?.source.number ?? 0,
    ip: isMasked ? maskedAddress(client?.text ?? '') : (client?.text ?? ''),
    country,
    userAgent: cleanText(request.header('user-agent') ?? '', 512),
    referer: cleanText((request.header('referer') ?? '').split(/[?#]/)[0] ?? '', MAX_VALUE_BYTES),
    method: request.method === 'POST' ? 'POST' : 'GET',
    queryText: privacy ? privacy.query(queryText) : queryText,
    // under our names, each value as it was sent
    query: mapping ? receiptQuery(mappedText(query.text, mapping, clickId)) : query,
    tokenDigest: tokenDigest(query.get('token')),
  });
}
