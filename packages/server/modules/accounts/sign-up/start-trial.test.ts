import { routes } from '@tributary/contract';
import { trialFaults } from '@tributary/contract/site/trial-form';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

let count = 0;
const request = (changes: object = {}) => ({
  name: 'Ines Maria Okafor',
  email: `ines-${++count}@lantern.test`,
  company: `Lantern ${count}`,
  businessType: 'Agency',
  usageType: ['Lead Generation', 'E-Commerce'],
  country: 'pt',
  mobile: '',
  microsoftTeams: '',
  ...changes,
});
const ask = (body: unknown) => t.call(routes.freeTrial, { body });
const tenantsOf = (email: string) =>
  t.database.asOwner<{ id: string; subdomain: string; plan: string; plan_kind: string; plan_ends_at: Date }>(
    `select n.* from tenants n join trial_requests r on r.tenant_id = n.id where lower(r.email) = lower($1)`,
    [email],
  );
const mailsTo = async (email: string) => (await t.inbox()).filter((mail) => mail.to === email);
const linkIn = (text: string) => /#link=([\w-]+)/.exec(text)?.[1] ?? '';

describe('a free trial', () => {
  test.each([
    ['https://evil.example/win', 'Hello,'],
    ['evil.example', 'Hello,'],
    ['<b>You_won</b>', 'Hello,'],
    ['Zoë', 'Hello Zoë,'],
    ['J.', 'Hello J.,'],
    ['O’Brien-अनिता', 'Hello O’Brien-अनिता,'],
  ])('in the name of %s greets with "%s": a stranger’s words are no way to reach others', async (name, greeting) => {
    const body = request({ name: `${name} Okafor` });
    await ask(body);
    const [mail] = await mailsTo(body.email);
    expect(mail?.text.split('\n')[0]).toBe(greeting);
    expect(mail?.html).not.toContain('evil');
  });

  test('asked for by a program that fills in every field gets the usual answer and no workspace', async () => {
    const body = request({ topic: 'Cheap watches' });
    const reply = await ask(body);
    expect([reply.status, reply.body]).toEqual([200, { registered: true }]);
    expect(await tenantsOf(body.email)).toEqual([]);
    expect(await mailsTo(body.email)).toEqual([]);
  });

  test('creates the workspace, its owner, fourteen days on Basic, and mails the link that sets the password', async () => {
    const body = request({ email: 'Ines@Lantern.test', company: 'Lantern Média' });
    const reply = await ask(body);
    expect([reply.status, reply.body]).toEqual([200, { registered: true }]);
    const [tenant] = await tenantsOf(body.email);
    expect(tenant).toMatchObject({ subdomain: 'lantern-media', plan: 'basic', plan_kind: 'trial' });
    expect(tenant?.plan_ends_at.getTime()).toBe(t.clock.now().getTime() + 14 * DAY_MS);
    const [owner] = await t.database.asOwner(`select * from users where tenant_id = $1`, [tenant?.id]);
    expect(owner).toMatchObject({
      type: 'admin',
      is_owner: true,
      user_sequence_id: 1,
      first_name: 'Ines',
      last_name: 'Maria Okafor',
      status: 'approved',
      password_hash: null,
      company: 'Lantern Média',
    });
    const [mail] = await mailsTo(body.email);
    expect(mail?.text).toContain('http://lantern-media.localhost:3000/reset-password#link=');

    const at = { subdomain: 'lantern-media' };
    const set = { link: linkIn(mail?.text ?? ''), password: 'seven-lanterns-drift' };
    expect((await t.call(routes.resetPassword, { ...at, body: set })).status).toBe(200);
    const session = await t.signIn(body.email, { ...at, password: set.password });
    const who = await t.call(routes.currentSession, { ...at, token: session.token });
    expect(who.body).toMatchObject({ type: 'admin', is_owner: true });
    const workspace = await t.call(routes.workspace, { ...at, token: session.token });
    expect(workspace.body).toMatchObject({ plan: 'basic', trial: { days_left: 14 }, read_only: false });
  });

  test('the link lives seven days', async () => {
    const body = request();
    await ask(body);
    const [tenant] = await tenantsOf(body.email);
    const [mail] = await mailsTo(body.email);
    const password = 'seven-lanterns-drift';
    t.clock.advance(7 * DAY_MS + 1);
    const late = await t.call(routes.resetPassword, {
      subdomain: tenant?.subdomain ?? '',
      body: { link: linkIn(mail?.text ?? ''), password },
    });
    expect(late.body.error.code).toBe('link_expired');
  });

  test('twenty identical requests at once make one workspace, and every one is answered with success', async () => {
    const body = request({ company: 'Parallel Streams' });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ask({ ...body, email: n % 2 ? body.email : body.email.toUpperCase() })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await tenantsOf(body.email)).toHaveLength(1);
    const left = await t.database.asOwner(`select 1 from tenants where subdomain like 'parallel-streams%'`);
    expect(left).toHaveLength(1);
    expect((await mailsTo(body.email)).length + (await mailsTo(body.email.toUpperCase())).length).toBe(2);
  });

  test('twenty companies of one name at once get twenty subdomains', async () => {
    const bodies = Array.from({ length: 20 }, () => request({ company: 'Same Name' }));
    const replies = await Promise.all(bodies.map(ask));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const named = await t.database.asOwner(`select 1 from tenants where subdomain like 'same-name%'`);
    expect(named).toHaveLength(20);
  });

  test('a repeat mails a fresh link while no password is set, then where the workspace is, and not more than hourly', async () => {
    const body = request();
    await ask(body);
    const [first] = await mailsTo(body.email);
    t.clock.advance(1_000);
    const repeat = await ask({ ...body, company: 'Another Name', email: body.email.toUpperCase() });
    expect(repeat.body).toEqual({ registered: true });
    expect(await tenantsOf(body.email)).toHaveLength(1);
    const [second] = await mailsTo(body.email);
    expect(linkIn(second?.text ?? '')).not.toBe(linkIn(first?.text ?? ''));
    await ask(body);
    expect(await mailsTo(body.email)).toHaveLength(2);

    const [tenant] = await tenantsOf(body.email);
    const subdomain = tenant?.subdomain ?? '';
    const set = { link: linkIn(second?.text ?? ''), password: 'seven-lanterns-drift' };
    await t.call(routes.resetPassword, { subdomain, body: set });
    t.clock.advance(2 * HOUR_MS);
    await ask(body);
    const [known] = await mailsTo(body.email);
    expect(known?.subject).toBe('You already have a Tributary workspace');
    expect(known?.text).toContain(`http://${subdomain}.localhost:3000`);
    expect(known?.text).not.toContain('#link=');
  });

  test.each([
    ['name', '', trialFaults.name],
    ['email', 'nobody', trialFaults.emailShape],
    ['company', ' ', trialFaults.company],
    ['businessType', 'Circus', trialFaults.businessType],
    ['usageType', [], trialFaults.usageType],
    ['usageType', ['Juggling'], trialFaults.usageType],
    ['country', 'zz', trialFaults.country],
  ])('a wrong %s (%j) is refused with its sentence, in the envelope', async (field, value, sentence) => {
    const reply = await ask(request({ [field]: value }));
    expect([reply.status, reply.body]).toEqual([400, { error: sentence }]);
    expect(reply.headers['content-type']).toMatch(/^text\/plain/);
  });
});

test('the end of a trial leaves the panel readable: sign-in works, writes are refused with a sentence', async () => {
  const body = request();
  await ask(body);
  const [tenant] = await tenantsOf(body.email);
  const at = { subdomain: tenant?.subdomain ?? '' };
  const [mail] = await mailsTo(body.email);
  const password = 'seven-lanterns-drift';
  await t.call(routes.resetPassword, { ...at, body: { link: linkIn(mail?.text ?? ''), password } });
  t.clock.advance(14 * DAY_MS);
  const { token } = await t.signIn(body.email, { ...at, password });
  expect((await t.call(routes.workspace, { ...at, token })).body).toMatchObject({
    read_only: true,
    trial: { days_left: 0 },
  });
  const write = await t.call(routes.saveProfile, {
    ...at,
    token,
    body: { first_name: 'Ines', last_name: 'Okafor', time_zone: 'UTC', language: 'en' },
  });
  expect([write.status, write.body.error.code]).toEqual([403, 'read_only']);
});
