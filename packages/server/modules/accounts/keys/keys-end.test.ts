// Keys end with access: what ends a person's sessions ends what his programs may read, until he says otherwise with his
// password; what is secret about postbacks is shown and changed only to whoever typed the password lately.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../../testing.ts';

let t: TestApp;
let admin: Awaited<ReturnType<TestApp['signIn']>>;
const NEW_PASSWORD = 'seven tall herons';
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

interface Holder {
  id: string;
  email: string;
  token: string;
  key: string;
  keyId: string;
}
let people = 0;
/** a publisher of his own for each test, with one API key */
async function holder(): Promise<Holder> {
  admin = await t.signIn('admin@demo.test');
  const email = `holder-${++people}@example.test`;
  const body = { first_name: 'Ines', last_name: 'Holt', email, password: 'eleven brass bells' };
  const { id } = (await t.call(routes['publishers.create'], { token: admin.token, body })).body;
  await t.database.asOwner('update users set must_change_password = false where id = $1', [id]);
  const { token } = await t.signIn(email, { password: body.password });
  const made = await t.call(routes.createApiKey, { token, body: { name: 'Nightly' } });
  return { id, email, token, key: made.body.key, keyId: made.body.id };
}
const opens = async (key: string): Promise<boolean> =>
  (await t.call(routes.reportCatalogue, { token: key })).status === 200;
const stateOf = async (token: string) => {
  const { rows } = (await t.call(routes.apiKeys, { token })).body;
  return rows.map(({ suspended_for }: { suspended_for: string | null }) => suspended_for);
};
const resume = (token: string, id: string, password: string) =>
  t.call(routes.resumeApiKey, { token, params: { id }, body: { password } });

describe('an API key', () => {
  test('is suspended by a password reset, and opens again with the new password only', async () => {
    const { email, key, keyId } = await holder();
    expect(await opens(key)).toBe(true);
    await t.call(routes.forgotPassword, { body: { email } });
    const mail = (await t.inbox()).find(({ to, subject }) => to === email && subject.startsWith('Set a new password'));
    const link = /#link=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await t.call(routes.resetPassword, { body: { link, password: NEW_PASSWORD } })).status).toBe(200);
    expect(await opens(key)).toBe(false);
    const { token } = await t.signIn(email, { password: NEW_PASSWORD });
    expect(await stateOf(token)).toEqual(['password-reset']);
    expect((await resume(token, keyId, 'eleven brass bells')).status).toBe(401);
    expect(await opens(key)).toBe(false);
    expect((await resume(token, keyId, NEW_PASSWORD)).status).toBe(200);
    expect(await opens(key)).toBe(true);
    const told = (await t.inbox()).find(({ to, subject }) => to === email && subject.includes('was changed'));
    expect(told?.text).toContain('API keys are suspended');
  });

  test.each([
    ['signs himself out everywhere', (person: Holder) => t.call(routes.endOtherSessions, { token: person.token })],
    [
      'is signed out everywhere by an account manager',
      (person: Holder) => t.call(routes['publishers.endSessions'], { token: admin.token, params: { id: person.id } }),
    ],
  ])('is suspended when its holder %s', async (_what, act) => {
    const person = await holder();
    expect((await act(person)).status).toBe(200);
    expect(await opens(person.key)).toBe(false);
    const { token } = await t.signIn(person.email, { password: 'eleven brass bells' });
    expect(await stateOf(token)).toEqual(['signed-out']);
  });

  test('is suspended by a rejection, and stays so when the account is approved again', async () => {
    const { id, email, key, keyId } = await holder();
    await t.call(routes['publishers.reject'], { token: admin.token, params: { id } });
    expect(await opens(key)).toBe(false);
    await t.call(routes['publishers.approve'], { token: admin.token, params: { id } });
    expect(await opens(key)).toBe(false);
    const { token } = await t.signIn(email, { password: 'eleven brass bells' });
    expect(await stateOf(token)).toEqual(['rejected']);
    expect((await resume(token, keyId, 'eleven brass bells')).status).toBe(200);
    expect(await opens(key)).toBe(true);
  });

  test('is revoked by a deletion, for good', async () => {
    const { id, email, key, keyId } = await holder();
    await t.call(routes['publishers.remove'], { token: admin.token, params: { id } });
    expect(await opens(key)).toBe(false);
    await t.call(routes['publishers.restore'], { token: admin.token, params: { id } });
    expect(await opens(key)).toBe(false);
    const { token } = await t.signIn(email, { password: 'eleven brass bells' });
    expect(await stateOf(token)).toEqual([]);
    expect((await resume(token, keyId, 'eleven brass bells')).status).toBe(404);
  });

  test.each([
    [undefined, true, [null]],
    [false, true, [null]],
    [true, false, ['password-changed']],
  ] as const)('a password change that says suspend_api_keys: %s leaves it open: %s', async (suspend, open, state) => {
    const { token, key } = await holder();
    const body = { current_password: 'eleven brass bells', new_password: NEW_PASSWORD, suspend_api_keys: suspend };
    expect((await t.call(routes.changePassword, { token, body })).status).toBe(200);
    expect(await opens(key)).toBe(open);
    expect(await stateOf(token)).toEqual(state);
  });

  test('another one’s key cannot be opened, and login-as opens none', async () => {
    const [one, other] = [await holder(), await holder()];
    await t.call(routes.endOtherSessions, { token: one.token });
    expect((await resume(other.token, one.keyId, 'eleven brass bells')).status).toBe(404);
    const as = await t.call(routes['publishers.loginAs'], { cookies: admin.cookies, params: { id: one.id } });
    expect((await resume(as.body.token, one.keyId, 'eleven brass bells')).status).toBe(403);
    expect(await opens(one.key)).toBe(false);
  });

  test('what happened stands in the trail', async () => {
    const { id, token } = await holder();
    await t.call(routes.endOtherSessions, { token });
    const rows = await t.database.asOwner<{ action: string; after: object }>(
      `select action, after from audit_log where object_id = $1 and action like 'api-keys.%'`,
      [id],
    );
    expect(rows).toEqual([{ action: 'api-keys.suspended', after: { reason: 'signed-out', keys: 1 } }]);
  });
});

