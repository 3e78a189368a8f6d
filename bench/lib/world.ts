// The world of a bench: one tenant, 2,000 offers with every kind of rule switched on, 100,000 short links, and requests
// from many addresses and user agents.
import type { SnapshotPut } from '@tributary/contract/tracker/snapshot';
import * as make from '../../packages/tracker/testing/entities.ts';

export const LINKS = 100_000;
export const OFFERS = 2_000;
export const PUBLISHERS = 200;

export const code = (at: number): string => `L${at.toString(36).padStart(5, '0')}`;

export function benchWorld(links = LINKS): SnapshotPut[] {
  const puts: SnapshotPut[] = [
    { put: 'tenant', value: make.tenant({ fallbackUrl: 'https://fallback.example/?p={p1}' }) },
    { put: 'advertiser', value: make.advertiser() },
    {
      put: 'shield',
      value: make.shield({
        networks: Array.from({ length: 200 }, (_, at) => `198.18.${at}.0/24`),
        userAgents: ['EvilScraper', 'BadFetcher'],
        referrers: ['bad.example'],
        sources: [{ publisher: null, source: 'blocked' }],
      }),
    },
  ];
  for (let at = 0; at < PUBLISHERS; at++) puts.push({ put: 'publisher', value: make.publisher({ number: 2 + at }) });
  for (let at = 0; at < OFFERS; at++) puts.push({ put: 'offer', value: benchOffer(at) });
  for (let at = 0; at < links; at++) {
    const value = make.link({
      code: code(at),
      offer: 10 + (at % OFFERS),
      publisher: 2 + (at % PUBLISHERS),
      params: { source: `s${at % 50}` },
    });
    puts.push({ put: 'link', value });
  }
  return puts;
}

const COUNTRIES =
  'us in gb de fr jp cn kr br ru ca au it es nl se no fi dk pl mx ar cl co za ng ke eg tr sa ae il id my th vn ph sg tw hk ch at be'.split(
    ' ',
  );

function benchOffer(at: number) {
  return make.offer({
    number: 10 + at,
    startsAt: 0,
    endsAt: Date.now() + 1e11,
    schedules: [{ timezone: 'Asia/Kolkata', days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, toMinute: 0, inverted: false }],
    visibility: 'private',
    allowedPublishers: Array.from({ length: PUBLISHERS }, (_, n) => 2 + n),
    targets: [
      { field: 'country', op: 'in', values: COUNTRIES },
      { field: 'device', op: 'in', values: ['desktop', 'mobile', 'tablet'] },
    ],
    caps: [{ id: `cap-${at}`, publisher: null }],
    url: 'https://shop.example/landing?cid={click_id}&pub={publisher_id}&p={p1}&s={source}&c={country_id}',
  });
}

const AGENTS = [
  (v: number) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + v}.0.0.0 Safari/537.36`,
  (v: number) =>
    `Mozilla/5.0 (Linux; Android ${9 + (v % 6)}; SM-S92${v % 10}B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${90 + v}.0.0.0 Mobile Safari/537.36`,
  (v: number) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS ${12 + (v % 6)}_${v % 7} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${12 + (v % 6)}.0 Mobile/15E148 Safari/604.1`,
  (v: number) =>
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${13 + (v % 5)}.${v % 9} Safari/605.1.15`,
];

export interface BenchRequest {
  path: string;
  headers: Record<string, string>;
}

/** the same requests in every run; so many that no address comes too often for the velocity step at any rate a core can take */
export function benchRequests(count: number): BenchRequest[] {
  let state = 7;
  const random = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return Array.from({ length: count }, () => ({
    path: `/c/${code(random(LINKS))}?p1=${random(1e9).toString(36)}`,
    headers: {
      Host: 'demo.localhost',
      'User-Agent': AGENTS[random(4)]?.(random(40)) ?? '',
      Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'Accept-Language': 'en-US,en;q=0.9',
      'X-Forwarded-For': `${1 + random(220)}.${random(256)}.${random(256)}.${random(256)}`,
    },
  }));
}
