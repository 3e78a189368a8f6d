// One thousand copies of one conversion, by GET, by POST, as image and as frame, from many trackers at once, while the
// processes are restarted: one conversion, one pair of ledger transfers, one call to the publisher.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { readSettings } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import { quietLog, temporaryFolder, testSecret } from '../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { type Endpoint, startEndpoint } from './testing.ts';

let t: TestApp;
let w: World;
let endpoint: Endpoint;
const folder = temporaryFolder();
beforeAll(async () => {
  endpoint = await startEndpoint();
  t = await createTestApp({ env: { OUTBOUND_ALLOW: endpoint.place } });
  w = await createWorld(t);
});
afterAll(async () => {
  await t.close();
  await endpoint.close();
  folder.remove();
});

/** another life of the same server on the same database */
const anotherLife = () =>
  createApp({
    settings: readSettings({
      DATABASE_URL: t.database.ownerUrl,
      DATA_DIR: folder.path,
      LOG_LEVEL: 'silent',
      OUTBOUND_ALLOW: endpoint.place,
    }),
    secret: testSecret,
    clock: t.clock,
    log: quietLog,
    webRoot: folder.path,
    version: 'test',
  });

test('1,000 duplicates in four forms across restarts are one conversion, one ledger pair and one call', async () => {
  const offer = await w.addOffer({ conversion_tracking: 'IMG Pixel Tracking' });
  await w.insert('publisher_postbacks', {
    tenant_id: w.tenantId,
    id: newId(),
    publisher_id: w.publisher.id,
    url: `${endpoint.origin}/pb?tx={txn_id}&pay={payout}`,
    method: 'GET',
    statuses: ['approved'],
    created_at: t.clock.now(),
  });
  const click_id = w.clickId(offer.number);
  const copy = (n: number) => ({ click_id, txn_id: 'order-1', method: n % 2 ? 'POST' : 'GET' });
  const ship = (from: number) =>
    w.receipts(
      Array.from({ length: 25 }, (_, n) => copy(n)),
      from % 2 ? 'pixel' : 'postback',
    );
  const shipMany = (chunks: number) => Promise.all(Array.from({ length: chunks }, (_, n) => ship(n)));

  let life = await anotherLife();
  const first = shipMany(14);
  await life.worker?.drain();
  await life.close();
  life = await anotherLife();
  const rest = shipMany(26);
  await Promise.all([first, rest]);
  await life.close();
  await t.app.worker?.drain();

  expect(await w.conversions()).toHaveLength(1);
  const [outcomes] = await t.database.asOwner<{ recorded: string; duplicate: string }>(
    `select count(*) filter (where outcome = 'recorded') as recorded, count(*) filter (where outcome = 'duplicate') as duplicate
     from receipt_outcomes`,
  );
  expect(outcomes).toEqual({ recorded: '1', duplicate: '999' });
  const legs = await t.database.asOwner<{ leg: string }>('select leg from ledger_transfers order by leg');
  expect(legs.map(({ leg }) => leg)).toEqual(['payout', 'revenue']);
  expect(endpoint.calls.map(({ url }) => url)).toEqual(['/pb?tx=order-1&pay=4']);
}, 120_000);
