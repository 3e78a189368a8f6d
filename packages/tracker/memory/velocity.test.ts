// Floods are refused, crowds are not. All on a clock of the test's own.
import { describe, expect, test } from 'vitest';
import { type Address, parseAddress } from '../lookups/network.ts';
import { Rates, rateKey } from './rates.ts';
import { type ClickSpamMode, Velocity } from './velocity.ts';

const START = Date.parse('2026-11-16T12:00:00Z');
const MEMORY = 32 * 1024 * 1024;
const FLOOD = 100_000;
const address = (text: string): Address => parseAddress(text) ?? expect.fail(text);
const v4 = (bits: number): Address => ({ words: [0, 0, 0xffff, bits >>> 0], isV4: true });

/** how many of `count` clicks are refused, evenly spread over `ms` */
function refused(
  velocity: Velocity,
  count: number,
  ms: number,
  of: (at: number) => { from: Address; offer?: number; publisher?: number; tenant?: number },
  start = START,
): number {
  let floods = 0;
  for (let at = 0; at < count; at++) {
    const { from, offer = 10, publisher = 2, tenant = 1 } = of(at);
    if (velocity.isFlood(tenant, offer, publisher, from, start + Math.floor((at * ms) / count))) floods++;
  }
  return floods;
}
const light = () => new Velocity('light', MEMORY);
const strict = () => new Velocity('strict', MEMORY);

describe('a flood of 100,000 clicks is refused to 99 % at least', () => {
  const one = address('203.0.113.7');
  const cases: [string, number, (at: number) => { from: Address; offer?: number; publisher?: number }][] = [
    ['from one address, in a second', 1_000, () => ({ from: one })],
    ['from one address, in a minute', 60_000, () => ({ from: one })],
    ['from one address, in five minutes', 300_000, () => ({ from: one })],
    ['from one address, over a thousand offers', 10_000, (at) => ({ from: one, offer: 10 + (at % 1000) })],
    ['from one /24', 60_000, (at) => ({ from: v4(0xcb007100 + (at % 256)) })],
    ['from one /24, in turn', 20_000, (at) => ({ from: v4(0xcb007100 + Math.floor(at / 391)) })],
    [
      'from one IPv6 /64, another address each time',
      60_000,
      (at) => ({ from: { words: [0x20010db8, 1, at >>> 3, at], isV4: false } }),
    ],
    [
      'from one IPv6 /48, another /64 each time',
      60_000,
      (at) => ({ from: { words: [0x20010db8, (7 << 16) | (at & 0xffff), 0, at], isV4: false } }),
    ],
  ];
  test.each(cases)('%s', (_name, ms, of) => {
    expect(refused(light(), FLOOD, ms, of)).toBeGreaterThanOrEqual(FLOOD * 0.99);
  });

  test('a thousand in a second with changing user agents: nine hundred of them', () => {
    expect(refused(light(), 1000, 1000, () => ({ from: one }))).toBeGreaterThanOrEqual(890);
  });
});

describe('clean traffic is not refused', () => {
  /** the same numbers in every run */
  function dice(): () => number {
    let state = 7;
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
  }

  test('200,000 clicks of people in four minutes, a third behind carriers’ addresses: less than 0.1 %', () => {
    const random = dice();
    const floods = refused(light(), 200_000, 240_000, () => ({
      // 400 carriers' addresses in 100 networks carry 35 %; the rest have one of their own
      from:
        random() < 0.35
          ? v4(0x0a000000 + (Math.floor(random() * 100) << 8) + Math.floor(random() * 4))
          : v4(Math.floor(random() * 2 ** 32)),
      offer: 10 + Math.floor(random() * 50),
      publisher: 2 + Math.floor(random() * 60),
    }));
    expect(floods).toBeLessThan(200);
  });

  test('100,000 people on one offer of one publisher in a minute, each from his own place: none', () => {
    const random = dice();
    expect(refused(light(), 100_000, 60_000, () => ({ from: v4(Math.floor(random() * 2 ** 32)) }))).toBe(0);
  });

  test('an office that clicks as much as it may, for an hour: none', () => {
    expect(refused(light(), 60 * 99, 3_600_000, () => ({ from: address('198.51.100.1') }))).toBe(0);
  });

  test('neighbours of a flood, in its network and on its offer, are let in; other tenants are not touched', () => {
    const velocity = light();
    expect(refused(velocity, 50_000, 30_000, () => ({ from: address('203.0.113.7') }))).toBeGreaterThan(49_000);
    const later = START + 30_000;
    expect(refused(velocity, 100, 1_000, (at) => ({ from: v4(0xcb007100 + 100 + at) }), later)).toBe(0);
    expect(refused(velocity, 100, 1_000, () => ({ from: address('203.0.113.7'), tenant: 2 }), later)).toBe(0);
  });
});

