import { Readable } from 'node:stream';
import { routes } from '@tributary/contract';
import { contactFaults } from '@tributary/contract/site/contact-form';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../testing.ts';
import { ensureOperator, runOperatorCommand } from './index.ts';

const PLATFORM = '00000000-0000-7000-8000-000000000000';
const operator = { email: 'olga@platform.test', password: 'three-rivers-meet' };
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await ensureOperator(t.app.operators, t.app.passwords, t.clock, operator);
});
afterAll(() => t.close());

const signIn = (given: object = {}) => t.call(routes.operatorLogin, { body: { ...operator, ...given } });
const cookies = async () => (await signIn()).cookies;
const tenantId = async (subdomain: string): Promise<string> => {
  const [row] = await t.database.asOwner<{ id: string }>('select id from tenants where subdomain = $1', [subdomain]);
  return row?.id ?? '';
};
const addTenant = async (subdomain: string, columns: Record<string, unknown> = {}): Promise<string> => {
  const row: Record<string, unknown> = { id: newId(), subdomain, plan: 'basic', created_at: t.clock.now(), ...columns };
  const names = Object.keys(row);
  await t.database.asOwner(
    `insert into tenants (${names.join(',')}) values (${names.map((_, n) => `$${n + 1}`).join(',')})`,
    Object.values(row),
  );
  return String(row.id);
};

describe("the operator's session", () => {
  test('opens with the right password, by an HttpOnly cookie, and ends at logout', async () => {
    const reply = await signIn({ email: 'OLGA@platform.test' });
    expect([reply.status, reply.body]).toEqual([200, { email: operator.email }]);
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^__Host-operator=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const signedIn = { cookies: reply.cookies };
    expect((await t.call(routes.operatorSession, signedIn)).body).toEqual({ email: operator.email, warnings: [] });
    expect((await t.call(routes.operatorLogout, signedIn)).status).toBe(200);
    expect((await t.call(routes.operatorSession, signedIn)).status).toBe(401);
  });

  test('is refused alike for a wrong password, an unknown address and an account manager', async () => {
    const replies = await Promise.all([
      signIn({ password: 'not the password' }),
      signIn({ email: 'nobody@platform.test' }),
      signIn({ email: 'admin@demo.test', password: DEMO_PASSWORD }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(replies.map(({ raw }) => raw)).size).toBe(1);
  });

  test('lives an hour when idle and twelve at most', async () => {
    const alive = async (given: Record<string, string>) =>
      (await t.call(routes.operatorSession, { cookies: given })).status === 200;
    const idle = await cookies();
    t.clock.advance(59 * MINUTE_MS);
    expect(await alive(idle)).toBe(true);
    t.clock.advance(61 * MINUTE_MS);
    expect(await alive(idle)).toBe(false);
    const busy = await cookies();
    for (let half = 1; half < 24; half++) {
      t.clock.advance(HOUR_MS / 2);
      expect(await alive(busy)).toBe(true);
    }
    t.clock.advance(HOUR_MS / 2);
    expect(await alive(busy)).toBe(false);
  });

  test('guesses are slowed down, and forgiven after a day', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => signIn({ password: 'wrong password' })));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(7);
    t.clock.advance(DAY_MS);
    expect((await signIn()).status).toBe(200);
  });

  test("a foreign page, a tenant's host and a call without X-Requested-With get nothing", async () => {
    const signedIn = { cookies: await cookies() };
    const id = await tenantId('acme');
    const suspend = (more: object) => t.call(routes.suspendTenant, { ...signedIn, params: { id }, ...more });
    expect((await suspend({ headers: { origin: 'http://acme.localhost' } })).status).toBe(403);
    expect((await suspend({ headers: { 'x-requested-with': undefined } })).status).toBe(400);
    expect((await suspend({ host: 'acme.localhost' })).status).toBe(404);
    expect((await signIn()).status).toBe(200);
    const [row] = await t.database.asOwner<{ status: string }>('select status from tenants where id = $1', [id]);
    expect(row?.status).toBe('active');
  });
});

