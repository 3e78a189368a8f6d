// For tests only: examples for conversions, receipts, caps, postbacks and webhooks, and the things they name.
import type { IdKind } from '@tributary/contract';
import { newId } from '../../platform/ids.ts';
import { addOffer, type Example } from './examples.ts';
import type { Scene, SignedIn } from './scene.ts';

const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });
const onId =
  (body: unknown): Example =>
  ({ targetId }) => ({ params: { id: targetId }, body });
/** nobody is called: the guard refuses the address at once, and the answer says so */
const POSTBACK = { url: 'https://localhost/pb?c={click_id}', method: 'GET', statuses: ['approved'] };
const someIds = () => [newId()];

export const conversionExamples = {
  conversions: () => ({ query: { status: 'approved,pending', q: 'abc', limit: '5' } }),
  exportConversions: nothing,
  conversion: byId,
  addConversion: async ({ scene, subdomain }) => ({
    body: {
      offer_id: await addOffer(scene, subdomain),
      publisher_id: (await scene.addPerson(subdomain, 'publisher')).id,
      txn_id: newId(),
      status: 'approved',
      reason: 'Came by mail.',
    },
  }),
  decideConversion: onId({ status: 'rejected', reason: 'Test order.' }),
  decideConversions: () => ({ body: { ids: someIds(), status: 'approved', reason: 'Checked.' } }),
  adjustConversion: onId({ payout: '2.5', reason: 'Agreed.' }),
  adjustConversions: () => ({ body: { ids: someIds(), payout: '2.5', reason: 'Agreed.' } }),
  noteConversion: onId({ note: 'Looked at it.' }),
  conversionRequests: nothing,
  conversionRequest: byId,
  answerRequest: onId({ accept: false, reason: 'Delivered.' }),
  receipts: () => ({ query: { q: 'txn', outcome: 'recorded,duplicate' } }),
  exportReceipts: nothing,
  receipt: byId,
  replayReceipts: () => ({ body: { ids: someIds(), reason: 'The goal exists now.' } }),
  capsReached: nothing,
  resetCap: onId({ reason: 'More budget.' }),
  capUsage: nothing,
  exchangeRates: () => ({ query: { q: 'eur', sort: '-from', page: '1' } }),
  exportExchangeRates: nothing,
  previewExchangeRate: () => ({ query: { base: 'EUR', quote: 'USD', rate: '1.1', from: '2026-01-01' } }),
  importExchangeRates: () => ({ body: { csv: 'EUR,USD,1.1,2026-01-01', save: true } }),
  exchangeRateHistory: () => ({ query: { base: 'EUR', quote: 'USD' } }),
  exchangeRateUse: async (place) => ({ query: await addRate(place) }),
  takeBackExchangeRate: async (place) => ({ body: await addRate(place) }),
  setExchangeRate: () => ({ body: { base: 'EUR', quote: 'USD', rate: '1.1', from: '2026-01-01' } }),
  postbackSetup: byId,
  setPostbackAuth: onId({ token_required: true, signature_required: false, networks: ['192.0.2.0/24'] }),
  rotatePostbackSecrets: byId,
  checkPostback: onId({ address: '/postback?click_id=none' }),
  ownReceipts: () => ({ query: { q: 'txn', outcome: 'recorded,duplicate' } }),
  exportOwnReceipts: nothing,
  ownReceipt: byId,
  ownPostbackSetup: nothing,
  advertiserConversions: nothing,
  exportAdvertiserConversions: nothing,
  decideOwnConversions: () => ({ body: { ids: someIds(), status: 'approved', reason: 'Paid.' } }),
  lots: nothing,
  lot: byId,
  correctLot: onId({ payout: '2.5', reason: 'Agreed.' }),
  lateLots: nothing,
  decideLateLot: onId({ decision: 'book', reason: 'The tracker was away.' }),
  offerTermsVersions: byId,
  publisherBalance: byId,
  advertiserSpend: byId,
  publisherStatement: byId,
  advertiserStatement: byId,
  exportPublisherStatement: byId,
  exportAdvertiserStatement: byId,
  ownBalance: nothing,
  ownSpend: nothing,
  publisherPostbacks: () => ({ query: { level: 'global' } }),
  addPublisherPostback: async ({ scene, subdomain }) => ({
    body: { ...POSTBACK, publisher_id: (await scene.addPerson(subdomain, 'publisher')).id },
  }),
  editPublisherPostback: onId(POSTBACK),
  removePublisherPostback: byId,
  testPublisherPostback: byId,
  deliveries: () => ({ query: { state: 'failed' } }),
  exportDeliveries: nothing,
  delivery: byId,
  resendDelivery: byId,
  replayDeliveries: () => ({ body: { ids: someIds() } }),
  resendConversion: byId,
  webhooks: nothing,
  // a workspace has so many and no more: each caller finds room
  addWebhook: async ({ scene, subdomain }) => {
    await scene.t.database.asOwner('update webhooks set removed_at = now() where tenant_id = $1', [
      scene.tenantIdOf(subdomain),
    ]);
    return { body: { url: 'https://hooks.example/x', events: ['conversion.created'] } };
  },
  editWebhook: onId({ url: 'https://hooks.example/y', events: ['conversion.approved'] }),
  removeWebhook: byId,
  rotateWebhookSecret: byId,
  publisherConversions: nothing,
  exportPublisherConversions: nothing,
  ownPostbacks: nothing,
  addOwnPostback: () => ({ body: POSTBACK }),
  editOwnPostback: onId(POSTBACK),
  removeOwnPostback: byId,
  testOwnPostback: byId,
  ownDeliveries: nothing,
  ownDelivery: byId,
} satisfies Record<string, Example>;

