// Any sequence of edits, clicks, postbacks, decisions, refunds and hours ends in the books that the model beside it works out, to
// the micro-unit, and leaves the verifier nothing to say. On the real database; other seeds, longer stories:
// `PROPERTY_SEED=… PROPERTY_STEPS=… PROPERTY_STORY=file npx vitest run books.property` writes its story there.
import { writeFileSync } from 'node:fs';
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { systemActor } from '../../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { checkBooks } from '../index.ts';
import {
  type ConversionModel,
  createModel,
  type OfferModel,
  type Price,
  type Status,
  type Word,
} from './books-model.ts';

const STEPS = Number(process.env.PROPERTY_STEPS ?? 120);
const SEEDS = process.env.PROPERTY_SEED ? [Number(process.env.PROPERTY_SEED)] : [1, 2];
const ZONE = 'Asia/Kolkata';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.database.asOwner(`update tenants set time_zone = $1 where subdomain = 'demo'`, [ZONE]);
});
afterAll(() => t.close());

/** xorshift: small, and the same everywhere */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

/** hours pass between calls, so each signs in for itself */
async function asManager(route: Parameters<TestApp['call']>[0], params: Record<string, string>, body: unknown) {
  const { token } = await t.signIn('admin@demo.test');
  return t.call(route, { token, params, body });
}

const unit = 1_000_000n;
const fixed = (amount: number): Price => ({ fixed: BigInt(Math.round(amount * 1_000_000)) });
const words: Record<Word | 'unknown', readonly string[]> = {
  approved: ['approved', 'CONFIRMED', '1', ' paid '],
  pending: ['pending', 'on-hold', '2'],
  rejected: ['rejected', 'Cancelled', 'void', '3'],
  refund: ['refunded', 'chargeback', 'Reversed'],
  none: [''],
  unknown: ['fraud', 'test', 'maybe', 'aproved', '0', '{status}'],
};

test.each(SEEDS)(
  `seed %i: ${STEPS} steps and the books are the model's`,
  async (seed) => {
    const run = await createRun(seed);
    for (let step = 0; step < STEPS; step++) await run.step();
    await run.endDay();
    if (process.env.PROPERTY_STORY) writeFileSync(process.env.PROPERTY_STORY, run.story());
    expect(await run.stands()).toEqual(run.shouldStand());
    expect(await run.books()).toEqual(run.shouldBook());
    expect({ seed, findings: await run.findings() }).toEqual({ seed, findings: [] });
  },
  900_000,
);

