// A person's data: handed over whole, and deleted so that nobody finds it again, while every figure, balance and proof stays.
import { routes } from '@tributary/contract';
import { undoStates } from '@tributary/contract/logs/undo-states';
import { deviceDigest, deviceKey } from '@tributary/contract/tracker/privacy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { verifyMoney } from '../conversions/index.ts';

let t: TestApp;
let w: World;
let token: string;
let offer: { id: string; number: number };
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  token = (await t.signIn('admin@demo.test')).token;
  offer = await w.addOffer();
});
afterAll(() => t.close());

const ask = async (body: Record<string, string>) => {
  const asked = await t.call(routes.askForPerson, { token, body });
  if (asked.status !== 201) return asked;
  await t.app.worker?.drain();
  return { ...asked, body: await request(asked.body.id) };
};
const request = async (id: string) =>
  (await t.call(routes.personRequests, { token })).body.rows.find((row: { id: string }) => row.id === id);
const confirm = async (id: string) => {
  const said = await t.call(routes.confirmErasure, { token, params: { id }, body: { word: 'DELETE' } });
  expect(said.status).toBe(200);
  await t.app.worker?.drain();
  return request(id);
};
const file = async (id: string) => (await t.call(routes.personFile, { token, params: { id } })).raw;
/** as `npm run ledger:verify` says it; none is the only good answer */
const findings = async (): Promise<string[]> => {
  const lines: string[] = [];
  return (await verifyMoney(t.app.database, [], (line) => lines.push(line))) ? [] : lines;
};
const report = async () => {
  const metrics = 'gross_clicks,clicks,unique_clicks,conversions,revenue,payout';
  const query = { dimensions: 'offer,country,device', metrics, period: 'last_7_days' };
  const { body } = await t.call(routes.reports, { token, query });
  return { rows: body.rows, totals: body.totals };
};
/** every text of every table of this tenant in which it stands; what was asked is forgotten, too */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await t.database.asOwner<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await t.database.asOwner<{ n: string }>(
      `select count(*) as n from ${name} x where tenant_id = $1 and position(lower($2) in lower(to_jsonb(x)::text)) > 0`,
      [w.tenantId, text],
    );
    if (Number(rows[0]?.n) > 0) found.push(name);
  }
  // events and jobs of the outbox are swept within a week of having been done
  return found.filter((name) => !['outbox', 'jobs'].includes(name)).sort();
}

let visits = 0;
/** a click with a conversion and a pixel of somebody; his click id */
async function visit(person: Record<string, string>, params: Record<string, string>): Promise<string> {
  const at = new Date(t.clock.now().getTime() - MINUTE_MS);
  const id = w.clickId(offer.number, at);
  await w.click(id, at, offer.number, { ...person, params: JSON.stringify(params) });
  const txn_id = `order-${++visits}`;
  expect(await w.convert({ click_id: id, txn_id, params: JSON.stringify(params) })).toBe('recorded');
  return id;
}

test.each([
  ['ip', '198.51.100.77', { ip: '198.51.100.77' }, {}],
  ['device_id', 'AB-CD-EF-0123456789', {}, { gaid: 'ab-cd-ef-0123456789' }],
  ['email', 'Nia.Visitor@there.example', {}, { p3: 'nia.visitor@there.example' }],
  ['click_id', '', { user_agent: 'Mozilla/5.0 (only hers)' }, { sub2: 'hers-alone' }],
] as const)(
  'a visitor known by %s: a file with the rows, then nothing, and every figure as it was',
  async (...given) => {
    const [subject, value, person, params] = given;
    const id = await visit({ referer: 'https://hers.example/me', ...person }, params);
    await visit({ ip: '192.0.2.200' }, { p3: 'somebody-else' });
    const before = { report: await report(), other: (await tablesWith('somebody-else')).length };
    const known = { subject, value: value || id };
    const exported = await ask({ kind: 'export', ...known });
    expect(exported.body).toMatchObject({ state: 'ready', counts: { clicks: 1, conversions: 1, receipts: 1 } });
    const told = await file(exported.body.id);
    expect(told).toContain(id);
    expect(told).toContain('https://hers.example/me');
    expect(told).not.toContain('somebody-else');
    const found = await ask({ kind: 'erasure', ...known });
    expect(found.body).toMatchObject({ state: 'found', counts: { clicks: 1, conversions: 1, receipts: 1 } });
    expect(await tablesWith('https://hers.example/me')).toEqual(['conversions', 'events']);
    expect(await confirm(found.body.id)).toMatchObject({ state: 'done', counts: { clicks: 1 } });
    expect(await tablesWith('https://hers.example/me')).toEqual([]);
    for (const text of [value, ...Object.values(params)].filter(Boolean)) expect(await tablesWith(text)).toEqual([]);
    expect((await tablesWith('somebody-else')).length).toBe(before.other);
    expect(await report()).toEqual(before.report);
    expect(await findings()).toEqual([]);
  },
);

