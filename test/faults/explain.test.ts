// Clicks of the demo's traffic through a tracker that runs, while offers are edited, and then each of them explained: what the steps
// say again is what was recorded. `npm run explain:proof` does it with ten thousand; the counts are printed.
import { decodeClickId } from '@tributary/contract/tracker/click-id';
import { macKey } from '@tributary/contract/tracker/siphash';
import { CLICK_ID_KEY_LABEL } from '@tributary/contract/tracker/tracker-wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { random } from '../../packages/server/demo/believable.ts';
import { events, type ScanCursor, type ScannedEvent } from '../../packages/server/modules/events/index.ts';
import {
  createReplayProgram,
  decideAgain,
  type ReplayProgram,
} from '../../packages/server/modules/trust/explain/index.ts';
import { type Database, openDatabase, systemActor } from '../../packages/server/platform/db/database.ts';
import { roleUrl } from '../../packages/server/platform/db/roles.ts';
import { secretFrom } from '../../packages/server/platform/secret.ts';
import { createTestDatabase, quietLog, type TestDatabase } from '../../packages/server/platform/testing.ts';
import type { Panel } from '../../scripts/lib/panel-client.ts';
import { readMarket } from '../../scripts/lib/traffic/market.ts';
import { ask, Book } from '../../scripts/lib/traffic/send.ts';
import { Visitors } from '../../scripts/lib/traffic/visit.ts';
import { createOffer, type TestOffer, until } from './clicks.ts';
import { SECRET, type Stack, startStack } from './stack.ts';

const CLICKS = Number(process.env.EXPLAIN_CLICKS ?? 300);
const AT_ONCE = 20;
const EDITS = 12;
/** of all that could be asked again */
const EQUAL_AT_LEAST = 0.999;

let database: TestDatabase;
let stack: Stack;
let panel: Panel;
let worker: Database;
let replay: ReplayProgram;

beforeAll(async () => {
  database = await createTestDatabase();
  stack = await startStack({ databaseUrl: database.ownerUrl });
  panel = await stack.panel();
  worker = openDatabase(roleUrl(database.ownerUrl, 'worker', secretFrom(SECRET)), {
    name: 'explain',
    max: 2,
    log: quietLog,
  });
  replay = createReplayProgram(quietLog);
});
afterAll(async () => {
  replay?.close();
  await worker?.close();
  await stack?.stop();
  await database?.drop();
});

const cap = { publisher_id: '', metric: 'clicks', period: 'total', limit: 40, action: 'fallback' };

async function openOffers(): Promise<TestOffer[]> {
  const offers: TestOffer[] = [];
  for (const name of ['Open', 'Capped', 'Edited', 'Edited too']) {
    offers.push(await createOffer(stack, panel, { offer_name: name }));
  }
  await panel.call(`/api/offers/${offers[1]?.id}/caps`, { method: 'PUT', body: { caps: [cap] } });
  return offers;
}

/** opens what is shut and shuts what is open, again and again */
async function edit(offers: readonly TestOffer[], times: number): Promise<void> {
  const [, , one, other] = offers;
  const [offer, status] = [times % 2 === 0 ? one : other, times % 4 < 2 ? 'paused' : 'active'];
  await panel.call(`/api/offers/${offer?.id}/status`, { method: 'POST', body: { status } });
}

async function send(offers: readonly TestOffer[]): Promise<void> {
  const [port = 0] = stack.trackerPorts;
  const next = random('explain');
  const visitors = new Visitors(await readMarket(panel), `demo.localhost:${port}`, next);
  const every = Math.max(1, Math.floor(CLICKS / EDITS));
  for (let sent = 0; sent < CLICKS; sent += AT_ONCE) {
    if (sent > 0 && Math.floor(sent / every) > Math.floor((sent - AT_ONCE) / every)) {
      await edit(offers, Math.floor(sent / every));
    }
    const visits = Array.from({ length: Math.min(AT_ONCE, CLICKS - sent) }, () => visitors.next());
    await Promise.all(visits.map(({ method, path, headers }) => ask(port, method, path, headers)));
  }
}

async function* stored(tenantId: string): AsyncGenerator<ScannedEvent> {
  const range = { start: new Date(Date.now() - 3_600_000), end: new Date(Date.now() + 60_000) };
  for (let cursor: ScanCursor | null = null; ; ) {
    const page: Awaited<ReturnType<ReturnType<typeof events>['scan']>> = await worker.withTenant(
      tenantId,
      systemActor,
      (tx) => events().scan(tx, tenantId, range, { kind: 'click' }, cursor),
    );
    yield* page.rows;
    if (!page.next) return;
    cursor = page.next;
  }
}

test(`${CLICKS} clicks with edits meanwhile: what is said again is what was recorded`, async () => {
  const offers = await openOffers();
  const countOf = async () =>
    (await database.asOwner<{ n: number }>(`select count(*)::int as n from events where kind = 'click'`))[0]?.n ?? 0;
  const before = await countOf();
  await send(offers);
  await until(async () => (await countOf()) >= before + CLICKS, 120_000);
  const [tenant] = await database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  const key = macKey(secretFrom(SECRET).derive(CLICK_ID_KEY_LABEL));
  const book = new Book();
  const versions = new Set<string>();
  const differing: string[] = [];
  let [all, equal, known] = [0, 0, 0];
  for await (const event of stored(tenant?.id ?? '')) {
    const number = decodeClickId(event.event_id, key)?.tenant ?? 0;
    const decision = await decideAgain({ pipeline: worker, replay }, systemActor, tenant?.id ?? '', number, event);
    all++;
    versions.add(String(event.snapshot_version));
    book.count(decision.class, decision.cause ?? 'by rules alone');
    book.count('verdicts', event.verdict);
    if (decision.class === 'unknown') continue;
    known++;
    if (decision.agrees) equal++;
    else differing.push(`${event.event_id} ${decision.recorded} → ${decision.rebuilt} (${decision.cause})`);
  }
  process.stdout.write(
    `${all} clicks of ${versions.size} configurations, ${equal} of ${known} said again as recorded\n${book.text()}\n${differing.slice(0, 20).join('\n')}\n`,
  );
  expect(all).toBeGreaterThanOrEqual(CLICKS);
  expect(versions.size).toBeGreaterThan(3);
  expect(known).toBe(all);
  // what rests on rules and stored values alone is equal, all of it
  expect(differing.filter((line) => line.includes('rules_differ'))).toEqual([]);
  expect(equal / known).toBeGreaterThanOrEqual(EQUAL_AT_LEAST);
});
