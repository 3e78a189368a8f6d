// From an advertiser's call to a publisher's, over real HTTP through the programs as they are shipped, while these die and
// come back.
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Endpoint, startEndpoint } from '../../packages/server/modules/postbacks/testing.ts';
import { createTestDatabase, type TestDatabase } from '../../packages/server/platform/testing.ts';
import type { Panel } from '../../scripts/lib/panel-client.ts';
import { click, createOffer, type TestOffer, until } from './clicks.ts';
import { type Stack, startStack } from './stack.ts';

const COPIES = 1_000;
/** conversions/receipts/forged.test.ts judges ten thousand; here it is the way through both programs that counts */
const FORGED = 2_000;
const SLOW_CALLS = 30;
let database: TestDatabase;
let endpoint: Endpoint;
let stack: Stack;
let panel: Panel;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  endpoint = await startEndpoint();
  stack = await startStack({ trackers: 2, databaseUrl: database.ownerUrl, outboundAllow: endpoint.place });
  panel = await stack.panel();
  const advertiser = await idOf('advertiser');
  ({ token } = (await panel.call(`/api/advertisers/${advertiser}/postback-setup`)).secrets);
});
afterAll(async () => {
  await stack?.stop();
  await endpoint?.close();
  await database?.drop();
});

const idOf = async (type: string): Promise<string> => {
  const text = `select u.id from users u join tenants t on t.id = u.tenant_id where t.subdomain = 'demo' and u.type = $1`;
  return (await database.asOwner<{ id: string }>(text, [type]))[0]?.id ?? '';
};
const countOf = async (text: string, values: unknown[] = []): Promise<number> =>
  (await database.asOwner<{ n: number }>(`select count(*)::int as n from ${text}`, values))[0]?.n ?? 0;
const addPostback = async ({ id }: TestOffer, path: string): Promise<void> => {
  const body = { publisher_id: await idOf('publisher'), offer_id: id, statuses: ['approved'] };
  const url = `${endpoint.origin}${path}?click={click_id}&pay={payout}`;
  await panel.call('/api/publisher-postbacks', { method: 'POST', body: { ...body, url } });
};
const callsTo = (path: string): string[] =>
  endpoint.calls.map(({ url }) => url).filter((url) => url.startsWith(`${path}?`));
const clickOn = async ({ number }: TestOffer): Promise<string> =>
  (await click(stack.trackerPorts[0] ?? 0, number)).id ?? '';

interface Report {
  path: string;
  /** sent by POST, as a form */
  form?: string;
  host?: string;
}
let places = 0;
/** the status; 0 when nobody answered */
function send(port: number, report: Report, agent: Agent | false = false): Promise<number> {
  const { path, form, host = 'demo.localhost' } = report;
  // each from a place of its own: one address may not send many pixels
  const place = `73.9.${(++places >> 8) & 255}.${places & 255}`;
  const headers = {
    host,
    'x-forwarded-for': place,
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
  };
  const method = form === undefined ? 'GET' : 'POST';
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path, method, headers, agent, timeout: 20_000 };
    const call = httpRequest(options, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0));
    });
    call.once('timeout', () => call.destroy());
    call.once('error', () => resolve(0));
    call.end(form);
  });
}
/** by GET, by POST, as image and as frame */
const formsOf = (values: Record<string, string>): Report[] => {
  const query = String(new URLSearchParams(values));
  return [
    { path: `/postback?${query}` },
    { path: '/postback', form: query },
    { path: `/pixel.gif?${query}` },
    { path: `/pixel.html?${query}` },
  ];
};
const portOf = (n: number): number => stack.trackerPorts[n % stack.trackerPorts.length] ?? 0;

/** nothing waits and nothing runs: what was to happen has happened. What comes round again, and is no event's, always waits */
const isQuiet = async (): Promise<boolean> =>
  (await countOf('receipt_queue')) === 0 &&
  (await countOf('outbox where relayed_at is null')) === 0 &&
  (await countOf(`jobs j join outbox o on o.id = j.outbox_id where j.state in ('waiting', 'ready', 'running')`)) === 0;
/** what a killed worker held is given to the next one by the lease's end; a minute that nobody need wait for here */
const endLeases = () => database.asOwner(`update jobs set leased_until = now() where state = 'running'`);

test(`${COPIES} copies of one conversion in four forms at once, while both processes are restarted: one conversion, one ledger pair, one call`, async () => {
  const offer = await createOffer(stack, panel, {
    conversion_tracking: 'IMG Pixel Tracking',
    // whichever form comes first is approved by the offer's rules
    pixel_status: 'rules',
  });
  await addPostback(offer, '/once');
  const click_id = await clickOn(offer);
  const forms = formsOf({ click_id, txn_id: 'order-1', token });
  let answered = 0;
  // as an advertiser's server does: again, until it is answered
  const insist = async (n: number): Promise<void> => {
    const report = forms[n % forms.length] ?? { path: '/' };
    while ((await send(portOf(n >> 2), report)) !== 200) await sleep(50);
    answered++;
  };
  const crowd = Promise.all(Array.from({ length: COPIES }, (_, n) => insist(n)));
  await until(async () => answered >= COPIES / 10, 60_000);
  expect(answered).toBeLessThan(COPIES / 2);
  await Promise.all([stack.trackers[0]?.kill(), stack.server.restart()]);
  await stack.ready();
  await crowd;
  await Promise.all([stack.trackers[1]?.restart(), stack.server.restart()]);
  await stack.ready();
  for (const form of forms) expect(await send(portOf(0), form)).toBe(200);

  const kept = `receipts where txn_id = 'order-1'`;
  await until(async () => (await countOf(kept)) >= COPIES + forms.length && (await isQuiet()), 90_000);
  const recorded = 'select receipt_id from receipt_outcomes where outcome';
  expect(await countOf(`${kept} and receipt_id in (${recorded} = 'recorded')`)).toBe(1);
  expect(await countOf(`${kept} and receipt_id not in (${recorded} in ('recorded', 'duplicate'))`)).toBe(0);
  expect(await countOf('conversions where click_id = $1', [click_id])).toBe(1);
  const legs = await database.asOwner<{ leg: string }>(
    'select leg from ledger_transfers t join conversions c on c.id = t.subject_id where c.click_id = $1 order by leg',
    [click_id],
  );
  expect(legs.map(({ leg }) => leg)).toEqual(['payout', 'revenue']);
  expect(callsTo('/once')).toEqual([`/once?click=${click_id}&pay=0.5`]);
  expect(stack.accidents).toEqual([]);
});

