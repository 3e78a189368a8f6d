// For tests only: a workspace with offers, people and random traffic. Clicks and impressions go through the real event
// store, so the rollups are its own; conversions and lots are placed as rows. What was placed is kept, to be recounted.
import { roleUrl } from '../../platform/db/roles.ts';
import { newId } from '../../platform/ids.ts';
import { anyDay, quietLog, type TestDatabase, testSecret } from '../../platform/testing.ts';
import { offerColumns } from '../../testing-offer.ts';
import { createIntake, encodeFrame, postgresStore } from '../events/index.ts';

export interface PlacedEvent {
  kind: 'click' | 'impression';
  at: Date;
  offer: number;
  publisher: number;
  verdict: string;
  unique: boolean;
  country: string;
  device: string;
  os: string;
  browser: string;
  source: string;
  p1: string;
}
export interface PlacedConversion {
  at: Date;
  clickAt: Date | null;
  offer: number;
  publisher: number;
  goal: string;
  status: 'approved' | 'pending' | 'rejected';
  currency: 'USD' | 'INR';
  revenue: bigint;
  payout: bigint;
  sale: bigint | null;
  country: string;
  device: string;
  os: string;
  browser: string;
  source: string;
  p1: string;
  sub1: string;
}
export interface PlacedLot {
  day: string;
  offer: number;
  publisher: number;
  revenue: bigint;
  payout: bigint;
}

export interface World {
  tenantId: string;
  admin: string;
  /** ids by number */
  publishers: Map<number, string>;
  advertisers: Map<number, string>;
  /** offer number → advertiser number */
  offers: Map<number, number>;
  events: PlacedEvent[];
  conversions: PlacedConversion[];
  lots: PlacedLot[];
}