describe('a flood from everywhere, no two clicks of it from one network', () => {
  const MANY = 100_000;
  const everywhere = (at: number): Address => v4(Math.imul(at, 2_654_435_761));
  // what passes at once, and what comes due in the minute that the flood lasts
  const cases: [string, number, (at: number) => { offer?: number; publisher?: number }][] = [
    ['on one offer of one publisher', 12_000, () => ({})],
    ['on many offers of one publisher', 30_000, (at) => ({ offer: 10 + (at % 50) })],
    ['on one offer of many publishers', 60_000, (at) => ({ publisher: 2 + (at % 50) })],
  ];
  test.each(cases)('%s: in the strict mode only %i a minute pass', (_name, perMinute, of) => {
    const passed = (many: number, ms: number) =>
      many - refused(strict(), many, ms, (at) => ({ from: everywhere(at), ...of(at) }));
    expect(Math.abs(passed(MANY, 0) - perMinute)).toBeLessThan(perMinute * 0.01);
    expect(Math.abs(passed(2 * MANY, 60_000) - 2 * perMinute)).toBeLessThan(perMinute * 0.02);
  });

  test('leaves other publishers, offers and tenants alone', () => {
    const velocity = strict();
    refused(velocity, 50_000, 1_000, (at) => ({ from: everywhere(at) }));
    const later = START + 1_000;
    const person = (at: number) => everywhere(at + 5_000_000);
    expect(refused(velocity, 1_000, 1_000, (at) => ({ from: person(at) }), later)).toBeGreaterThan(750);
    expect(refused(velocity, 1_000, 1_000, (at) => ({ from: person(at), offer: 11 }), later)).toBe(0);
    expect(refused(velocity, 1_000, 1_000, (at) => ({ from: person(at), publisher: 3 }), later)).toBe(0);
    expect(refused(velocity, 1_000, 1_000, (at) => ({ from: person(at), tenant: 2 }), later)).toBe(0);
  });

  test('a large publisher sends 1,500 clicks a second for two minutes: none is refused', () => {
    expect(refused(light(), 180_000, 120_000, (at) => ({ from: everywhere(at) }))).toBe(0);
  });
});

test('what was counted long ago, or before the clock was set back, is not held against anybody', () => {
  const flood = () => ({ from: address('203.0.113.7') });
  for (const gap of [18 * 3_600_000, 18.64 * 3_600_000, 49.7 * 86_400_000, -3_600_000]) {
    const velocity = light();
    refused(velocity, 1000, 0, flood);
    expect(refused(velocity, 100, 0, flood, START + gap)).toBe(0);
  }
});

test.each<[ClickSpamMode, number]>([
  ['off', 1000],
  ['light', 100],
  ['moderate', 50],
  ['strict', 10],
])('%s lets %i clicks of one address at once through', (mode, limit) => {
  const passed = 1000 - refused(new Velocity(mode, MEMORY), 1000, 0, () => ({ from: address('203.0.113.7') }));
  expect(passed).toBe(limit);
});

test('impressions are counted like clicks, and beside them', () => {
  const velocity = light();
  const one = address('203.0.113.7');
  const shown = () => !velocity.isFlood(1, 10, 2, one, START, 'impression');
  expect(Array.from({ length: 600 }, shown).filter(Boolean)).toHaveLength(100);
  expect(velocity.isFlood(1, 10, 2, one, START)).toBe(false);
});