interface Place {
  scene: Scene;
  subdomain: string;
  session: SignedIn | null;
}

let daysTaken = 0;
/** each of a day of its own */
async function addRate({ scene, subdomain }: Place) {
  const from = new Date(Date.UTC(2020, 0, ++daysTaken)).toISOString().slice(0, 10);
  const pair = { base: 'EUR', quote: 'USD' };
  const row = { tenant_id: scene.tenantIdOf(subdomain), ...pair, valid_from: from, rate_micros: 1_100_000 };
  await scene.insert('exchange_rates', row);
  return { ...pair, from };
}

export async function addConversion({
  scene,
  subdomain,
  session,
}: Place): Promise<{ id: string; publisherId: string }> {
  const tenant_id = scene.tenantIdOf(subdomain);
  const offerId = await addOffer(scene, subdomain);
  const [row] = await scene.t.database.asOwner<{ advertiser_id: string; goal_id: string }>(
    `select o.advertiser_id, g.id as goal_id from offers o join offer_goals g on g.offer_id = o.id where o.id = $1`,
    [offerId],
  );
  const publisherId = session?.person.id ?? (await scene.addPerson(subdomain, 'publisher')).id;
  const [id, at] = [newId(), scene.t.clock.now()];
  await scene.insert('conversions', {
    tenant_id,
    id,
    kind: 'manual',
    offer_id: offerId,
    goal_id: row?.goal_id,
    publisher_id: publisherId,
    advertiser_id: row?.advertiser_id,
    at,
    recorded_at: at,
    status: 'rejected',
    currency: 'USD',
    revenue_micros: 0,
    payout_micros: 0,
    home_currency: 'USD',
  });
  return { id, publisherId };
}

async function addPostback({ scene, subdomain, session }: Place): Promise<string> {
  const id = newId();
  await scene.insert('publisher_postbacks', {
    ...POSTBACK,
    tenant_id: scene.tenantIdOf(subdomain),
    id,
    publisher_id: session?.person.id ?? (await scene.addPerson(subdomain, 'publisher')).id,
    created_at: scene.t.clock.now(),
  });
  return id;
}

