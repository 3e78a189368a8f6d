// Where a click goes. Templates are compiled when the snapshot is loaded; on the click they are filled in one pass. The
// host of a destination is always one the offer or the tenant has stored, or one the offer lists for deep links.
import { createHash } from 'node:crypto';
import { macroByName } from '@tributary/contract/tracker/macros';
import {
  compileParts,
  type Digest,
  isUsable,
  parseTemplate,
  type Resolver,
  type TemplatePart,
} from '@tributary/contract/tracker/template';
import type { Click } from '../click.ts';

export interface Destination {
  /** the whole URL */
  fill(click: Click): string;
  /** the query alone, for a deep link that replaces the rest */
  fillQuery(click: Click): string;
  takesDeepLink: boolean;
}

const digest: Digest = (algorithm, text) => createHash(algorithm).update(text).digest('hex');

const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const countryName = (code: string): string => (code === '' ? '' : (countryNames.of(code) ?? ''));

/** tokens that are not simply a parameter of the request */
const readers: Record<string, (click: Click) => string> = {
  camp_id: (click) => (click.offer ? String(click.offer.source.number) : ''),
  campaign_id: (click) => click.offer?.source.id ?? '',
  campaign_title: (click) => click.offer?.source.title ?? '',
  camp_type: (click) => click.offer?.source.model ?? '',
  payout_model: (click) => click.offer?.source.model ?? '',
  camp_category: (click) => click.offer?.source.category ?? '',
  camp_ext_id: (click) => click.offer?.source.externalId ?? '',
  currency: (click) => click.offer?.source.currency ?? '',
  app_id: (click) => click.offer?.source.appId ?? '',
  url_id: (click) => (click.landing > 0 ? String(click.landing) : ''),
  publisher_id: (click) => (click.publisher ? String(click.publisher.number) : ''),
  aff_id: (click) => click.publisher?.id ?? '',
  aff_name: (click) => click.publisher?.name ?? '',
  aff_ref_id: (click) => click.publisher?.referenceId ?? '',
  source: (click) => click.source,
  advertiser_id: (click) => (click.offer ? String(click.offer.source.advertiser) : ''),
  adv_id: (click) => advertiserOf(click)?.id ?? '',
  advertiser_name: (click) => advertiserOf(click)?.name ?? '',
  adv_ref_id: (click) => advertiserOf(click)?.referenceId ?? '',
  click_id: (click) => click.id,
  click_time: (click) => String(Math.floor(click.now / 1000)),
  click_datetime: (click) => click.tenant.zone.text(click.now),
  tdomain: (click) => click.host,
  referer: (click) => click.refererHost,
  user_agent: (click) => click.device.userAgent,
  is_unique: (click) => (click.isUnique === false ? '0' : '1'),
  url: (click) => click.deepLink?.href ?? '',
  random: () => String(Math.floor(Math.random() * 1e12)),
  device_type: (click) => click.device.type,
  device_brand: (click) => click.device.brand,
  device_model: (click) => click.device.model,
  os: (click) => click.device.os,
  os_version: (click) => click.device.osVersion,
  browser: (click) => click.device.browser,
  browser_version: (click) => click.device.browserVersion,
  language: (click) => click.language,
  ip: (click) => click.ip,
  country_id: (click) => click.country,
  country_name: (click) => countryName(click.country),
  region: (click) => click.place.region,
  city: (click) => click.place.city,
  zip: (click) => click.place.zip,
  timezone: (click) => click.place.timezone,
  isp: (click) => click.place.isp,
};

const advertiserOf = (click: Click) =>
  click.offer ? (click.tenant.advertisers.get(click.offer.source.advertiser)?.source ?? null) : null;

const resolver: Resolver<Click> = (token) => {
  if (macroByName.get(token)?.conversionOnly) return null;
  return readers[token] ?? ((click) => click.param(token));
};

/** what stands between "?" and "#" */
function queryParts(parts: readonly TemplatePart[]): TemplatePart[] {
  const query: TemplatePart[] = [];
  let inside = false;
  for (const part of parts) {
    if (typeof part !== 'string') {
      if (part.place === 'query') query.push(part);
      continue;
    }
    let text = part;
    if (!inside) {
      const mark = text.indexOf('?');
      if (mark < 0) continue;
      inside = true;
      text = text.slice(mark + 1);
    }
    const hash = text.indexOf('#');
    query.push(hash < 0 ? text : text.slice(0, hash));
    if (hash >= 0) break;
  }
  return query;
}

/** null where the template names no fixed http(s) host: such an offer is refused, not guessed at */
export function compileDestination(template: string | null): Destination | null {
  if (template === null) return null;
  const parsed = parseTemplate(template);
  if (!isUsable(parsed)) return null;
  return {
    fill: compileParts([parsed.origin, ...parsed.parts], resolver, digest),
    fillQuery: compileParts(queryParts(parsed.parts), resolver, digest),
    takesDeepLink: parsed.parts.some((part) => typeof part !== 'string' && part.token === 'url'),
  };
}

/** the hosts an offer allows for deep links: exact, or everything below a "*." */
export class DeepLinkHosts {
  readonly #exact = new Set<string>();
  readonly #below: string[] = [];

  constructor(hosts: readonly string[]) {
    for (const host of hosts) {
      const lower = host.trim().toLowerCase();
      if (lower.startsWith('*.')) this.#below.push(lower.slice(1));
      else if (lower) this.#exact.add(lower);
    }
  }

  get isEmpty(): boolean {
    return this.#exact.size === 0 && this.#below.length === 0;
  }

  /** the link, normalised, where it may be followed; null for anything else */
  accept(text: string): URL | null {
    if (!URL.canParse(text)) return null;
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
    if (url.username !== '' || url.password !== '') return null;
    const isListed = this.#exact.has(url.host) || this.#below.some((domain) => url.host.endsWith(domain));
    return isListed ? url : null;
  }
}

/** a deep link with the offer's own parameters behind its own */
export function withQuery(link: URL, query: string): string {
  if (query === '') return link.href;
  const whole = new URL(link);
  whole.search = whole.search === '' ? query : `${whole.search}&${query}`;
  return whole.href;
}