test('after a quiet minute an address may come again', () => {
  const velocity = light();
  const flood = () => ({ from: address('203.0.113.7') });
  refused(velocity, 1000, 0, flood);
  expect(refused(velocity, 100, 0, flood, START + 61_000)).toBe(0);
});

test('memory is bounded, however many addresses come', () => {
  const rates = new Rates(1024 * 1024);
  for (let at = 0; at < 500_000; at++) rates.allows(rateKey(1, at, 0, 0, 0, 0), START, 100);
  expect(rates.size).toBeLessThan(90_000);
});

describe('workers share the limits among them', () => {
  const WORKERS = 4;
  /** connections are not spread evenly: the first workers take most */
  const workerOf = (at: number): number => [0, 0, 0, 0, 1, 1, 1, 2, 2, 3][at % 10] ?? 0;
  const crew = (): Velocity[] => Array.from({ length: WORKERS }, () => new Velocity('light', MEMORY, WORKERS));
  const passing = (count: number, workers: Velocity[], pick: (at: number) => number, of: (at: number) => Address) => {
    let passed = 0;
    for (let at = 0; at < count; at++) {
      const worker = workers[pick(at)] ?? expect.fail();
      if (!worker.isFlood(1, 10, 2, of(at), START + Math.floor((at * 1000) / count))) passed++;
    }
    return passed;
  };

  test('a flood over all of them passes no more than over one', () => {
    expect(
      passing(
        10_000,
        crew(),
        (at) => at % WORKERS,
        () => address('203.0.113.7'),
      ),
    ).toBeLessThanOrEqual(104);
    expect(passing(10_000, crew(), workerOf, () => address('203.0.113.7'))).toBeLessThanOrEqual(104);
    expect(
      passing(
        10_000,
        crew(),
        () => 2,
        () => address('203.0.113.7'),
      ),
    ).toBeLessThanOrEqual(26);
  });

  test('people’s clicks, unevenly spread, are let in', () => {
    // sixty addresses of forty clicks each, in a second
    expect(
      passing(
        2_400,
        crew(),
        (at) => workerOf(at >> 6),
        (at) => v4(0x0a000000 + (at % 60) * 256),
      ),
    ).toBe(2_400);
  });
});

describe('one address with most of the clicks', () => {
  const from = (at: number) => ({ from: at % 10 < 4 ? address('10.0.0.1') : v4(at * 2654435761) });
  const DAY_MS = 24 * 3_600_000;

  test('is an alarm at once, but its limits stay: a flood cannot buy itself out by being large', () => {
    const velocity = light();
    refused(velocity, 20_000, 3_600_000, from);
    expect(velocity.oneAddress.dominance).toMatchObject({ isExempt: false });
    expect(velocity.oneAddress.dominance?.share).toBeGreaterThan(0.39);
    expect(refused(velocity, 1000, 0, () => ({ from: address('10.0.0.1') }), START + 3_700_000)).toBe(900);
  });

  test('is let through, with the alarm on, once it has had its share of a whole day; others are not', () => {
    const velocity = light();
    refused(velocity, 20_000, DAY_MS, from);
    const next = START + DAY_MS;
    expect(refused(velocity, 5000, 1000, () => ({ from: address('10.0.0.1') }), next)).toBe(0);
    expect(velocity.oneAddress.dominance).toMatchObject({ isExempt: true });
    expect(refused(velocity, 1000, 0, () => ({ from: address('203.0.113.7') }), next + 2000)).toBe(900);
  });

  test('is none where clicks come from many places, or where there are few', () => {
    const velocity = light();
    refused(velocity, 20_000, 3_600_000, (at) => ({ from: v4(at * 2654435761) }));
    expect(velocity.oneAddress.dominance).toBeNull();
    const quiet = light();
    refused(quiet, 500, 3_600_000, () => ({ from: address('10.0.0.1') }));
    expect(quiet.oneAddress.dominance).toBeNull();
  });
});