test('kill -9 of the worker in the middle of slow calls: every conversion is there once and every call arrives', async () => {
  const offer = await createOffer(stack, panel);
  await addPostback(offer, '/slow');
  endpoint.answer = (_request, reply) => void setTimeout(() => reply.end('OK'), 300);
  const clicks: string[] = [];
  for (let n = 0; n < SLOW_CALLS; n++) {
    const click_id = await clickOn(offer);
    clicks.push(click_id);
    const report = `/postback?${new URLSearchParams({ click_id, txn_id: `slow-${n}`, token })}`;
    expect(await send(portOf(1), { path: report })).toBe(200);
  }
  for (let death = 0; death < 2; death++) {
    const before = callsTo('/slow').length;
    await until(async () => callsTo('/slow').length > before + 3, 60_000);
    await stack.server.kill();
    await endLeases();
    await stack.ready();
  }
  await until(async () => new Set(callsTo('/slow')).size === SLOW_CALLS && (await isQuiet()), 90_000);
  expect(new Set(callsTo('/slow'))).toEqual(new Set(clicks.map((id) => `/slow?click=${id}&pay=0.5`)));
  const delivered = await database.asOwner<{ state: string; n: number }>(
    `select d.state, count(distinct d.subject_id)::int as n from deliveries d join conversions c on c.id = d.subject_id
     where c.txn_id like 'slow-%' group by 1`,
  );
  expect(delivered).toEqual([{ state: 'delivered', n: SLOW_CALLS }]);
  expect(await countOf(`conversions where txn_id like 'slow-%'`)).toBe(SLOW_CALLS);
  endpoint.answer = (_request, reply) => void reply.end('OK');
});

test(`${FORGED} forged postbacks make no conversion, and each is kept by name`, async () => {
  const offer = await createOffer(stack, panel);
  const genuine = await clickOn(offer);
  const before = await countOf('conversions');
  const letters = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
  const someLetters = (length: number) =>
    Array.from({ length }, () => letters[Math.floor(Math.random() * 64)] ?? 'x').join('');
  const altered = (at: number) => `${genuine.slice(0, at)}${genuine[at] === 'A' ? 'B' : 'A'}${genuine.slice(at + 1)}`;
  const txn_id = 'forged';
  const claim = (values: Record<string, string>, host?: string): Report => ({
    path: `/postback?${new URLSearchParams({ txn_id, ...values })}`,
    ...(host ? { host } : {}),
  });
  const ways: ((n: number) => Report)[] = [
    // a genuine id with another checksum, or with any one character changed, by one who knows the token
    () => claim({ click_id: genuine.slice(0, 29) + someLetters(11), token }),
    (n) => claim({ click_id: altered(n % 40), token }),
    // a genuine id, and no token, a guessed one, one in a POST
    () => claim({ click_id: genuine }),
    () => claim({ click_id: genuine, token: someLetters(token.length) }),
    () => ({ path: '/postback', form: String(new URLSearchParams({ txn_id, click_id: genuine, token: 'x' })) }),
    // a pixel on an offer that is tracked by server postbacks
    () => ({ path: `/pixel.gif?${new URLSearchParams({ txn_id, click_id: genuine })}` }),
    // another workspace's door
    () => claim({ click_id: genuine, token }, 'acme.localhost'),
  ];
  const agent = new Agent({ keepAlive: true });
  const statuses = new Map<number, number>();
  let sent = 0;
  const forger = async (): Promise<void> => {
    for (let n = sent++; n < FORGED; n = sent++) {
      const status = await send(portOf(n), ways[n % ways.length]?.(n) ?? { path: '/' }, agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 32 }, forger));
  agent.destroy();
  const pixels = Math.ceil((FORGED - 5) / ways.length);
  // a pixel is answered with its picture whatever becomes of it; nobody else hears a yes
  expect([...statuses.keys()].sort()).toEqual([200, 400, 403]);
  expect(statuses.get(200)).toBe(pixels);
  await until(async () => (await countOf(`receipts where txn_id = 'forged'`)) >= FORGED && (await isQuiet()), 120_000);
  expect(await countOf(`receipts where txn_id = 'forged'`)).toBe(FORGED);
  expect(await countOf('conversions')).toBe(before);
  expect(await countOf(`receipt_outcomes where outcome = 'pixel_not_enabled'`)).toBe(pixels);
  // and the one who may speak is still heard
  expect(await send(portOf(0), claim({ click_id: genuine, token }))).toBe(200);
  await until(async () => (await countOf('conversions')) === before + 1, 30_000);
});
