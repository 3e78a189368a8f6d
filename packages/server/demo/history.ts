// Some weeks of believable traffic for the demo tenants: records with past times, fed through the real intake exactly as
// a tracker's spool is. The same seed gives the same history, and the intake's own positions keep it from counting twice.
import { type ClickIdFields, encodeClickId } from '@tributary/contract/tracker/click-id';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import type { SnapshotOffer } from '@tributary/contract/tracker/snapshot';
import { encodeFrame } from '../modules/events/index.ts';
import {
  browsers,
  countries,
  hourWeights,
  pick,
  random,
  refusals,
  sources,
  userAgents,
  weekdayWeights,
} from './believable.ts';
import { type Row, receiptAbout } from './receipt-row.ts';
import { toldLater } from './told-later.ts';
import { unmatchedCalls } from './unmatched-calls.ts';

export interface HistoryTenant {
  id: string;
  number: number;
  offers: readonly SnapshotOffer[];
  /** numbers of approved publishers */
  publishers: readonly number[];
  /** clicks of an ordinary day */
  clicksPerDay: number;
  /** advertisers come back to some of the last days' orders */
  toldLaterFrom?: Date;
  /** of the advertisers' tokens, by their numbers */
  digests: ReadonlyMap<string, string>;
}

/** the chunk of one UTC day: a frame of clicks, one of impressions, one of postbacks */
export function dayOfHistory(tenant: HistoryTenant, day: Date, until: Date, key: MacKey): Buffer {
  const next = random(`${tenant.id}/${day.toISOString()}`);
  const clicks: Row[] = [];
  const impressions: Row[] = [];
  const receipts: Row[] = [];
  const weekday = weekdayWeights[day.getUTCDay()] ?? 1;
  for (let hour = 0; hour < 24; hour++) {
    const expected = (tenant.clicksPerDay / 24) * weekday * (hourWeights[hour] ?? 1) * (0.85 + 0.3 * next());
    for (let n = 0; n < Math.round(expected); n++) {
      const at = new Date(day.getTime() + (hour + next()) * 3_600_000);
      if (at >= until) continue;
      const click = clickRow(tenant, at, next, key);
      clicks.push(click.row);
      if (next() < 0.6) impressions.push(impressionRow(tenant, click, next, key));
      const conversion = click.row.verdict === 'accepted' ? receiptRow(click, next, until) : null;
      if (conversion) receipts.push(conversion);
    }
  }
  if (tenant.toldLaterFrom && day >= tenant.toldLaterFrom) {
    const byConversion = new Set(tenant.offers.filter(isPaidByConversion).map(({ number }) => String(number)));
    const byTime = (rows: readonly Row[]) =>
      rows.filter(({ offer = '' }) => byConversion.has(offer)).sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1));
    const told = toldLater(byTime(clicks), byTime(receipts), until);
    const taken = new Set([...receipts, ...told].map(({ click_id: id }) => id));
    const free = byTime(clicks).filter(({ event_id: id, verdict }) => verdict === 'accepted' && !taken.has(id));
    const goals = new Map(tenant.offers.map((offer) => [String(offer.number), offer.goals]));
    receipts.push(...told, ...unmatchedCalls(free, { goals, digests: tenant.digests, until }));
  }
  return Buffer.concat([
    encodeFrame('click', clicks),
    encodeFrame('impression', impressions),
    encodeFrame('postback', receipts),
  ]);
}

/** the chunk of a tracker that was offline on that day: clicks on one offer that is paid by the click, of two publishers */
export function paidClicksOf(tenant: HistoryTenant, day: Date, key: MacKey): Buffer | null {
  const offers = tenant.offers.filter(({ model }) => model === 'CPC').slice(0, 1);
  const [first, second = first] = tenant.publishers;
  if (offers.length === 0 || first === undefined || second === undefined) return null;
  const next = random(`${tenant.id}/late/${day.toISOString()}`);
  const clicks = Array.from({ length: 24 }, (_, hour) => {
    const at = new Date(day.getTime() + (hour + next()) * 3_600_000);
    return clickRow({ ...tenant, offers, publishers: [hour % 2 ? first : second] }, at, next, key).row;
  });
  return encodeFrame('click', clicks);
}

interface Click {
  row: Row;
  at: Date;
  offer: SnapshotOffer;
  fields: ClickIdFields;
}

function clickRow(tenant: HistoryTenant, at: Date, next: () => number, key: MacKey): Click {
  // a few offers and publishers bring most of the traffic
  const offer = pick(tenant.offers, next() ** 1.8);
  const publisher = pick(tenant.publishers, next() ** 1.8);
  const country = pick(countries, next() ** 1.5);
  const browser = pick(browsers, next());
  const refusal = next() < 0.14 ? pick(refusals, next()) : null;
  const fields: ClickIdFields = {
    kind: 'click',
    timeMs: at.getTime(),
    tenant: tenant.number,
    offer: offer.number,
    publisher,
    random: Math.floor(next() * 2 ** 32),
  };
  const row: Row = {
    tenant_id: tenant.id,
    event_id: encodeClickId(fields, key),
    at: at.toISOString(),
    offer: String(offer.number),
    publisher: String(publisher),
    advertiser: String(offer.advertiser),
    verdict: refusal ?? 'accepted',
    sent_to: refusal && refusal !== 'bot' && refusal !== 'prefetch' ? 'page' : 'destination',
    is_unique: refusal ? '' : next() < 0.82 ? 't' : 'f',
    ip: `${country.network}.${Math.floor(next() * 254) + 1}`,
    country: country.code,
    device_type: browser.device,
    os: browser.os,
    browser: browser.name,
    user_agent: userAgents[browser.os] ?? '',
    language: country.language,
    source: pick(sources, next()),
    params: JSON.stringify({ p1: `c${Math.floor(next() * 1e9).toString(36)}` }),
  };
  return { row, at, offer, fields };
}

function impressionRow(tenant: HistoryTenant, click: Click, next: () => number, key: MacKey): Row {
  const at = new Date(click.at.getTime() - Math.floor(next() * 60_000));
  const fields: ClickIdFields = { ...click.fields, kind: 'impression', timeMs: at.getTime(), tenant: tenant.number };
  return {
    ...click.row,
    event_id: encodeClickId(fields, key),
    at: at.toISOString(),
    verdict: 'accepted',
    is_unique: '',
    sent_to: 'destination',
  };
}

const isPaidByConversion = ({ model }: SnapshotOffer): boolean => model !== 'CPC' && model !== 'CPM';

/** about one click in thirty converts, minutes to hours later, more often on the better offers */
function receiptRow(click: Click, next: () => number, until: Date): Row | null {
  const { offer, row } = click;
  if (!isPaidByConversion(offer) || next() > 0.02 + (offer.number % 5) * 0.008) return null;
  const at = new Date(click.at.getTime() + 20_000 + Math.floor(next() ** 3 * 6 * 3_600_000));
  if (at >= until) return null;
  const goal = offer.goals.length > 0 && next() < 0.3 ? pick(offer.goals, next()) : '';
  return receiptAbout(row, at, 'recorded', {
    txn_id: `T-${row.event_id?.slice(-12)}`,
    goal,
    sale_amount: (10 + next() * 140).toFixed(2),
    currency: offer.currency,
  });
}
