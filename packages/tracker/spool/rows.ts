// Rows as COPY text, in the order of the columns in contract/tracker/spool-record.ts. Whatever does not change from click to click
// (device, place) comes prepared; the rest is joined here.
import { macros, utmParameters } from '@tributary/contract/tracker/macros';
import { maskedAddress } from '@tributary/contract/tracker/privacy';
import { copyField } from '@tributary/contract/tracker/spool-record';
import type { Click } from '../click.ts';
import type { Privacy } from '../snapshot/privacy.ts';
import type { Query } from '../transport/query.ts';

let second = -1;
let secondText = '';

/** "2026-11-15 03:52:51.709Z"; the part up to the second is made once per second */
export function timestamp(atMs: number): string {
  const whole = Math.floor(atMs / 1000);
  if (whole !== second) {
    second = whole;
    secondText = `${new Date(whole * 1000).toISOString().slice(0, 19).replace('T', ' ')}.`;
  }
  const rest = atMs - whole * 1000;
  return `${secondText}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`;
}

/** parameters of a click that have no column of their own */
const CLICK_PARAMS = new Set(
  `erid impression_id coupon connection_type carrier gaid idfa idfv android_id app_name app_version bundle_id
creative_id creative_name ad_id placement keyword cost url ${utmParameters.join(' ')}`.split(/\s+/),
);
for (let at = 1; at <= 15; at++) CLICK_PARAMS.add(`p${at}`);

/** and those of a postback: sub1–sub15 and what else the advertiser may send */
const RECEIPT_PARAMS = new Set([
  ...macros.filter(({ category }) => category === 'Sub Parameters').map(({ name }) => name),
  // camp_id says which offer is meant: a replay must ask again whether it is the click's
  ...[
    'camp_id',
    'refund_amount',
    'coupon',
    'order_id',
    'product_sku',
    'payout',
    'revenue',
    'customer_id',
    'conversion_id',
  ],
]);

const SIMPLE = /^[\w .:/@~,;=+-]*$/;
const jsonText = (value: string): string => (SIMPLE.test(value) ? `"${value}"` : JSON.stringify(value));

class JsonParams {
  #text = '';
  #names = '';

  add(name: string, value: string): void {
    if (value === '' || this.#names.includes(` ${name} `)) return; // jsonb keeps the last of two, we keep the first
    this.#names += ` ${name} `;
    this.#text += `${this.#text === '' ? '{' : ','}"${name}":${jsonText(value)}`;
  }

  field(): string {
    return this.#text === '' ? '\\N' : copyField(`${this.#text}}`);
  }
}

function paramsField(
  query: Query,
  wanted: ReadonlySet<string>,
  presets: Readonly<Record<string, string>> | undefined,
  privacy: Privacy | null = null,
): string {
  const json = new JsonParams();
  const add = (name: string, value: string) => json.add(name, privacy ? privacy.kept(name, value) : value);
  for (let at = 0; at < query.names.length; at++) {
    const name = query.names[at] ?? '';
    if (wanted.has(name)) add(name, query.values[at] ?? '');
  }
  if (presets) for (const [name, value] of Object.entries(presets)) if (wanted.has(name)) add(name, value);
  return json.field();
}

const numberOr = (value: number | undefined): string => (value ? String(value) : '\\N');
const flag = (value: boolean | null): string => (value === null ? '\\N' : value ? 't' : 'f');

export function eventRow(click: Click): string {
  const { tenant, offer, publisher, device, place } = click;
  const privacy = tenant.privacy?.concerns(click.country) ? tenant.privacy : null;
  return (
    `${tenant.source.id}\t${click.id}\t${timestamp(click.now)}\t` +
    `${numberOr(offer?.source.number)}\t${numberOr(publisher?.number)}\t${numberOr(offer?.source.advertiser)}\t` +
    `${numberOr(click.landing)}\t${copyField(click.code)}\t${click.verdict}\t${click.sentTo}\t${flag(click.isUnique)}\t` +
    `${copyField(click.grants)}\t${click.snapshotVersion}\t${copyField(click.host)}\t` +
    `${copyField(privacy ? maskedAddress(click.ip) : click.ip)}\t` +
    `${copyField(click.country)}\t${place.rowPart}${device.rowPart}${copyField(click.language)}\t` +
    `${copyField(click.referer)}\t${copyField(click.source)}\t${copyField(click.param('sub_source'))}\t` +
    // no signals are looked for yet, and no smart links chosen from: that is not known, which is not "none"
    `${paramsField(click.query, CLICK_PARAMS, click.link?.params, privacy)}\t${numberOr(offer?.source.termsVersion)}\t\\N\t\\N\n`
  );
}

export interface ReceiptFields {
  tenantId: string;
  receiptId: string;
  at: number;
  outcome: string;
  clickId: string;
  clickAt: number | null;
  offer: number;
  publisher: number;
  advertiser: number;
  ip: string;
  country: string;
  userAgent: string;
  referer: string;
  method: string;
  queryText: string;
  query: Query;
  tokenDigest: string;
}

export function receiptRow(receipt: ReceiptFields): string {
  const { query } = receipt;
  return (
    `${receipt.tenantId}\t${receipt.receiptId}\t${timestamp(receipt.at)}\t${receipt.outcome}\t${copyField(receipt.clickId)}\t` +
    `${receipt.clickAt === null ? '\\N' : timestamp(receipt.clickAt)}\t${numberOr(receipt.offer)}\t` +
    `${numberOr(receipt.publisher)}\t${numberOr(receipt.advertiser)}\t${copyField(query.get('txn_id'))}\t` +
    `${copyField(query.get('goal'))}\t${copyField(query.get('status'))}\t${copyField(query.get('sale_amount'))}\t` +
    `${copyField(query.get('currency'))}\t${copyField(receipt.ip)}\t${copyField(receipt.country)}\t` +
    `${copyField(receipt.userAgent)}\t${copyField(receipt.referer)}\t${receipt.method}\t${copyField(receipt.queryText)}\t` +
    `${paramsField(query, RECEIPT_PARAMS, undefined)}\t${copyField(receipt.tokenDigest)}\n`
  );
}