describe('the list of tenants', () => {
  test('shows plan, trial and usage of the current month against the limits, and never the platform itself', async () => {
    const id = await addTenant('usage-co', { plan_ends_at: new Date(t.clock.now().getTime() + 3.5 * DAY_MS) });
    const month = `${t.clock.now().toISOString().slice(0, 7)}-01`;
    await t.database.asOwner(
      `insert into tenant_usage (tenant_id, month, clicks, conversions) values ($1, $2, 150000, 40), ($1, '2020-01-01', 9, 9)`,
      [id, month],
    );
    const list = await t.call(routes.operatorTenants, { cookies: await cookies(), query: { q: 'USAGE' } });
    expect(list.body.total).toBe(1);
    expect(list.body.rows[0]).toMatchObject({
      subdomain: 'usage-co',
      display_name: 'usage-co',
      plan: 'basic',
      plan_kind: 'trial',
      days_left: 4,
      clicks: { used: 150_000, limit: 200_000 },
      conversions: { used: 40, limit: 8_000 },
    });
    const all = await t.call(routes.operatorTenants, { cookies: await cookies(), query: { page_size: '200' } });
    expect(all.body.rows.every((row: { subdomain: string }) => row.subdomain)).toBe(true);
    const demo = all.body.rows.find((row: { subdomain: string }) => row.subdomain === 'demo');
    expect(demo).toMatchObject({ plan: 'premium', days_left: null, plan_ends_at: null, clicks: { limit: null } });
  });

  test('is searched, filtered, sorted and paged by the server', async () => {
    for (const n of [1, 2, 3]) await addTenant(`paged-${n}`, n === 2 ? { status: 'suspended' } : { plan_kind: 'paid' });
    const list = async (query: Record<string, string>) => {
      const reply = await t.call(routes.operatorTenants, {
        cookies: await cookies(),
        query: { q: 'paged-', ...query },
      });
      return [reply.body.total, ...reply.body.rows.map((row: { subdomain: string }) => row.subdomain)];
    };
    expect(await list({ sort: 'subdomain' })).toEqual([3, 'paged-1', 'paged-2', 'paged-3']);
    expect(await list({ sort: '-subdomain', page: '2', page_size: '2' })).toEqual([3, 'paged-1']);
    expect(await list({ status: 'suspended' })).toEqual([1, 'paged-2']);
    expect(await list({ plan_kind: 'trial' })).toEqual([1, 'paged-2']);
    expect(await list({ q: '%' })).toEqual([0]);
  });
});

describe('what the operator does to a tenant', () => {
  const act = async (
    name: 'suspendTenant' | 'resumeTenant' | 'extendTrial' | 'changePlan',
    id: string,
    body?: object,
  ) => t.call(routes[name], { cookies: await cookies(), params: { id }, body });
  const trail = (id: string) =>
    t.database.asOwner<{ action: string; actor_kind: string }>(
      'select action, actor_kind from audit_log where tenant_id = $1 order by id',
      [id],
    );

  test('a suspension ends work at once, and resuming lets it go on; each leaves one audit row', async () => {
    const id = await tenantId('demo');
    const { token } = await t.signIn('admin@demo.test');
    const rows = (await trail(id)).length;
    expect((await act('suspendTenant', id)).body.status).toBe('suspended');
    expect((await act('suspendTenant', id)).status).toBe(200);
    const refused = await t.call(routes.currentSession, { token });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'This workspace is suspended. Please contact support.',
    ]);
    expect((await act('resumeTenant', id)).body.status).toBe('active');
    expect((await t.call(routes.currentSession, { token })).status).toBe(200);
    const left = (await trail(id)).slice(rows).filter(({ actor_kind }) => actor_kind === 'operator');
    expect(left.map(({ action }) => action)).toEqual(['tenant.suspended', 'tenant.resumed']);
    const news = await t.database.asOwner(`select 1 from outbox where tenant_id = $1 and topic = 'tenant.changed'`, [
      id,
    ]);
    expect(news).toHaveLength(2);
  });

  test('a trial is extended from its end, or from today once it is over', async () => {
    const now = t.clock.now().getTime();
    const running = await addTenant('running', { plan_ends_at: new Date(now + 2 * DAY_MS) });
    const over = await addTenant('over', { plan_ends_at: new Date(now - 30 * DAY_MS) });
    expect((await act('extendTrial', running, { days: 7 })).body.days_left).toBe(9);
    const extended = await act('extendTrial', over, { days: 7 });
    expect(extended.body).toMatchObject({ days_left: 7, plan_ends_at: unixSeconds(new Date(now + 7 * DAY_MS)) });
    const paid = await act('extendTrial', await tenantId('demo'), { days: 7 });
    expect([paid.status, paid.body.error.message]).toEqual([409, 'This tenant is not on a trial.']);
    expect((await act('extendTrial', over, { days: 0 })).body.error.message).toBe('At least one day');
  });

  test('a plan replaces the trial, until a date ahead or without end', async () => {
    const id = await addTenant('buyer', { plan_ends_at: new Date(t.clock.now().getTime() - DAY_MS) });
    const ends_at = unixSeconds(t.clock.now()) + 30 * 86_400;
    const dated = await act('changePlan', id, { plan: 'advanced', ends_at });
    expect(dated.body).toMatchObject({
      plan: 'advanced',
      plan_kind: 'paid',
      plan_ends_at: ends_at,
      days_left: null,
      clicks: { limit: null },
      conversions: { limit: 20_000 },
    });
    expect((await act('changePlan', id, { plan: 'premium', ends_at: null })).body.plan_ends_at).toBeNull();
    const past = await act('changePlan', id, { plan: 'premium', ends_at: ends_at - 60 * 86_400 });
    expect([past.status, past.body.error.message]).toEqual([400, 'The end of the plan must lie ahead.']);
    expect((await trail(id)).map(({ action }) => action)).toEqual(['tenant.plan-changed', 'tenant.plan-changed']);
  });

  test('an unknown id, a malformed one and the platform itself are not found', async () => {
    for (const id of [newId(), 'x', PLATFORM]) {
      expect((await act('suspendTenant', id)).status).toBe(404);
    }
  });
});

