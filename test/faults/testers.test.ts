// Tests through the programs as they are shipped: every table of the database is compared before and after, row by row. What a
// test may leave is its report, its rows among the tests, and that somebody did it. `npm run testers:proof` does many of them.
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Endpoint, startEndpoint } from '../../packages/server/modules/postbacks/testing.ts';
import { createTestDatabase, type TestDatabase } from '../../packages/server/platform/testing.ts';
import type { Panel } from '../../scripts/lib/panel-client.ts';
import { click, createOffer, type TestOffer, until } from './clicks.ts';
import { type Stack, startStack } from './stack.ts';

const RUNS = Number(process.env.TESTERS_RUNS ?? 2);
let database: TestDatabase;
let endpoint: Endpoint;
let stack: Stack;
let panel: Panel;
let offer: TestOffer;
let port: number;

/** a test's own, and what goes on by itself: jobs, the trackers' reports, the session of whoever asks */
const MAY_CHANGE = new Set([
  'test_runs',
  'test_events',
  'audit_log',
  'jobs',
  'outbox_events',
  'outbox',
  'intake_positions',
  'trackers',
  'sessions',
  'api_key_hours',
  'access_log',
]);
/** what people read figures from: none of them may be empty here, else nothing was compared */
const FIGURES = [
  'events',
  'receipts',
  'receipt_outcomes',
  'conversions',
  'deliveries',
  'delivery_attempts',
  'publisher_postbacks',
  'ledger_transfers',
  'ledger_accounts',
  'rollup_quarter',
  'rollup_day',
  'rollup_offer',
  'rollup_publisher',
  'rollup_country',
  'rollup_source',
  'rollup_time',
  'rollup_conversions_offer',
  'tenant_usage',
  'cap_windows',
];

async function prints(): Promise<Map<string, string>> {
  const tables = await database.asOwner<{ name: string }>(
    `select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await database.asOwner<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from "${name}" t`,
    );
    found.set(name, row?.print ?? '');
  }
  return found;
}

/** accepted clicks, as the trackers report them and as they are stored: a test is in neither */
const accepted = async () => {
  const [row] = await database.asOwner<{ reported: number; stored: number }>(
    `select (select coalesce(sum((v.value ->> 'accepted')::int), 0) from trackers, jsonb_each(report -> 'verdicts') v)::int as reported,
            (select count(*) from events where kind = 'click' and verdict = 'accepted')::int as stored`,
  );
  return row ?? { reported: 0, stored: 0 };
};
/** a tracker tells its counts every few seconds: until it has told what is stored, an old count is no answer */
async function reported(): Promise<number> {
  await until(async () => {
    const { reported, stored } = await accepted();
    return reported >= stored;
  }, 30_000);
  return (await accepted()).reported;
}
/** every tracker has reported once more from now on */
async function nextReport(): Promise<void> {
  const [now] = await database.asOwner<{ at: string }>('select now()::text as at');
  const late = 'select count(*)::int as n from trackers where reported_at <= $1';
  await until(async () => (await database.asOwner<{ n: number }>(late, [now?.at]))[0]?.n === 0, 30_000);
}

const idOf = async (type: string): Promise<string> => {
  const text = `select u.id from users u join tenants t on t.id = u.tenant_id where t.subdomain = 'demo' and u.type = $1`;
  return (await database.asOwner<{ id: string }>(text, [type]))[0]?.id ?? '';
};
const profile = { country: 'DE', device: 'android' };
const link = (more = '') =>
  `http://demo.localhost:${port}/click?camp_id=${offer.number}&publisher_id=2&p1=MY-CLICK-7&source=mail${more}`;
async function done(path: string, body: object) {
  const { id } = await panel.call(path, { method: 'POST', body });
  for (let tries = 0; tries < 200; tries++) {
    const run = await panel.call(`/api/tests/${id}`);
    if (run.state !== 'running') return run;
    await sleep(100);
  }
  throw new Error('the test did not end');
}

beforeAll(async () => {
  database = await createTestDatabase();
  endpoint = await startEndpoint();
  stack = await startStack({
    databaseUrl: database.ownerUrl,
    outboundAllow: endpoint.place,
    serverEnv: { RATE_LIMIT_SCALE: '1000' },
  });
  [port = 0] = stack.trackerPorts;
  panel = await stack.panel();
  offer = await createOffer(stack, panel, {
    offer_name: 'Tried',
    default_campaign_url: `${endpoint.origin}/land?cid={click_id}&p={p1}`,
  });
  const cap = { publisher_id: '', metric: 'clicks', period: 'total', limit: 500, action: 'fallback' };
  await panel.call(`/api/offers/${offer.id}/caps`, { method: 'PUT', body: { caps: [cap] } });
  await panel.call('/api/publisher-postbacks', {
    method: 'POST',
    body: {
      publisher_id: await idOf('publisher'),
      offer_id: offer.id,
      statuses: ['approved'],
      url: `${endpoint.origin}/pb?click={click_id}&p1={p1}&pay={payout}&s={source}&c={country_id}`,
    },
  });
  await realTraffic();
});
afterAll(async () => {
  await stack?.stop();
  await endpoint?.close();
  await database?.drop();
});