/** rupees per dollar, as every workspace begins */
export const INR_RATE_E12 = 12_048_192_771n;

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const oneOf = <Item>(items: readonly Item[], next: () => number): Item => {
  const item = items[Math.floor(next() * items.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
};

const countries = ['IN', 'US', 'DE', ''];
const shapes = [
  { device: 'mobile', os: 'android', browser: 'chrome' },
  { device: 'mobile', os: 'ios', browser: 'safari' },
  { device: 'desktop', os: 'windows', browser: 'edge' },
];
const verdicts = ['accepted', 'accepted', 'accepted', 'bot', 'duplicate', 'target_country'];

export interface WorldOptions {
  subdomain: string;
  timeZone: string;
  from: Date;
  until: Date;
  events: number;
  conversions: number;
  seed?: number;
}

export async function makeWorld(database: TestDatabase, options: WorldOptions): Promise<World> {
  const insert = async (table: string, row: Record<string, unknown>): Promise<void> => {
    const names = Object.keys(row);
    const places = names.map((_, at) => `$${at + 1}`);
    await database.asOwner(`insert into ${table} (${names}) values (${places})`, Object.values(row));
  };
  const tenantId = newId();
  const { subdomain, timeZone } = options;
  await insert('tenants', { id: tenantId, subdomain, plan: 'premium', time_zone: timeZone, currency: 'USD' });
  const person = async (type: string, number: number): Promise<string> => {
    const id = newId();
    await insert('users', {
      tenant_id: tenantId,
      id,
      type,
      user_sequence_id: number,
      first_name: type,
      last_name: String(number),
      email: `${type}${number}@${subdomain}.test`,
      status: 'approved',
      admin_user_email: type === 'advertiser' ? `admin1@${subdomain}.test` : null,
      created_at: options.from,
    });
    return id;
  };
  const admin = await person('admin', 1);
  const publishers = new Map<number, string>();
  const advertisers = new Map<number, string>();
  for (const number of [2, 3, 4]) publishers.set(number, await person('publisher', number));
  for (const number of [5, 6]) advertisers.set(number, await person('advertiser', number));
  const offers = new Map([
    [11, 5],
    [12, 5],
    [13, 6],
  ]);
  const offerIds = new Map<number, string>();
  const goals = new Map<string, string>();
  for (const [number, advertiser] of offers) {
    const id = newId();
    offerIds.set(number, id);
    await insert('offers', offerRow(tenantId, id, number, advertisers.get(advertiser) ?? '', admin, options.from));
    for (const [at, name] of ['Sign-up', 'Deposit'].entries()) {
      const goalId = newId();
      goals.set(`${number}/${name}`, goalId);
      const token = at === 0 ? '' : 'deposit';
      const money = { revenue_micros: 0, payout_micros: 0 };
      await insert('offer_goals', {
        tenant_id: tenantId,
        id: goalId,
        offer_id: id,
        number: at + 1,
        name,
        token,
        ...money,
      });
    }
  }

  const next = randomOf(options.seed ?? 7);
  const span = options.until.getTime() - options.from.getTime();
  const moment = (): Date => new Date(options.from.getTime() + Math.floor(next() * span));
  const traffic = () => ({
    offer: oneOf([...offers.keys()], next),
    publisher: oneOf([...publishers.keys()], next),
    country: oneOf(countries, next),
    source: oneOf(['news', 'blog', ''], next),
    p1: `v${Math.floor(next() * 4)}`,
    ...oneOf(shapes, next),
  });
  const events = Array.from({ length: options.events }, (): PlacedEvent => {
    const verdict = oneOf(verdicts, next);
    return {
      kind: next() < 0.7 ? 'click' : 'impression',
      at: moment(),
      verdict,
      unique: verdict === 'accepted' && next() < 0.8,
      ...traffic(),
    };
  });
  const conversions = Array.from({ length: options.conversions }, (): PlacedConversion => {
    const at = moment();
    const payout = BigInt(Math.floor(next() * 5_000_000));
    return {
      at,
      clickAt: next() < 0.9 ? new Date(at.getTime() - Math.floor(next() * 5_000_000)) : null,
      goal: oneOf(['Sign-up', 'Deposit'], next),
      status: oneOf(['approved', 'approved', 'pending', 'rejected'], next),
      currency: oneOf(['USD', 'USD', 'INR'], next),
      payout,
      revenue: payout + BigInt(Math.floor(next() * 3_000_000)),
      sale: next() < 0.5 ? BigInt(Math.floor(next() * 90_000_000)) : null,
      sub1: oneOf(['x', 'y'], next),
      ...traffic(),
    };
  });
  const lots: PlacedLot[] = [];
  for (let at = options.from.getTime(); at < options.until.getTime(); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    const payout = BigInt(Math.floor(next() * 9_000_000));
    lots.push({ day, offer: 13, publisher: 3, payout, revenue: payout * 2n });
  }

  await shipEvents(database, tenantId, events);
  await insertAll(
    database,
    'conversions',
    conversions.map((conversion, at) => ({
      tenant_id: tenantId,
      id: newId(),
      kind: 'postback',
      offer_id: offerIds.get(conversion.offer),
      goal_id: goals.get(`${conversion.offer}/${conversion.goal}`),
      publisher_id: publishers.get(conversion.publisher),
      advertiser_id: advertisers.get(offers.get(conversion.offer) ?? 0),
      txn_id: `txn-${at}`,
      click_at: conversion.clickAt,
      at: conversion.at,
      recorded_at: conversion.at,
      status: conversion.status,
      currency: conversion.currency,
      revenue_micros: String(conversion.revenue),
      payout_micros: String(conversion.payout),
      sale_micros: conversion.sale === null ? null : String(conversion.sale),
      sale_currency: conversion.sale === null ? null : conversion.currency,
      sale_rate_e12: conversion.sale === null ? null : '1000000000000',
      home_currency: 'USD',
      home_rate_e12: conversion.currency === 'USD' ? '1000000000000' : String(INR_RATE_E12),
      source: conversion.source || null,
      country: conversion.country || null,
      device_type: conversion.device,
      os: conversion.os,
      browser: conversion.browser,
      click_params: { p1: conversion.p1 },
      params: { sub1: conversion.sub1 },
    })),
  );
  await insertAll(
    database,
    'earning_lots',
    lots.map((lot) => ({
      id: newId(),
      tenant_id: tenantId,
      day: lot.day,
      offer_id: offerIds.get(lot.offer),
      publisher_id: publishers.get(lot.publisher),
      advertiser_id: advertisers.get(offers.get(lot.offer) ?? 0),
      terms_version: 1,
      model: 'CPC',
      currency: 'USD',
      events: 1,
      revenue_micros: String(lot.revenue),
      payout_micros: String(lot.payout),
      revision: 1,
      updated_at: options.from,
    })),
  );
  return { tenantId, admin, publishers, advertisers, offers, events, conversions, lots };
}

/** many rows at once; every row names the same columns */
export async function insertAll(
  database: TestDatabase,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return;
  await database.asOwner(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

let segments = 0;
let serial = 0;
export async function shipEvents(
  database: TestDatabase,
  tenantId: string,
  events: readonly PlacedEvent[],
): Promise<void> {
  const store = postgresStore(roleUrl(database.ownerUrl, 'intake', testSecret), quietLog, anyDay);
  const intake = createIntake(store);
  const rowOf = (event: PlacedEvent): Record<string, string> => ({
    tenant_id: tenantId,
    event_id: `event-${++serial}`,
    at: event.at.toISOString(),
    offer: String(event.offer),
    publisher: String(event.publisher),
    verdict: event.verdict,
    sent_to: 'destination',
    is_unique: event.unique ? 't' : 'f',
    country: event.country,
    device_type: event.device,
    os: event.os,
    browser: event.browser,
    source: event.source,
    params: JSON.stringify({ p1: event.p1 }),
  });
  const frame = (kind: 'click' | 'impression'): Buffer =>
    encodeFrame(kind, events.filter((event) => event.kind === kind).map(rowOf));
  const body = Buffer.concat([frame('click'), frame('impression')]);
  await intake.accept({ tracker: 'feedfacefeedface', segment: ++segments, offset: 0, body });
  await store.close();
}

const offerRow = (tenant: string, id: string, number: number, advertiser: string, admin: string, at: Date) => ({
  ...offerColumns(at),
  tenant_id: tenant,
  id,
  number,
  title: `Offer ${number}`,
  advertiser_id: advertiser,
  status: number === 13 ? 'paused' : 'active',
  starts_at: at,
  created_by: admin,
});