describe('the contact form', () => {
  const message = { name: 'Ines', email: 'ines@lantern.test', company: 'Lantern', message: 'Do you ship\nto Porto?' };

  test('reaches the operator: stored, mailed, and open until it is handled', async () => {
    const reply = await t.call(routes.sendContact, { body: message });
    expect([reply.status, reply.body]).toEqual([200, { received: true }]);
    const [mail] = (await t.inbox()).filter(({ to }) => to === operator.email);
    expect(mail?.text).toContain('From Ines <ines@lantern.test>, Lantern');
    expect(mail?.text).toContain('Do you ship\n\nto Porto?');
    const signedIn = { cookies: await cookies() };
    const list = await t.call(routes.contactMessages, { ...signedIn, query: { q: 'porto', state: 'open' } });
    expect(list.body).toMatchObject({ total: 1, rows: [{ ...message, handled_at: null }] });
    const { id } = list.body.rows[0];
    expect((await t.call(routes.handleMessage, { ...signedIn, params: { id } })).body).toEqual({ id });
    expect((await t.call(routes.contactMessages, { ...signedIn, query: { state: 'open' } })).body.total).toBe(0);
    expect((await t.call(routes.contactMessages, { ...signedIn, query: { state: 'handled' } })).body.total).toBe(1);
    expect((await t.call(routes.handleMessage, { ...signedIn, params: { id: newId() } })).status).toBe(404);
  });

  test('says what is missing', async () => {
    const reply = await t.call(routes.sendContact, { body: { ...message, message: ' ' } });
    expect([reply.status, reply.body.error.message]).toEqual([400, contactFaults.message]);
  });

  test('thanks a program that fills in what no person sees, and keeps nothing', async () => {
    const reply = await t.call(routes.sendContact, { body: { ...message, name: 'A program', topic: 'Cheap watches' } });
    expect([reply.status, reply.body]).toEqual([200, { received: true }]);
    const kept = await t.call(routes.contactMessages, { cookies: await cookies(), query: { q: 'A program' } });
    expect(kept.body.total).toBe(0);
  });

  test('takes five messages from one address in ten minutes', async () => {
    const strict = await createTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await strict.call(routes.sendContact, { body: message })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await strict.close();
  });
});

test('mail failures are shown with their tenant and reason, never with what stood in them', async () => {
  const tenant = await tenantId('acme');
  await t.database.asOwner(
    `insert into mails (tenant_id, id, template, recipient, subject, body_text, status, error, created_at)
     values ($1, $2, 'password-link', 'x@acme.test', 'Set a new password', 'the link', 'failed', '550 no such user', $3),
            ($1, $4, 'password-link', 'y@acme.test', 'Set a new password', 'the link', 'queued', null, $3)`,
    [tenant, newId(), t.clock.now(), newId()],
  );
  const list = await t.call(routes.mailFailures, { cookies: await cookies(), query: { q: 'ACME' } });
  expect(list.body).toMatchObject({
    total: 1,
    rows: [{ tenant: 'acme', recipient: 'x@acme.test', error: '550 no such user' }],
  });
  expect(list.raw).not.toContain('the link');
  await expect(
    t.app.operators.withoutTenant((tx) => tx.selectFrom('mails').select('body_text').execute()),
  ).rejects.toThrow('permission denied');
});

