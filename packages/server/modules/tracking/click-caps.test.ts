// A click cap that is set, changed or put back finds its window as full as it is.
import { routes } from '@tributary/contract';
import { INTERNAL_KEY_LABEL, internalPaths, type LeaseReply } from '@tributary/contract/tracker/tracker-wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, FakeClock, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { testSecret } from '../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';

let t: TestApp;
let token: string;
const worlds: Record<string, World> = {};
/** 20:30 of June 17 2026 in UTC: in Kolkata the 18th has begun two hours ago */
const now = new Date('2026-06-17T20:30:00Z');

beforeAll(async () => {
  t = await createTestApp({ clock: new FakeClock(now) });
  await t.database.asOwner(
    `update tenants set time_zone = case subdomain when 'acme' then 'Asia/Kolkata' else 'UTC' end`,
  );
  for (const subdomain of ['demo', 'acme']) worlds[subdomain] = await createWorld(t, subdomain);
  token = (await t.signIn('admin@demo.test', { rememberMe: true })).token;
});
afterAll(() => t.close());

const before = (ms: number) => new Date(now.getTime() - ms);
type Cap = { period: string; limit: number; action?: string; own?: boolean };
type Offer = Awaited<ReturnType<World['addOffer']>>;

class Run {
  readonly world: World;
  readonly offer: Offer;
  constructor(world: World, offer: Offer) {
    [this.world, this.offer] = [world, offer];
  }

  /** clicks that are in the store, whoever let them through */
  async held(many: number, at: Date, more: Record<string, string> = {}): Promise<void> {
    await this.world.clicks(this.offer.number, at, many, more);
  }

  async set(...caps: Cap[]): Promise<void> {
    const body = caps.map(({ period, limit, action = 'fallback', own }) => ({
      publisher_id: own ? this.world.publisher.id : null,
      metric: 'clicks',
      period,
      limit: String(limit),
      action,
    }));
    const subdomain = this.world === worlds.acme ? 'acme' : 'demo';
    const signedIn = subdomain === 'demo' ? token : (await t.signIn('admin@acme.test', { subdomain })).token;
    const reply = await t.call(routes.setOfferCaps, {
      subdomain,
      token: signedIn,
      params: { id: this.offer.id },
      body: { caps: body },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  }

  async capId(): Promise<string> {
    const [row] = await t.database.asOwner<{ id: string }>(
      'select id from offer_caps where offer_id = $1 and removed_at is null',
      [this.offer.id],
    );
    return row?.id ?? '';
  }

  /** how many more clicks its cap lets through, at most so many; they are stored then, as a tracker would ship them */
  async pass(most = 100): Promise<number> {
    const cap = await this.capId();
    let passed = 0;
    let lots: object[] = [];
    while (passed < most) {
      const { grants } = await lease([{ cap, want: most - passed }], lots);
      const [grant] = grants;
      if (!grant || grant.granted === 0) break;
      passed += grant.granted;
      lots = [{ lot: grant.lot, spent: grant.granted, returned: true }];
    }
    await lease([], lots);
    if (passed > 0) await this.held(passed, t.clock.now());
    return passed;
  }
}

async function lease(asks: object[], lots: object[] = []): Promise<LeaseReply> {
  const bearer = testSecret.derive(INTERNAL_KEY_LABEL).toString('hex');
  if (!t.app.http) throw new Error('no api');
  const reply = await t.app.http.inject({
    method: 'POST',
    url: internalPaths.leases,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ tracker: '00000000000000aa', boot: 'b1', asks, lots }),
  });
  return reply.json();
}

test('days are the workspace’s own: in Kolkata the day began two hours ago', async () => {
  const world = worlds.acme;
  if (!world) throw new Error('no world');
  const one = new Run(world, await world.addOffer());
  await one.held(3, before(HOUR_MS));
  await one.held(4, before(3 * HOUR_MS)); // 23:00 of the 17th there
  await one.set({ period: 'day', limit: 5 });
  expect(await one.pass()).toBe(2);
});

