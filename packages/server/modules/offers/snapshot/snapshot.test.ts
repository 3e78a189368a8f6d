// What trackers are told of an offer, read as the snapshot builder reads it.
import { routes } from '@tributary/contract';
import type { SnapshotOffer } from '@tributary/contract/tracker/snapshot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { readLinksForSnapshot, readOffersForSnapshot } from '../index.ts';
import { type Office, openOffice } from '../testing.ts';

let t: TestApp;
let office: Office;
let tenantId: string;
beforeAll(async () => {
  t = await createTestApp();
  office = await openOffice(t);
  tenantId = (await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`))[0]?.id ?? '';
});
afterAll(() => t.close());

const told = async (id: string): Promise<SnapshotOffer> => {
  const [offer] = await t.app.database.withTenant(tenantId, systemActor, (tx) =>
    readOffersForSnapshot(tx, 7, { ids: [id] }),
  );
  if (!offer) throw new Error('not in the snapshot');
  return offer;
};
const schedulesFor = async (change: object) =>
  (await told((await office.create({ timezone: 'Asia/Kolkata', ...change })).id)).schedules;
const publisherNumber = async (id: string) =>
  (await t.database.asOwner<{ n: number }>('select user_sequence_id as n from users where id = $1', [id]))[0]?.n ?? 0;

test('an offer is told whole', async () => {
  const { id, camp_id } = await office.create({
    objective: 'Sale',
    category: 'finance',
    external_offer_id: 'LN-1',
    app_id: 'com.x',
    currency: 'EUR',
    start_date: 1_790_000_000,
    end_date: 1_890_000_000,
    redirect_type: '301',
    unique_click_hours: 2,
    duplicate_click_action: 'refuse',
    fallback_url: 'https://f.example/',
    deep_links: true,
    conversion_tracking: 'IMG Pixel Tracking',
    geo_coverage: 'in,us',
    devices: 'tablet',
    operating_system: 'ios',
    goals: [{ name: 'Lead', token: 'lead', revenue: '1', payout: '1' }],
    landing_pages: [{ name: 'Two', url: 'https://two.example/?c={click_id}' }],
  });
  const targets = [{ field: 'language', op: 'not_in', values: ['fr'] }];
  await t.call(routes.setTargets, { token: office.admin.token, params: { id }, body: { targets } });
  expect(await told(id)).toEqual({
    tenant: 7,
    number: camp_id,
    id,
    title: 'Lantern loans',
    model: 'CPS',
    category: 'finance',
    externalId: 'LN-1',
    appId: 'com.x',
    currency: 'EUR',
    advertiser: office.advertiser.number,
    status: 'active',
    startsAt: 1_790_000_000_000,
    endsAt: 1_890_000_000_000,
    schedules: [],
    visibility: 'public',
    allowedPublishers: [],
    blockedPublishers: [],
    targets: [
      { field: 'country', op: 'in', values: ['in', 'us'] },
      { field: 'device', op: 'in', values: ['tablet'] },
      { field: 'os', op: 'in', values: ['ios'] },
      ...targets,
    ],
    caps: [],
    url: 'https://lantern.example/apply?c={click_id}',
    landings: [{ number: 2, url: 'https://two.example/?c={click_id}' }],
    redirect: '301',
    uniqueForMs: 7_200_000,
    duplicates: 'refuse',
    fallbackUrl: 'https://f.example/',
    deepLinkHosts: ['lantern.example', 'two.example'],
    clickLifeMs: 2_592_000_000,
    conversionTracking: 'pixel',
    goals: ['lead'],
    termsVersion: 1,
  });
});

describe('schedules', () => {
  const zone = { timezone: 'Asia/Kolkata' };
  test('none where neither switch is on, whatever the times say', async () => {
    expect(await schedulesFor({ daily_start_time: '08:00:00', start_hour: 9, selected_days: '["Monday"]' })).toEqual(
      [],
    );
  });
  test('daily start and stop are a window of every day; seconds count to the next minute', async () => {
    const daily = { daily_start_stop: true, daily_start_time: '08:30:00', daily_end_time: '22:15:30' };
    expect(await schedulesFor(daily)).toEqual([
      { ...zone, days: [], fromMinute: 510, toMinute: 1336, inverted: false },
    ]);
    expect(await schedulesFor({ ...daily, daily_end_time: '23:59:59' })).toEqual([
      { ...zone, days: [], fromMinute: 510, toMinute: 0, inverted: false },
    ]);
  });
  test('time targeting is a window on its days; inactive hours turn it round', async () => {
    const hours = { enable_time_targeting: true, start_hour: 22, end_hour: 6, selected_days: '["Sunday","Monday"]' };
    expect(await schedulesFor(hours)).toEqual([
      { ...zone, days: [1, 7], fromMinute: 1320, toMinute: 360, inverted: false },
    ]);
    expect(await schedulesFor({ ...hours, enable_inactive_hours: true })).toEqual([
      { ...zone, days: [1, 7], fromMinute: 1320, toMinute: 360, inverted: true },
    ]);
  });
});

describe('who may run it', () => {
  const permit = (id: string, state: string, publisherId: string) =>
    t.call(routes.setPermission, {
      token: office.admin.token,
      params: { id },
      body: { publisher_ids: [publisherId], state },
    });

  test('a private offer names those it was given to, a blocked one is named as such', async () => {
    const { id } = await office.create({ offer_visibility: 'Private' });
    const other = await office.addPublisher();
    await permit(id, 'allowed', office.publisher.userId);
    await permit(id, 'blocked', other.id);
    expect(await told(id)).toMatchObject({
      visibility: 'private',
      allowedPublishers: [await publisherNumber(office.publisher.userId)],
      blockedPublishers: [other.number],
    });
  });
  test('a public offer with required terms is open only to those who accepted the current ones', async () => {
    const { id } = await office.create({ require_terms: true, offer_terms: 'Be fair.' });
    expect(await told(id)).toMatchObject({ visibility: 'permission', allowedPublishers: [] });
    await t.call(routes.askForCampaign, {
      token: office.publisher.token,
      params: { id },
      body: { accepted_terms_version: 1 },
    });
    const own = await publisherNumber(office.publisher.userId);
    expect(await told(id)).toMatchObject({ visibility: 'permission', allowedPublishers: [own] });
    const { fields, version } = await office.page(id);
    await t.call(routes.editOffer, {
      token: office.admin.token,
      params: { id },
      body: { ...fields, offer_terms: 'Be fairer.', version },
    });
    expect(await told(id)).toMatchObject({ visibility: 'permission', allowedPublishers: [] });
  });
  test('one who only asked is not named', async () => {
    const { id } = await office.create({ offer_visibility: 'Ask to Permission' });
    await t.call(routes.askForCampaign, { token: office.publisher.token, params: { id }, body: {} });
    expect(await told(id)).toMatchObject({ visibility: 'permission', allowedPublishers: [], blockedPublishers: [] });
  });
});

test('caps that stop clicks are told: on clicks, or with the fallback as action; holds and mere notices are not', async () => {
  const { id } = await office.create();
  const cap = { publisher_id: null, metric: 'clicks', period: 'day', limit: '5', action: 'fallback' };
  const caps = [
    cap,
    { ...cap, publisher_id: office.publisher.userId },
    { ...cap, action: 'notify' },
    { ...cap, metric: 'conversions' },
    { ...cap, metric: 'conversions', action: 'hold' },
  ];
  await t.call(routes.setOfferCaps, { token: office.admin.token, params: { id }, body: { caps } });
  const publishers = (await told(id)).caps.map(({ publisher }) => publisher);
  expect(publishers.sort()).toEqual([await publisherNumber(office.publisher.userId), null, null].sort());
});

test('a link is told with its deep link among its values, and both kinds of news are sent', async () => {
  const { id, camp_id } = await office.create({ deep_links: true });
  const body = { offer_id: id, deep_link: 'https://lantern.example/x', params: { p1: 'a' } };
  const { code } = (await t.call(routes.createLink, { token: office.publisher.token, body })).body;
  const links = await t.app.database.withTenant(tenantId, systemActor, (tx) => readLinksForSnapshot(tx, 7, [code]));
  const publisher = await publisherNumber(office.publisher.userId);
  expect(links).toEqual([
    {
      tenant: 7,
      code,
      offer: camp_id,
      publisher,
      landing: null,
      params: { p1: 'a', url: 'https://lantern.example/x' },
    },
  ]);
  const topics = await t.database.asOwner<{ topic: string }>(
    `select topic from outbox where payload->>'offer_id' = $1 or payload->>'code' = $2 order by id`,
    [id, code],
  );
  expect(topics.map(({ topic }) => topic)).toEqual(['offer.changed', 'link.created']);
});

test('all offers of a tenant are its own', async () => {
  const acme = await openOffice(t, 'acme');
  const { id } = await acme.create();
  const all = await t.app.database.withTenant(tenantId, systemActor, (tx) => readOffersForSnapshot(tx, 7, null));
  expect(all.length).toBeGreaterThan(5);
  expect(all.some((offer) => offer.id === id)).toBe(false);
});
