// One visit: most are people, some are bots, prefetches, impatient second clicks and a publisher's fraud.
import {
  browsers,
  countries,
  hourWeights,
  pick,
  sources,
  userAgents,
  weekdayWeights,
} from '../../../packages/server/demo/believable.ts';
import type { Market, MarketOffer } from './market.ts';

export const visitKinds = ['person', 'again', 'bot', 'prefetch', 'probe', 'fraud'] as const;
export type VisitKind = (typeof visitKinds)[number];

export interface Visit {
  kind: VisitKind;
  offer: MarketOffer;
  method: 'GET' | 'HEAD';
  path: string;
  headers: Record<string, string>;
}

/** cumulative shares, in the order of visitKinds */
const shares: readonly [VisitKind, number][] = [
  ['person', 0.82],
  ['again', 0.88],
  ['bot', 0.92],
  ['prefetch', 0.95],
  ['probe', 0.96],
  ['fraud', 1],
];
const bots = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'python-requests/2.32.3',
  'curl/8.11.0',
];
/** one machine that plays many visitors */
const FRAUD_ADDRESS = '185.220.101.34';

const busiest = Math.max(...hourWeights) * Math.max(...weekdayWeights);

/** how much of the busiest hour's traffic there is at this time */
export const seasonAt = (at: Date): number =>
  ((hourWeights[at.getUTCHours()] ?? 1) * (weekdayWeights[at.getUTCDay()] ?? 1)) / busiest;

export class Visitors {
  readonly #market: Market;
  readonly #host: string;
  readonly #next: () => number;
  #last: Visit | undefined;

  constructor(market: Market, host: string, next: () => number) {
    this.#market = market;
    this.#host = host;
    this.#next = next;
  }

  next(): Visit {
    const share = this.#next();
    const kind = shares.find(([, upTo]) => share < upTo)?.[0] ?? 'person';
    if (kind === 'again' && this.#last) return { ...this.#last, kind };
    const visit = this.#visit(kind === 'again' ? 'person' : kind);
    if (visit.kind === 'person') this.#last = visit;
    return visit;
  }

  /** publishers mostly promote what they may, to people it is meant for; the rest is what rules are there to refuse */
  #offer(): MarketOffer {
    const open = this.#market.offers.filter(({ isPublic }) => isPublic);
    return pick(open.length > 0 && this.#next() < 0.95 ? open : this.#market.offers, this.#next() ** 1.8);
  }

  #country({ countries: wanted }: MarketOffer): (typeof countries)[number] {
    const meant = countries.filter(({ code }) => wanted.includes(code.toLowerCase()));
    return pick(meant.length > 0 && this.#next() < 0.93 ? meant : countries, this.#next() ** 1.5);
  }

  #visit(kind: VisitKind): Visit {
    const next = this.#next;
    // a few offers and publishers bring most of the traffic
    const offer = this.#offer();
    const publisher = kind === 'fraud' ? this.#market.publishers.at(-1) : pick(this.#market.publishers, next() ** 1.8);
    const country = this.#country(offer);
    const agent = kind === 'bot' ? pick(bots, next()) : (userAgents[pick(browsers, next()).os] ?? '');
    const query = new URLSearchParams({
      camp_id: String(offer.number),
      publisher_id: String(publisher),
      source: pick(sources, next()),
      p1: `c${Math.floor(next() * 1e9).toString(36)}`,
    });
    const address = kind === 'fraud' ? FRAUD_ADDRESS : `${country.network}.${1 + Math.floor(next() * 254)}`;
    return {
      kind,
      offer,
      method: kind === 'probe' ? 'HEAD' : 'GET',
      path: `/click?${query}`,
      headers: {
        Host: this.#host,
        'User-Agent': agent,
        'Accept-Language': country.language,
        'X-Forwarded-For': address,
        ...(kind === 'prefetch' ? { 'Sec-Purpose': 'prefetch' } : {}),
      },
    };
  }
}
