import { routes } from '@tributary/contract';
import { settingsNames } from '@tributary/contract/settings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing.ts';

let t: TestApp;
let admin: string;
let acme: string;
beforeAll(async () => {
  t = await createTestApp();
  admin = (await t.signIn('admin@demo.test', { rememberMe: true })).token;
  acme = (await t.signIn('admin@acme.test', { subdomain: 'acme', rememberMe: true })).token;
});
afterAll(() => t.close());

const params = { section: 'reports' };
const read = () => t.call(routes.settings, { params, token: admin });
const save = (version: number, value: unknown) =>
  t.call(routes.saveSettings, { params, body: { version, value }, token: admin });
const [seen, hidden] = [{ advertisers_see_publishers: true }, { advertisers_see_publishers: false }];
const countOf = async (query: string): Promise<number> =>
  Number((await t.database.asOwner<{ n: string }>(`select count(*) as n from ${query}`))[0]?.n);

describe('a section of settings', () => {
  test.each(settingsNames)('%s is read by its address, as one of the shapes of the reply', async (section) => {
    const { status, body } = await t.call(routes.settings, { params: { section }, token: admin });
    expect([status, body.section, body.version]).toEqual([200, section, 0]);
  });

  test('begins as it is declared; each save is a version, with who and when, its trail and its news', async () => {
    expect((await read()).body).toEqual({
      section: 'reports',
      version: 0,
      value: hidden,
      changed_by: null,
      changed_by_name: null,
      changed_at: null,
    });
    const saved = await save(0, seen);
    expect([saved.status, saved.body]).toEqual([200, (await read()).body]);
    expect(saved.body).toMatchObject({
      version: 1,
      value: seen,
      changed_by: expect.stringMatching(/-/),
      changed_by_name: expect.stringMatching(/^\w+ \w+$/),
      changed_at: expect.any(Number),
    });
    const [trail] = await t.database.asOwner(`select before, after from audit_log where action = 'settings.changed'`);
    expect(trail).toEqual({ before: { section: 'reports', ...hidden }, after: { section: 'reports', ...seen } });
    const [news] = await t.database.asOwner(`select payload from outbox where topic = 'settings.changed'`);
    expect(news).toEqual({ payload: { section: 'reports', version: 1 } });
  });

  test('that was saved by somebody else meanwhile is refused with a sentence, and nothing of it is kept', async () => {
    const before = await read();
    const late = await save(0, hidden);
    expect([late.status, late.body.error]).toEqual([
      409,
      {
        code: 'conflict',
        message: 'Somebody else has saved these settings meanwhile. Please look at theirs and save yours again.',
      },
    ]);
    expect((await save(99, hidden)).status).toBe(409);
    expect((await read()).body).toEqual(before.body);
  });

  test('of twenty who save at once one succeeds', async () => {
    const { version } = (await read()).body;
    const replies = await Promise.all(Array.from({ length: 20 }, () => save(version, hidden)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
    expect((await read()).body).toMatchObject({ version: version + 1, value: hidden });
  });

  test('saved as it is makes no version and no entry', async () => {
    const { version } = (await read()).body;
    const entries = await countOf(`audit_log where action = 'settings.changed'`);
    expect((await save(version, hidden)).body.version).toBe(version);
    expect(await countOf(`audit_log where action = 'settings.changed'`)).toBe(entries);
  });

  test.each([
    ['a field that there is not', 'colour', { ...seen, colour: 'red' }],
    ['a field that is missing', 'advertisers_see_publishers', {}],
    ['another kind of value', 'advertisers_see_publishers', { advertisers_see_publishers: 'yes' }],
  ])('%s is refused by its name', async (_what, name, value) => {
    const { body: before } = await read();
    const { status, body } = await save(before.version, value);
    expect([status, JSON.stringify(body.error)]).toEqual([400, expect.stringContaining(name)]);
    expect((await read()).body).toEqual(before);
  });

  test('that is not declared does not exist', async () => {
    const reply = await t.call(routes.settings, { params: { section: 'weather' }, token: admin });
    expect(reply.status).toBe(400);
  });

  test('shows what it was, newest first; nobody can alter it, and no other workspace sees it', async () => {
    const { rows } = (await t.call(routes.settingsHistory, { params, token: admin })).body;
    expect(rows.map((row: { version: number; value: object }) => [row.version, row.value])).toEqual([
      [2, hidden],
      [1, seen],
    ]);
    const other = await t.call(routes.settingsHistory, { params, token: acme, subdomain: 'acme' });
    expect(other.body).toEqual({ rows: [], total: 0 });
    const app = t.database.open('app');
    await expect(
      app.withTenant(rows[0].changed_by, { kind: 'system', id: null }, (tx) =>
        tx.updateTable('settings').set({ version: 9 }).execute(),
      ),
    ).rejects.toThrow('permission denied');
  });

  test('is the same record under the address that it had before', async () => {
    await t.call(routes.setReportSettings, { body: seen, token: admin });
    expect((await read()).body).toMatchObject({ version: 3, value: seen });
    expect((await t.call(routes.reportSettings, { token: admin })).body).toEqual(seen);
  });

  test('that an older release wrote without a field has it as it begins', async () => {
    await t.database.asOwner(`insert into settings (tenant_id, section, version, value, changed_at)
      select id, 'reports', 1, '{}', now() from tenants where subdomain = 'acme'`);
    const reply = await t.call(routes.settings, { params, token: acme, subdomain: 'acme' });
    expect(reply.body).toMatchObject({ version: 1, value: hidden });
  });
});
