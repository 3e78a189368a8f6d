// The demo figures that the site's charts draw: one made-up day of traffic and the day before it, the same for every
// visitor and every build. Totals are added up from the hours, so that the cards, chart and table agree.

export interface DemoOffer {
  name: string;
  /** whole cents per conversion */
  revenueCents: number;
  payoutCents: number;
  share: number;
  /** conversions per thousand clicks */
  rate: number;
}

export const demoOffers: readonly DemoOffer[] = [
  { name: 'Riverbank Savings', revenueCents: 1840, payoutCents: 1400, share: 0.31, rate: 34 },
  { name: 'Delta Travel', revenueCents: 2600, payoutCents: 2050, share: 0.24, rate: 21 },
  { name: 'Brook Games', revenueCents: 310, payoutCents: 240, share: 0.19, rate: 72 },
  { name: 'Estuary Home', revenueCents: 1220, payoutCents: 930, share: 0.15, rate: 28 },
  { name: 'Spring Coffee', revenueCents: 560, payoutCents: 410, share: 0.11, rate: 41 },
];

/** the last complete hour of the demo day: the chart shows a day in progress */
const HOURS_TODAY = 18;

export interface OfferTotals {
  name: string;
  clicks: number;
  conversions: number;
  revenueCents: number;
  payoutCents: number;
}

export interface DemoDay {
  clicksByHour: number[];
  conversionsByHour: number[];
  offers: OfferTotals[];
  clicks: number;
  conversions: number;
  revenueCents: number;
  payoutCents: number;
}

/** a small deterministic generator: the same seed, the same day */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** quiet at night, a bump at noon, busiest in the evening */
const shapeAt = (hour: number): number =>
  0.32 + 0.5 * Math.exp(-((hour - 12.5) ** 2) / 18) + 0.75 * Math.exp(-((hour - 20) ** 2) / 10);

function demoDay(seed: number, perHour: number, hours: number): DemoDay {
  const next = random(seed);
  const offers = demoOffers.map(({ name }) => ({ name, clicks: 0, conversions: 0, revenueCents: 0, payoutCents: 0 }));
  const clicksByHour: number[] = [];
  const conversionsByHour: number[] = [];
  for (let hour = 0; hour < hours; hour++) {
    let clicksInHour = 0;
    let conversionsInHour = 0;
    for (const [index, offer] of demoOffers.entries()) {
      const total = offers[index];
      if (!total) continue;
      const clicks = Math.round(perHour * shapeAt(hour) * offer.share * (0.88 + next() * 0.24));
      const conversions = Math.round((clicks * offer.rate * (0.8 + next() * 0.4)) / 1000);
      total.clicks += clicks;
      total.conversions += conversions;
      total.revenueCents += conversions * offer.revenueCents;
      total.payoutCents += conversions * offer.payoutCents;
      clicksInHour += clicks;
      conversionsInHour += conversions;
    }
    clicksByHour.push(clicksInHour);
    conversionsByHour.push(conversionsInHour);
  }
  const sum = (field: Exclude<keyof OfferTotals, 'name'>) => offers.reduce((total, offer) => total + offer[field], 0);
  return {
    clicksByHour,
    conversionsByHour,
    offers,
    clicks: sum('clicks'),
    conversions: sum('conversions'),
    revenueCents: sum('revenueCents'),
    payoutCents: sum('payoutCents'),
  };
}

export const demoToday = demoDay(20, 2400, HOURS_TODAY);
export const demoYesterday = demoDay(7, 2180, 24);
/** yesterday up to the same hour: what today is compared with */
export const demoYesterdaySoFar = demoDay(7, 2180, HOURS_TODAY);

export interface DemoEvent {
  kind: 'click' | 'conversion';
  offer: DemoOffer;
  country: string;
}

const countries = ['IN', 'US', 'BR', 'ES', 'DE', 'MX', 'GB', 'ID'] as const;

/** the stream behind the live list; roughly one event in four is a conversion, so that both are seen */
export function demoStream(seed: number): () => DemoEvent {
  const next = random(seed);
  return () => ({
    kind: next() < 0.28 ? 'conversion' : 'click',
    offer: demoOffers[Math.floor(next() * demoOffers.length)] ?? (demoOffers[0] as DemoOffer),
    country: countries[Math.floor(next() * countries.length)] ?? 'IN',
  });
}

export const verdictNames = ['accepted', 'bot', 'repeat', 'cap', 'schedule'] as const;
export type VerdictName = (typeof verdictNames)[number];

/** what the named checks say to this many demo clicks */
export function demoVerdicts(clicks: number): Record<VerdictName, number> {
  const next = random(11);
  const counts: Record<VerdictName, number> = { accepted: 0, bot: 0, repeat: 0, cap: 0, schedule: 0 };
  for (let click = 0; click < clicks; click++) {
    const roll = next();
    counts[
      roll < 0.052 ? 'bot' : roll < 0.081 ? 'repeat' : roll < 0.097 ? 'cap' : roll < 0.105 ? 'schedule' : 'accepted'
    ]++;
  }
  return counts;
}