async function createRun(seed: number) {
  const random = randomFrom(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const w: World = await createWorld(t);
  const model = createModel(ZONE);
  const others = { publisher: await w.addPerson('publisher'), advertiser: await w.addPerson('advertiser') };
  const publishers = [w.publisher, others.publisher];
  const offers = new Map<string, { id: string; number: number; goalId: string }>();
  const clicks: { id: string; at: Date; offer: string; publisher: { id: string } }[] = [];
  const now = () => t.clock.now().getTime();
  const begun = now();
  const told: string[] = [];

  async function addOffer(
    name: string,
    own: Partial<OfferModel>,
    columns: Record<string, unknown> = {},
  ): Promise<void> {
    const offer: OfferModel = {
      byOrder: false,
      holdMs: 0,
      afterHold: 'approved',
      minMs: 0,
      cap: null,
      terms: [{ from: 0, advertiser: w.advertiser.id, currency: 'USD', revenue: fixed(10), payout: fixed(4) }],
      ...own,
    };
    const added = await w.addOffer({
      title: name,
      hold_minutes: offer.holdMs / MINUTE_MS,
      status_after_hold: offer.afterHold,
      min_ctit_seconds: offer.minMs / 1_000,
      ...columns,
    });
    offers.set(name, added);
    model.offers.set(name, offer);
    const [first] = offer.terms;
    if (first) await store(name, first);
    if (offer.cap) {
      const { limit, action } = offer.cap;
      await w.addCap(added.id, { metric: 'conversions', limit_value: limit, action });
    }
  }

  /** the offer's terms as a person would have changed them: one transaction, dated by the product's clock */
  async function store(
    name: string,
    { advertiser, currency, revenue, payout }: OfferModel['terms'][number],
  ): Promise<void> {
    const offer = offers.get(name);
    const amount = (price: Price) => ('fixed' in price ? [price.fixed, null] : [0n, price.share]);
    await t.database.asOwner(
      `with changed as (update offers set advertiser_id = $2, currency = $3, updated_at = $4 where id = $1)
       update offer_goals set revenue_micros = $5, revenue_basis_points = $6, payout_micros = $7, payout_basis_points = $8
       where offer_id = $1`,
      [offer?.id, advertiser, currency, t.clock.now(), ...amount(revenue), ...amount(payout)],
    );
  }

  await addOffer('plain', {});
  await addOffer('quick', { minMs: 30_000, afterHold: 'pending' });
  await addOffer('held', { holdMs: 40 * MINUTE_MS });
  await addOffer('held, then rejected', { holdMs: 20 * MINUTE_MS, afterHold: 'rejected' });
  const share = {
    from: 0,
    advertiser: w.advertiser.id,
    currency: 'INR',
    revenue: { share: 1_250n },
    payout: { share: 333n },
  };
  await addOffer('sale', { byOrder: true, terms: [share] }, { offer_type: 'CPS', currency: 'INR' });
  await addOffer('capped', { cap: { limit: 4, action: 'reject' } });
  await addOffer('parked', { cap: { limit: 3, action: 'hold' } });
  const clickTerms = {
    from: 0,
    advertiser: w.advertiser.id,
    currency: 'USD',
    revenue: fixed(0.05),
    payout: fixed(0.021),
  };
  await addOffer('click', { terms: [clickTerms] }, { offer_type: 'CPC' });
  const converting = [...offers.keys()].filter((name) => name !== 'click');

  const steps: Record<string, () => Promise<void>> = {
    postback: async () => {
      const known = clicks.filter(({ offer }) => offer !== 'click');
      if (known.length === 0 || random() < 0.35) {
        const [offer, publisher, at] = [
          pick(converting),
          pick(publishers),
          new Date(now() - pick([2_000, 60_000, 3 * HOUR_MS])),
        ];
        const { number } = offers.get(offer) ?? { number: 0 };
        clicks.push({ id: w.clickId(number, at, publisher.number), at, offer, publisher });
      }
      const recent = clicks.filter(({ offer }) => offer !== 'click').slice(-12);
      const click = pick(recent);
      const word = pick(['none', 'none', 'approved', 'approved', 'pending', 'rejected', 'refund', 'unknown'] as const);
      const isSale = click.offer === 'sale';
      const txn = random() < (isSale ? 0.8 : 0.3) ? `order-${Math.floor(random() * 5)}` : null;
      const sale = isSale && random() < 0.8 ? BigInt(1 + Math.floor(random() * 9_999)) * 137n * 1_000n : null;
      const refund =
        word === 'refund' && isSale && random() < 0.5 ? BigInt(1 + Math.floor(random() * 400)) * unit : null;
      const money = (micros: bigint | null) =>
        micros === null ? '' : `${micros / unit}.${String(micros % unit).padStart(6, '0')}`;
      // the model is told what was meant, the product what was written
      const written = txn && pick([txn, txn.toUpperCase(), ` ${txn}`, `${txn}\u200b`]);
      const [id = ''] = await w.receipts([
        {
          click_id: click.id,
          ...(written ? { txn_id: written } : {}),
          ...(word === 'none' ? {} : { status: pick(words[word]) }),
          ...(sale === null ? {} : { sale_amount: money(sale), currency: pick(['INR', 'inr']) }),
          params: JSON.stringify(refund === null ? {} : { refund_amount: money(refund) }),
        },
      ]);
      const at = now();
      await t.app.worker?.drain();
      const { offer, publisher } = click;
      told.push(`${id} ${offer} ${click.id.slice(-4)} ${txn} ${word} ${sale} refund ${refund}: ${await w.outcome(id)}`);
      if (word === 'unknown') return;
      model.postback({
        id,
        at,
        offer,
        publisher: publisher.id,
        click: click.id,
        clickAt: click.at.getTime(),
        txn,
        word,
        sale,
        refund,
      });
    },
    decide: async () => {
      // what waits for its sale is not approved at nothing, not by a person either: amounts come first
      const some = pick(model.conversions.filter(({ awaitsSale }) => !awaitsSale));
      if (!some) return;
      const status = pick<Status>(
        model.offers.get(some.offer)?.cap ? ['approved', 'rejected'] : ['approved', 'rejected', 'pending'],
      );
      const overCap = random() < 0.3;
      const reply = await asManager(
        routes.decideConversion,
        { id: await idOf(some) },
        { status, reason: 'looked at it', ...(overCap ? { over_cap: true } : {}) },
      );
      const done = model.decide(some.id, status, overCap);
      told.push(`${some.id} ${some.offer} manager ${status} ${overCap ? 'over the cap' : ''}: ${reply.status}`);
      expect({ seed, status: reply.status, body: done ? '' : reply.body }).toMatchObject({
        seed,
        status: done ? 200 : 409,
      });
    },
    adjust: async () => {
      const some = pick(model.conversions);
      // a cap is on conversions here, so amounts never go over one
      if (!some) return;
      const payout = Math.floor(random() * 9);
      const body = { payout: String(payout), reason: 'agreed by phone' };
      const reply = await asManager(routes.adjustConversion, { id: await idOf(some) }, body);
      expect(reply.status).toBe(200);
      model.adjust(some.id, BigInt(payout) * unit);
      told.push(`${some.id} ${some.offer} payout ${payout}`);
    },
    edit: async () => {
      const name = pick([...offers.keys()]);
      const offer = model.offers.get(name);
      const last = offer?.terms.at(-1);
      if (!offer || !last) return;
      t.clock.advance(1_000);
      const isByClick = name === 'click';
      const next = {
        ...last,
        from: now(),
        ...('share' in last.revenue
          ? {
              revenue: { share: BigInt(500 + Math.floor(random() * 1_000)) },
              payout: { share: BigInt(Math.floor(random() * 400)) },
            }
          : {
              revenue: fixed(isByClick ? 0.05 + random() : 5 + random() * 9),
              payout: fixed(isByClick ? random() / 20 : random() * 5),
            }),
        ...(isByClick && random() < 0.4
          ? { advertiser: pick([w.advertiser, others.advertiser]).id, currency: pick(['USD', 'EUR']) }
          : {}),
      };
      await store(name, next);
      offer.terms.push(next);
      t.clock.advance(1_000);
    },
    clicks: async () => {
      const { number } = offers.get('click') ?? { number: 0 };
      for (let n = 0; n < 3; n++) {
        t.clock.advance(Math.floor(random() * 200_000));
        const [publisher, at] = [pick(publishers), t.clock.now()];
        const isGood = random() < 0.7;
        const id = w.clickId(number, at, publisher.number);
        const verdict = isGood ? 'accepted' : pick(['bot', 'geo', 'duplicate']);
        await w.click(id, at, number, {
          publisher: String(publisher.number),
          verdict,
          country: pick(['IN', 'US', 'DE']),
        });
        if (isGood) model.clicks.push({ offer: 'click', publisher: publisher.id, at: at.getTime() });
      }
    },
    wait: async () => {
      t.clock.advance(pick([MINUTE_MS, 25 * MINUTE_MS, 5 * HOUR_MS]));
      await runDue();
    },
  };

  async function runDue(): Promise<void> {
    await t.database.asOwner(`insert into outbox (tenant_id, topic, payload) values ($1, 'conversions.due', '{}')`, [
      w.tenantId,
    ]);
    await t.app.worker?.drain();
    model.tick(now());
    told.push(`it is ${t.clock.now().toISOString()}`);
  }

  const idOf = async ({ id }: ConversionModel): Promise<string> => {
    const [row] = await t.database.asOwner<{ id: string }>('select id from conversions where receipt_id = $1', [id]);
    return row?.id ?? '';
  };
  const mine = [w.advertiser.id, others.advertiser.id, w.publisher.id, others.publisher.id];
  const names = [
    'postback',
    'postback',
    'postback',
    'postback',
    'postback',
    'decide',
    'adjust',
    'edit',
    'clicks',
    'wait',
  ];
  const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(now());

  return {
    step: async () => {
      await steps[pick(names)]?.();
    },
    /** all days up to now are over, and booked; holds too */
    endDay: async () => {
      for (let at = begun; at <= now() + DAY_MS; at += DAY_MS) {
        const day = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(at);
        await t.database.asOwner(
          `insert into outbox (tenant_id, topic, payload) values ($1, 'conversions.day-to-book', jsonb_build_object('day', $2::text))`,
          [w.tenantId, day],
        );
      }
      t.clock.advance(DAY_MS);
      await runDue();
    },
    story: () => `seed ${seed}\n${told.join('\n')}`,
    stands: () =>
      t.database.asOwner(
        `select receipt_id as id, status, revenue_micros, payout_micros from conversions where publisher_id = any($1) order by receipt_id`,
        [mine],
      ),
    shouldStand: () =>
      model.conversions
        .map(({ id, status, revenue, payout }) => ({
          id,
          status,
          revenue_micros: String(revenue),
          payout_micros: String(payout),
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    books: async () => {
      const rows = await t.database.asOwner<{ name: string; pending: string; posted: string }>(
        `select owner_id || ' ' || currency as name, abs(debits_pending - credits_pending)::text as pending,
           (case kind when 'publisher_payable' then -1 else 1 end * (debits_posted - credits_posted))::text as posted
         from ledger_accounts where owner_id = any($1) and kind in ('publisher_payable', 'advertiser_receivable')`,
        [mine],
      );
      return Object.fromEntries(rows.filter(isUsed).map(({ name, pending, posted }) => [name, { pending, posted }]));
    },
    shouldBook: () =>
      Object.fromEntries(
        [...model.books(today())]
          .map(([name, { pending, posted }]) => ({ name, pending: String(pending), posted: String(posted) }))
          .filter(isUsed)
          .map(({ name, pending, posted }) => [name, { pending, posted }]),
      ),
    findings: () =>
      t.app.database.withTenant(w.tenantId, systemActor, async (tx) => [
        ...(await verifyLedger(tx, w.tenantId)).findings,
        ...(await checkBooks(tx, w.tenantId)),
      ]),
  };
}

const isUsed = ({ pending, posted }: { pending: string; posted: string }): boolean => pending !== '0' || posted !== '0';