test("the operator's role can announce a changed tenant and nothing else", async () => {
  const announce = (topic: string) =>
    t.app.operators.withoutTenant((tx) =>
      tx.insertInto('outbox').values({ tenant_id: PLATFORM, topic, payload: '{}' }).execute(),
    );
  await expect(announce('mail.queued')).rejects.toThrow('row-level security');
  await expect(announce('tenant.changed')).resolves.toBeDefined();
});

test("the operator's role reads no user, no session and no offer of any tenant", async () => {
  for (const table of ['users', 'sessions', 'password_links', 'trial_requests'] as const) {
    await expect(
      t.app.operators.withoutTenant((tx) => tx.selectFrom(table).select('tenant_id').execute()),
    ).rejects.toThrow('permission denied');
  }
});

describe('the command', () => {
  const run = async (args: string[], input = '') => {
    const lines: string[] = [];
    await runOperatorCommand(args, {
      operators: t.app.operators,
      database: t.app.database,
      passwords: t.app.passwords,
      clock: t.clock,
      brandName: 'Tributary',
      input: Readable.from([input]),
      print: (line) => lines.push(line),
    });
    return lines;
  };
  const email = 'otto@platform.test';

  test('makes an operator, gives him a new password and takes the role away again', async () => {
    expect(await run(['add', email], 'four-bridges-stand\n')).toEqual([`${email} is an operator now.`]);
    const first = await signIn({ email, password: 'four-bridges-stand' });
    expect(first.status).toBe(200);
    expect(await run(['list'])).toContain(email);
    await run(['add', email], 'five-boats-at-dawn\n');
    expect((await t.call(routes.operatorSession, { cookies: first.cookies })).status).toBe(401);
    const second = await signIn({ email, password: 'five-boats-at-dawn' });
    expect(second.status).toBe(200);
    await run(['remove', email]);
    expect((await t.call(routes.operatorSession, { cookies: second.cookies })).status).toBe(401);
    expect((await signIn({ email, password: 'five-boats-at-dawn' })).status).toBe(401);
  });

  test('opens a workspace again whose lists of networks let nobody in', async () => {
    const { token } = await t.signIn('admin@demo.test');
    const ask = () => t.call(routes.securityPolicy, { token });
    await t.database.asOwner(
      `insert into settings (tenant_id, section, version, value, changed_at)
        select r.tenant_id, 'security', 1, jsonb_build_object('session_hours', 3, 'login_networks',
          jsonb_build_array(jsonb_build_object('role', r.id, 'networks', jsonb_build_array('203.0.113.7')))), now()
        from roles r join tenants t on t.id = r.tenant_id where t.subdomain = 'demo' and r.preset = 'owner'`,
    );
    expect((await ask()).status).toBe(403);
    expect(await run(['clear-networks', 'demo'])).toEqual([expect.stringContaining('demo: 1 lists')]);
    expect((await ask()).body.value).toMatchObject({ login_networks: [], session_hours: 3 });
    await expect(run(['clear-networks', 'nowhere'])).rejects.toThrow('no workspace nowhere');
  });

  test('refuses short, common and missing passwords, and what it does not understand', async () => {
    await expect(run(['add', email], 'short\n')).rejects.toThrow('at least 12 characters');
    await expect(run(['add', email], 'passwordpassword\n')).rejects.toThrow('too common');
    await expect(run(['add', email], '')).rejects.toThrow('No password was given.');
    await expect(run(['add', 'nobody'])).rejects.toThrow('not an e-mail address');
    await expect(run(['remove', email])).rejects.toThrow('There is no operator');
    await expect(run(['promote'])).rejects.toThrow('Usage');
  });

  test('what the settings name is made once and a later password is left alone', async () => {
    await ensureOperator(t.app.operators, t.app.passwords, t.clock, { ...operator, password: 'another-password' });
    expect((await signIn({ password: 'another-password' })).status).toBe(401);
    expect((await signIn()).status).toBe(200);
  });
});
