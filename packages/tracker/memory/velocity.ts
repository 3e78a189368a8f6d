// Floods: more clicks, or impressions, than people behind one address or one network can make, or than any publisher's audience
// does (docs/decisions/0022). Limits are for a minute, per tenant; only what is beyond them is refused. A flood from one address is
// stopped by that address's own limit before it can use up its network's or its offer's, so that its neighbours are not made to pay. Workers of one machine cannot look into each
// other's memory in a microsecond; each has its share of the limits, so that together they let through as much as one would.
import type { Address } from '../lookups/network.ts';
import { OneAddress } from './one-address.ts';
import { Rates, rateKey } from './rates.ts';

/** clicks of one address on one offer of one publisher in a minute */
export const clickSpamLimits = { light: 100, moderate: 50, strict: 10 } as const;
export type ClickSpamMode = 'off' | keyof typeof clickSpamLimits;
export const clickSpamModes: readonly ClickSpamMode[] = ['off', 'light', 'moderate', 'strict'];

/** a /24 (IPv6: /48) may send as much as three such addresses to one offer of one publisher */
const NETWORK = 3;
/** to all offers together: five times that, and a network a hundred times */
const ALL_OFFERS = 5;
const NETWORK_ALL_OFFERS = 100;
/** from everywhere: what no audience reached yet; one offer of one publisher, all of a publisher's, all of an offer's */
const PAIR = 1_200;
const PUBLISHER = 3_000;
const OFFER = 6_000;

const [ADDRESS_HERE, ADDRESS, NETWORK_HERE, WHOLE_NETWORK, PAIR_KIND, PUBLISHER_KIND, OFFER_KIND] = [
  1, 2, 3, 4, 5, 6, 7,
];
/** impressions are counted beside the clicks, by the same limits */
const BESIDE = { click: 0, impression: 8 } as const;

export class Velocity {
  readonly mode: ClickSpamMode;
  readonly #limit: number;
  readonly #rates: Rates;
  readonly oneAddress = new OneAddress();

  constructor(mode: ClickSpamMode, memoryBytes: number, workers = 1) {
    this.mode = mode;
    this.#limit = mode === 'off' ? 0 : Math.max(1, clickSpamLimits[mode] / workers);
    this.#rates = new Rates(memoryBytes);
  }

  /** counts it; whether it is one too many */
  isFlood(
    tenant: number,
    offer: number,
    publisher: number,
    { words, isV4 }: Address,
    nowMs: number,
    what: keyof typeof BESIDE = 'click',
  ): boolean {
    if (this.#limit === 0) return false;
    // a person has a /64 of IPv6 to himself, so its lower half says nothing
    const a = isV4 ? 0xffff : words[0];
    const b = isV4 ? words[3] : words[1];
    if (this.oneAddress.isExempt(a, b, nowMs)) return false;
    const net = isV4 ? b & 0xffffff00 : b & 0xffff0000;
    const rates = this.#rates;
    const limit = this.#limit;
    const kind = BESIDE[what];
    return !(
      rates.allows(rateKey(kind + ADDRESS_HERE, tenant, a, b, offer, publisher), nowMs, limit) &&
      rates.allows(rateKey(kind + ADDRESS, tenant, a, b, 0, 0), nowMs, limit * ALL_OFFERS) &&
      rates.allows(rateKey(kind + NETWORK_HERE, tenant, a, net, offer, publisher), nowMs, limit * NETWORK) &&
      rates.allows(rateKey(kind + WHOLE_NETWORK, tenant, a, net, 0, 0), nowMs, limit * NETWORK_ALL_OFFERS) &&
      rates.allows(rateKey(kind + PAIR_KIND, tenant, 0, 0, offer, publisher), nowMs, limit * PAIR) &&
      rates.allows(rateKey(kind + PUBLISHER_KIND, tenant, 0, 0, 0, publisher), nowMs, limit * PUBLISHER) &&
      rates.allows(rateKey(kind + OFFER_KIND, tenant, 0, 0, offer, 0), nowMs, limit * OFFER)
    );
  }

  get size(): number {
    return this.#rates.size;
  }
}