async function addDelivery(place: Place): Promise<string> {
  const { scene, subdomain } = place;
  const { id: subject_id, publisherId } = await addConversion(place);
  const id = newId();
  await scene.insert('deliveries', {
    tenant_id: scene.tenantIdOf(subdomain),
    id,
    kind: 'postback',
    target_id: newId(),
    publisher_id: publisherId,
    subject_kind: 'conversion',
    subject_id,
    event: 'approved',
    cause: 'created-1',
    url: 'https://localhost/pb',
    method: 'GET',
    state: 'failed',
    created_at: scene.t.clock.now(),
  });
  return id;
}

async function addReached({ scene, subdomain }: Place): Promise<string> {
  const tenant_id = scene.tenantIdOf(subdomain);
  const [id, cap_id, at] = [newId(), newId(), scene.t.clock.now()];
  const offer_id = await addOffer(scene, subdomain);
  await scene.insert('offer_caps', {
    tenant_id,
    id: cap_id,
    offer_id,
    metric: 'conversions',
    period: 'day',
    limit_value: 5,
    action: 'hold',
  });
  const window_start = new Date(at.getTime() - 1_000);
  const window_end = new Date(at.getTime() + 3_600_000);
  await scene.insert('cap_windows', { tenant_id, cap_id, window_start, window_end, spent: 5 });
  await scene.insert('caps_reached', { tenant_id, id, cap_id, window_start, at, value: 5, limit_value: 5 });
  return id;
}

async function addLot({ scene, subdomain }: Place, table: 'earning_lots' | 'late_lots'): Promise<string> {
  const tenant_id = scene.tenantIdOf(subdomain);
  const offer_id = await addOffer(scene, subdomain);
  const [row] = await scene.t.database.asOwner<{ advertiser_id: string }>(
    'select advertiser_id from offers where id = $1',
    [offer_id],
  );
  const [id, at] = [newId(), scene.t.clock.now()];
  await scene.insert(table, {
    tenant_id,
    id,
    day: '2026-01-01',
    offer_id,
    publisher_id: (await scene.addPerson(subdomain, 'publisher')).id,
    advertiser_id: row?.advertiser_id,
    terms_version: 1,
    model: 'CPC',
    currency: 'USD',
    events: 1,
    revenue_micros: 0,
    payout_micros: 0,
    lines: '[{"from":"1970-01-01T00:00:00.000Z","country":null,"events":"1","revenue":"0","payout":"0"}]',
    ...(table === 'earning_lots' ? { revision: 1, updated_at: at } : { found_at: at }),
  });
  return id;
}

/** undefined where the name is not one of ours */
export async function makeConversionTarget(name: IdKind, place: Place): Promise<string | undefined> {
  const { scene, subdomain } = place;
  const tenant_id = scene.tenantIdOf(subdomain);
  const [id, at] = [newId(), scene.t.clock.now()];
  switch (name) {
    case 'conversion':
      return (await addConversion({ ...place, session: null })).id;
    case 'receipt':
      await scene.insert('receipts', { tenant_id, receipt_id: id, kind: 'postback', at, outcome: 'goal_unknown' });
      return id;
    case 'cap-reached':
      return addReached(place);
    case 'conversion-request': {
      const { id: conversion_id } = await addConversion({ ...place, session: null });
      const asked = { asked_by: 'advertiser', word: 'rejected', lowers: true, reason: 'Returned', at };
      await scene.insert('conversion_requests', { tenant_id, id, conversion_id, ...asked });
      return id;
    }
    case 'lot':
      return addLot(place, 'earning_lots');
    case 'late-lot':
      return addLot(place, 'late_lots');
    case 'publisher-postback':
      return addPostback(place);
    case 'delivery':
      return addDelivery(place);
    case 'webhook':
      await scene.insert('webhooks', { tenant_id, id, url: 'https://hooks.example/', events: [], created_at: at });
      return id;
    default:
      return undefined;
  }
}