const cases: [name: string, more: number, run: (run: Run) => Promise<unknown>][] = [
  [
    'added after 4 clicks of the day',
    6,
    async (r) => {
      await r.held(4, before(HOUR_MS));
      await r.set({ period: 'day', limit: 10 });
    },
  ],
  [
    'added after more than its limit',
    0,
    async (r) => {
      await r.held(4, before(HOUR_MS));
      await r.set({ period: 'day', limit: 3 });
    },
  ],
  [
    'yesterday’s clicks are not in the day',
    5,
    async (r) => {
      await r.held(4, before(21 * HOUR_MS));
      await r.set({ period: 'day', limit: 5 });
    },
  ],
  [
    'last hour’s clicks are not in the hour',
    3,
    async (r) => {
      await r.held(2, before(HOUR_MS));
      await r.held(2, before(10 * MINUTE_MS));
      await r.set({ period: 'hour', limit: 5 });
    },
  ],
  [
    'raised',
    3,
    async (r) => {
      await r.set({ period: 'day', limit: 5 });
      await r.pass();
      await r.set({ period: 'day', limit: 8 });
    },
  ],
  [
    'lowered',
    0,
    async (r) => {
      await r.set({ period: 'day', limit: 9 });
      await r.pass(5);
      await r.set({ period: 'day', limit: 3 });
    },
  ],
  [
    'another action',
    2,
    async (r) => {
      await r.set({ period: 'day', limit: 5 });
      await r.pass(3);
      await r.set({ period: 'day', limit: 5, action: 'pause_offer' });
    },
  ],
  [
    'from a day to a month',
    5,
    async (r) => {
      await r.held(2, before(10 * DAY_MS));
      await r.held(9, before(20 * DAY_MS)); // in May
      await r.set({ period: 'day', limit: 5 });
      await r.pass(3);
      await r.set({ period: 'month', limit: 10 });
    },
  ],
  [
    'from a day to a week, which began on Monday',
    4,
    async (r) => {
      await r.held(1, before(2 * DAY_MS));
      await r.held(7, before(4 * DAY_MS));
      await r.set({ period: 'day', limit: 5 });
      await r.pass(3);
      await r.set({ period: 'week', limit: 8 });
    },
  ],
  [
    'from a day to all there ever were',
    1,
    async (r) => {
      await r.held(6, before(400 * DAY_MS));
      await r.set({ period: 'day', limit: 5 });
      await r.pass(3);
      await r.set({ period: 'total', limit: 10 });
    },
  ],
  [
    'removed and put back',
    1,
    async (r) => {
      await r.set({ period: 'day', limit: 5 });
      await r.pass(4);
      await r.set();
      await r.set({ period: 'day', limit: 5 });
    },
  ],
  [
    'removed, clicked on without it, and put back',
    1,
    async (r) => {
      await r.set({ period: 'day', limit: 9 });
      await r.pass(4);
      await r.set();
      await r.held(4, now);
      await r.set({ period: 'day', limit: 9 });
    },
  ],
  [
    'of one publisher: others’ clicks are not its own',
    3,
    async (r) => {
      const other = await r.world.addPerson('publisher');
      await r.held(4, before(HOUR_MS), { publisher: String(other.number) });
      await r.held(2, before(HOUR_MS));
      await r.set({ period: 'day', limit: 5, own: true });
    },
  ],
  [
    'of one publisher, in all',
    2,
    async (r) => {
      const other = await r.world.addPerson('publisher');
      await r.held(4, before(100 * DAY_MS), { publisher: String(other.number) });
      await r.held(3, before(100 * DAY_MS));
      await r.set({ period: 'total', limit: 5, own: true });
    },
  ],
  [
    'refused and doubtful clicks hold no place',
    4,
    async (r) => {
      await r.held(3, before(HOUR_MS), { verdict: 'cap_reached' });
      await r.held(3, before(HOUR_MS), { verdict: 'bot' });
      await r.held(1, before(HOUR_MS));
      await r.set({ period: 'day', limit: 5 });
    },
  ],
  [
    'ten edits in a row',
    2,
    async (r) => {
      for (let edit = 0; edit < 10; edit++) {
        await r.set({ period: edit % 3 ? 'day' : 'month', limit: 12, action: edit % 2 ? 'fallback' : 'pause_offer' });
        expect(await r.pass(1)).toBe(1);
      }
    },
  ],
  [
    'rows that a tracker ships after the edit are counted when they come',
    0,
    async (r) => {
      await r.set({ period: 'day', limit: 8 });
      expect(await r.pass(2)).toBe(2);
      await r.held(5, now);
      expect(await r.pass()).toBe(1);
    },
  ],
  [
    'what was reset stays reset',
    5,
    async (r) => {
      await r.held(5, before(HOUR_MS));
      await r.set({ period: 'day', limit: 5 });
      expect(await r.pass()).toBe(0);
      const [reached] = await t.database.asOwner<{ id: string }>('select id from caps_reached where cap_id = $1', [
        await r.capId(),
      ]);
      const reply = await t.call(routes.resetCap, {
        token,
        params: { id: reached?.id ?? '' },
        body: { reason: 'Agreed with the advertiser' },
      });
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    },
  ],
  // the last one: it moves the clock
  [
    'the next day begins empty',
    5,
    async (r) => {
      await r.held(4, before(HOUR_MS));
      await r.set({ period: 'day', limit: 5 });
      expect(await r.pass()).toBe(1);
      t.clock.advance(DAY_MS);
    },
  ],
];

test.each(cases)('a click cap, %s: %i more pass', async (_name, more, run) => {
  const world = worlds.demo;
  if (!world) throw new Error('no world');
  const one = new Run(world, await world.addOffer());
  await run(one);
  expect(await one.pass()).toBe(more);
});