/** clicks from a cap's lot, one of them converted, paid and told: so that every figure is there to be changed */
async function realTraffic(): Promise<void> {
  const { token } = (await panel.call(`/api/advertisers/${await idOf('advertiser')}/postback-setup`)).secrets;
  await sleep(1_000);
  const clicks = await Promise.all(Array.from({ length: 5 }, () => click(port, offer.number)));
  const id = clicks.find((one) => one.id !== null)?.id ?? '';
  const query = `click_id=${id}&txn_id=REAL-1&token=${token}`;
  await callTracker(`/postback?${query}`);
  await until(async () => endpoint.calls.length > 0, 30_000);
  await until(async () => {
    const [row] = await database.asOwner<{ n: number }>(
      `select count(*)::int as n from deliveries where state = 'delivered'`,
    );
    return row?.n === 1;
  }, 30_000);
  await nextReport();
}

async function callTracker(path: string) {
  return new Promise<string>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers: { Host: 'demo.localhost' } }, (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      answer.on('end', () => resolve(body));
    });
    call.once('error', reject);
    call.end();
  });
}

/** what was under way has come to its end: two looks say the same */
async function settled(): Promise<Map<string, string>> {
  let last = await prints();
  for (let tries = 0; tries < 60; tries++) {
    await sleep(1_000);
    const now = await prints();
    if ([...now].every(([name, print]) => MAY_CHANGE.has(name) || last.get(name) === print)) return now;
    last = now;
  }
  throw new Error('the database does not come to rest');
}

test(`${RUNS} deep tests, a quick one and links leave every figure as it was`, async () => {
  const before = await settled();
  expect(FIGURES.filter((name) => (before.get(name) ?? '0').startsWith('0 '))).toEqual([]);
  const counted = await reported();
  expect(counted).toBe((await accepted()).stored);
  const calls = endpoint.calls.length;
  for (let n = 0; n < RUNS; n++) {
    const run = await done('/api/tests/postback', { link: link(), depth: 'deep', ...profile });
    expect([
      run.state,
      run.result,
      run.steps.map((one: { step: string; result: string }) => `${one.step} ${one.result}`),
    ]).toEqual(['passed', 'ok', ['read ok', 'click ok', 'conversion ok', 'arrival ok', 'postback ok']]);
    const told = endpoint.calls[calls + n]?.url ?? '';
    expect(run.calls).toMatchObject([{ sent: true, status: 200, body: 'OK', url: `${endpoint.origin}${told}` }]);
    expect(told).toBe(`/pb?click=${run.click.id}&p1=MY-CLICK-7&pay=0.5&s=mail&c=DE`);
    expect(run.values).toEqual(expect.arrayContaining([{ name: 'p1', value: 'MY-CLICK-7' }]));
  }
  const quick = await done('/api/tests/postback', { link: link('&mine=1'), depth: 'quick', ...profile });
  expect([quick.state, quick.unknown, quick.calls[0].sent]).toEqual(['passed', ['mine'], false]);
  expect(quick.click.location).toContain(`${endpoint.origin}/land?cid=TEST-CLICK-ID&p=MY-CLICK-7`);
  const followed = await done('/api/tests/link', { url: link(), ...profile });
  expect([followed.state, followed.chain.map((hop: { by: string; status: number }) => [hop.by, hop.status])]).toEqual([
    'passed',
    [
      ['start', 302],
      ['tracker', 200],
    ],
  ]);
  const after = await settled();
  expect(
    [...after].filter(([name, print]) => !MAY_CHANGE.has(name) && before.get(name) !== print).map(([name]) => name),
  ).toEqual([]);
  await nextReport();
  expect(await reported()).toBe(counted);
  const [rows] = await database.asOwner<{ n: number }>('select count(*)::int as n from test_events');
  expect(rows?.n).toBe(RUNS * 2 + 1);
});

test('a paused offer, an unknown goal and a publisher whose server says no are told apart', async () => {
  expect(await done('/api/tests/postback', { link: link(), depth: 'deep', goal: 'nothing', ...profile })).toMatchObject(
    {
      state: 'failed',
      result: 'conversion_refused',
      conversion: { outcome: 'goal_unknown' },
      calls: [],
    },
  );
  endpoint.answer = (_request, reply) => reply.writeHead(500).end('x'.repeat(10_000));
  const refused = await done('/api/tests/postback', { link: link(), depth: 'deep', ...profile });
  expect([refused.result, refused.calls[0].status, refused.calls[0].body.length]).toEqual([
    'postback_failed',
    500,
    4096,
  ]);
  endpoint.answer = (_request, reply) => reply.end('OK');
  await panel.call(`/api/offers/${offer.id}/status`, { method: 'POST', body: { status: 'paused' } });
  let last: { result?: string; click?: { verdict: string } } = {};
  await until(async () => {
    last = await done('/api/tests/postback', { link: link(), depth: 'deep', ...profile });
    return last.result === 'click_refused';
  }, 20_000);
  expect(last.click?.verdict).toBe('offer_paused');
  await panel.call(`/api/offers/${offer.id}/status`, { method: 'POST', body: { status: 'active' } });
});

test('in earnest the click of a test is nobody’s', async () => {
  const run = await done('/api/tests/postback', { link: link(), depth: 'deep', ...profile });
  const { token } = (await panel.call(`/api/advertisers/${await idOf('advertiser')}/postback-setup`)).secrets;
  const answer = await callTracker(`/postback?click_id=${run.click.id}&txn_id=T-9&token=${token}`);
  expect(JSON.parse(answer)).toMatchObject({ success: false, outcome: 'broken_click' });
});