describe('what is secret about postbacks', () => {
  const advertiserId = async (): Promise<string> =>
    (await t.database.asOwner<{ id: string }>(`select id from users where email = 'advertiser@demo.test'`))[0]?.id ??
    '';
  const off = { token_required: false, signature_required: false, networks: [] };

  test.each([
    ['read', (token: string, id: string) => t.call(routes.postbackSetup, { token, params: { id } })],
    ['replaced', (token: string, id: string) => t.call(routes.rotatePostbackSecrets, { token, params: { id } })],
    [
      'switched off',
      (token: string, id: string) => t.call(routes.setPostbackAuth, { token, params: { id }, body: off }),
    ],
  ])('is %s only by a manager who typed the password within twelve hours', async (_what, act) => {
    const { token } = await t.signIn('admin@demo.test', { rememberMe: true });
    const id = await advertiserId();
    expect((await act(token, id)).status).toBe(200);
    t.clock.advance(12 * HOUR_MS + 1);
    const refused = await act(token, id);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'password_needed']);
    expect(refused.raw).not.toContain('token=');
    await t.call(routes.confirmPassword, { token, body: { password: DEMO_PASSWORD } });
    expect((await act(token, id)).status).toBe(200);
  });

  test('is read by the advertiser himself under the same condition', async () => {
    const { token } = await t.signIn('advertiser@demo.test', { rememberMe: true });
    expect((await t.call(routes.ownPostbackSetup, { token })).status).toBe(200);
    t.clock.advance(DAY_MS);
    expect((await t.call(routes.ownPostbackSetup, { token })).body.error.code).toBe('password_needed');
  });
});

test('login-as reads a person’s company and profile and changes neither', async () => {
  admin = await t.signIn('admin@demo.test');
  for (const kind of ['publisher', 'advertiser'] as const) {
    const [row] = await t.database.asOwner<{ id: string }>('select id from users where email = $1', [
      `${kind}@demo.test`,
    ]);
    const as = await t.call(routes[`${kind}s.loginAs`], { cookies: admin.cookies, params: { id: row?.id ?? '' } });
    const { token } = as.body;
    const profile = await t.call(routes.profile, { token });
    expect(profile.status).toBe(200);
    const changed = { ...profile.body, company: 'Another Ltd' };
    expect((await t.call(routes.saveProfile, { token, body: changed })).status).toBe(403);
    if (kind === 'publisher') continue;
    expect((await t.call(routes.company, { token })).status).toBe(200);
    expect((await t.call(routes.saveCompany, { token, body: { tax_id: 'X1' } })).status).toBe(403);
  }
});