test('a device is also found by its digest', async () => {
  const digest = deviceDigest(deviceKey(w.tenantId), 'ffff-0000-1111');
  await visit({}, { gaid: digest });
  const found = await ask({ kind: 'erasure', subject: 'device_id', value: 'FFFF-0000-1111' });
  expect(found.body.counts).toMatchObject({ clicks: 1 });
  const left = await t.call(routes.withdrawErasure, { token, params: { id: found.body.id } });
  expect(left.body.state).toBe('withdrawn');
  expect(await tablesWith('ffff-0000-1111')).toEqual([]);
  expect(await tablesWith(digest)).toContain('events');
});

/** a publisher without money, with something of every kind */
async function somebody(email: string) {
  const person = await w.addPerson('publisher');
  await t.database.asOwner(
    `update users set email = $2, first_name = 'Quirina', last_name = 'Vandermolen', phone = '+49 30 5550199',
       signup_answers = '[{"id": "q", "label": "Where?", "answer": "At Vandermolen’s"}]' where id = $1`,
    [person.id, email],
  );
  const data = { id: person.id, first_name: 'Quirina', last_name: 'Vandermolen', email, company: 'Vandermolen Ltd' };
  const body = { data, user_id: (await t.signIn('admin@demo.test')).userId };
  expect((await t.call(routes['publishers.edit'], { token, params: { id: person.id }, body })).status).toBe(200);
  await t.call(routes.login, { body: { email, password: 'not this one' } });
  return person;
}

/** in more rows of long tables than one transaction takes */
async function namedOften(email: string): Promise<void> {
  await t.database.asOwner(
    `insert into audit_log (tenant_id, at, actor_kind, action, object_kind, after)
     select $1, now(), 'system', 'note.added', 'note', jsonb_build_object('text', $2::text) from generate_series(1, 11000)`,
    [w.tenantId, email],
  );
  await t.database.asOwner(
    `insert into notifications (tenant_id, kind, text, path, at, user_id, cause)
     select u.tenant_id, 'account', 'Hear from ' || $2, '/am', now(), u.id, uuidv7()
     from generate_series(1, 11000), users u where u.tenant_id = $1 and u.email = 'admin@demo.test'`,
    [w.tenantId, email],
  );
}

test('an account: everything of the person in the file; afterwards a number, whom nobody can restore or undo', async () => {
  const email = 'quirina@vandermolen.example';
  const person = await somebody(email);
  const exported = await ask({ kind: 'export', subject: 'account', email });
  expect(exported.body).toMatchObject({ state: 'ready', error: null });
  const told = JSON.parse(await file(exported.body.id));
  expect(told.account[0]).toMatchObject({ first_name: 'Quirina', phone: '+49 30 5550199' });
  expect(told.account[0]).not.toHaveProperty('password_hash');
  expect(told.access_log.length).toBeGreaterThan(0);
  const found = await ask({ kind: 'erasure', subject: 'account', email });
  expect(found.body).toMatchObject({ state: 'found', account: { number: person.number } });
  await namedOften(email);
  expect(await confirm(found.body.id)).toMatchObject({ state: 'done' });
  for (const text of [email, 'Vandermolen', '5550199']) expect(await tablesWith(text)).toEqual([]);
  const changes = (await t.call(routes.changeLog, { token, query: { object_id: person.id } })).body.rows;
  const edited = changes.find(({ action }: { action: string }) => action === 'account.edited');
  expect(edited).toMatchObject({ undo: 'erased', fields: [] });
  const undone = await t.call(routes.undoChange, { token, params: { id: edited.id } });
  expect([undone.status, undone.body.error.message]).toEqual([409, undoStates.erased]);
  const restored = await t.call(routes['publishers.restore'], { token, params: { id: person.id } });
  expect(restored.status).toBe(409);
  expect(await findings()).toEqual([]);
  const again = await ask({ kind: 'erasure', subject: 'account', email });
  expect(again.status).toBe(404);
});

const ofPublisher = async (): Promise<string> => {
  await visit({}, {});
  return `publisher-${w.publisher.number}@example.test`;
};
const refusals: [who: string, emailOf: () => Promise<string>, reason: RegExp][] = [
  ['an owner', async () => 'admin@demo.test', /is an owner of this workspace/],
  ['whoever has money open', ofPublisher, /has an open balance/],
];
test.each(refusals)('%s is not deleted, with the reason', async (_who, emailOf, reason) => {
  const refused = await ask({ kind: 'erasure', subject: 'account', email: await emailOf() });
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringMatching(reason)]);
});

test('only what was found is deleted, by the word itself, and only by an owner', async () => {
  const found = await ask({ kind: 'erasure', subject: 'ip', value: '192.0.2.201' });
  expect(found.body).toMatchObject({ state: 'found', counts: { clicks: 0 } });
  const params = { id: found.body.id };
  const wrong = await t.call(routes.confirmErasure, { token, params, body: { word: 'delete' } });
  expect(wrong.status).toBe(400);
  await t.call(routes.withdrawErasure, { token, params });
  const late = await t.call(routes.confirmErasure, { token, params, body: { word: 'DELETE' } });
  expect(late.status).toBe(409);
  const bad = await t.call(routes.askForPerson, { token, body: { kind: 'export', subject: 'ip', value: 'nowhere' } });
  expect(bad.status).toBe(400);
  const publisher = await t.signIn('publisher@demo.test');
  expect((await t.call(routes.personRequests, { token: publisher.token })).status).toBe(403);
});
