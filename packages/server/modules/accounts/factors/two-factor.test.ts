// A second factor from its set-up to the lost device: what is asked, what counts once, and what guessing costs.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../../testing.ts';
import { newPasskey } from '../../../testing-passkey.ts';
import { codeAt } from '../../../testing-totp.ts';

const PASSWORD = 'eleven brass bells';
const HALF_MINUTE_MS = 30_000;
const NEEDS_CODE = { error: 'Please enter the code from your authenticator app.', need: 'code' };
const ORIGIN = 'http://demo.localhost';

let t: TestApp;
let admin: string;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

let people = 0;
interface Person {
  id: string;
  email: string;
  token: string;
}
async function person(): Promise<Person> {
  admin = (await t.signIn('admin@demo.test')).token;
  const email = `factor-${++people}@example.test`;
  const body = { first_name: 'Ines', last_name: 'Holt', email, password: PASSWORD };
  const { id } = (await t.call(routes['publishers.create'], { token: admin, body })).body;
  await t.database.asOwner('update users set must_change_password = false where id = $1', [id]);
  return { id, email, token: (await t.signIn(email, { password: PASSWORD })).token };
}
/** with an authenticator app that is on */
async function guarded(): Promise<Person & { secret: string; codes: string[] }> {
  const who = await person();
  const begun = await t.call(routes.beginTotp, { token: who.token });
  const { secret } = begun.body;
  const confirmed = await t.call(routes.confirmTotp, { token: who.token, body: { code: shown(secret) } });
  // the code that confirmed it is spent
  t.clock.advance(HALF_MINUTE_MS);
  return { ...who, secret, codes: confirmed.body.recovery_codes };
}
const shown = (secret: string, lateMs = 0): string => codeAt(secret, new Date(t.clock.now().getTime() - lateMs));
const login = (email: string, more: Record<string, unknown> = {}, password = PASSWORD, host?: string) =>
  t.call(routes.login, { body: { email, password, ...more }, ...(host ? { host } : {}) });
const stateOf = async (token: string) => (await t.call(routes.twoFactor, { token })).body;

describe('an authenticator app', () => {
  test('counts once a code has confirmed it; then sign-in asks for a code, after the right password only', async () => {
    const { email, token } = await person();
    const { body } = await t.call(routes.beginTotp, { token });
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const [row] = await t.database.asOwner<{ sealed: string }>(
      'select sealed from totp_factors order by created_at desc',
    );
    expect(row?.sealed).toMatch(/^v1\./);
    expect(row?.sealed).not.toContain(body.secret);
    expect((await login(email)).status).toBe(200);
    expect((await t.call(routes.confirmTotp, { token, body: { code: '000000' } })).status).toBe(401);
    expect((await login(email)).status).toBe(200);

    const confirmed = await t.call(routes.confirmTotp, { token, body: { code: shown(body.secret) } });
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10);
    expect(confirmed.body.recovery_codes[0]).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await stateOf(token)).recovery_codes_left).toBe(10);

    const asked = await login(email);
    expect([asked.status, asked.body]).toEqual([401, NEEDS_CODE]);
    const wrong = await login(email, {}, 'eleven brass balls');
    expect([wrong.status, wrong.body]).toEqual([401, { error: 'Login failed. Please check your credentials.' }]);
    t.clock.advance(HALF_MINUTE_MS);
    expect((await login(email, { code: shown(body.secret) })).status).toBe(200);
    expect((await t.call(routes.beginTotp, { token })).status).toBe(409);
  });

  test('takes a code half a minute early or late, no more, and each half minute once', async () => {
    const { email, secret } = await guarded();
    t.clock.advance(10 * HALF_MINUTE_MS);
    expect((await login(email, { code: shown(secret, 2 * HALF_MINUTE_MS) })).status).toBe(401);
    expect((await login(email, { code: shown(secret, -2 * HALF_MINUTE_MS) })).status).toBe(401);
    const late = shown(secret, HALF_MINUTE_MS);
    expect((await login(email, { code: late })).status).toBe(200);
    const again = await login(email, { code: late });
    expect([again.status, again.body.need]).toEqual([401, 'code']);
    expect((await login(email, { code: ` ${shown(secret).replace(/(...)/, '$1 ')} ` })).status).toBe(200);
    expect((await login(email, { code: shown(secret, -HALF_MINUTE_MS) })).status).toBe(200);
    expect((await login(email, { code: shown(secret) })).status).toBe(401);
  });

  test('of eight who send one code at once, one gets in', async () => {
    const { email, secret } = await guarded();
    const code = shown(secret);
    const replies = await Promise.all(Array.from({ length: 8 }, () => login(email, { code })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('guessing its codes slows down as guessing passwords does, and the right password forgives nothing', async () => {
    const { email, secret } = await guarded();
    for (let n = 0; n < 5; n++) {
      expect((await login(email, { code: '000000' })).status).toBe(401);
      expect((await login(email)).body.need).toBe('code');
    }
    const sixth = await login(email, { code: shown(secret) });
    expect([sixth.status, sixth.body.error, sixth.body.need]).toEqual([
      429,
      'Too many attempts. Please wait 2 seconds and try again.',
      'code',
    ]);
    t.clock.advance(2_000);
    expect((await login(email, { code: shown(secret) })).status).toBe(200);
  });

  test('is turned off with password and code, and the person hears of it; its recovery codes end with it', async () => {
    const { email, token, secret, codes } = await guarded();
    const end = (body: object) => t.call(routes.endTotp, { token, body });
    expect((await end({ password: PASSWORD })).body.error.code).toBe('code_needed');
    expect((await end({ password: 'wrong bells', code: shown(secret) })).status).toBe(401);
    expect((await end({ password: PASSWORD, code: '000000' })).status).toBe(401);
    const ended = await end({ password: PASSWORD, code: shown(secret) });
    expect([ended.status, ended.body.totp_since, ended.body.recovery_codes_left]).toEqual([200, null, 0]);
    expect((await login(email, { code: codes[0] })).status).toBe(200);
    const mail = (await t.inbox()).find(({ to, subject }) => to === email && subject.includes('turned off'));
    expect(mail?.text).toContain('your password alone opens it');
  });
});

describe('a recovery code', () => {
  test('opens once, in the same field, however it is typed; new ones end the former', async () => {
    const { email, token, secret, codes } = await guarded();
    const [first = '', second = ''] = codes;
    expect((await login(email, { code: first.toLowerCase().replaceAll('-', ' ') })).status).toBe(200);
    expect((await stateOf(token)).recovery_codes_left).toBe(9);
    expect((await login(email, { code: first })).status).toBe(401);
    const both = await Promise.all([login(email, { code: second }), login(email, { code: second })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const renewed = await t.call(routes.renewRecoveryCodes, {
      token,
      body: { password: PASSWORD, code: shown(secret) },
    });
    expect(renewed.body.recovery_codes).toHaveLength(10);
    expect((await login(email, { code: codes[3] })).status).toBe(401);
    expect((await login(email, { code: renewed.body.recovery_codes[3] })).status).toBe(200);
  });
});

describe('a lost device', () => {
  test('is reset by a team member with write on the section and a recent password; the person is told', async () => {
    const { id, email, codes, token } = await guarded();
    const reset = () => t.call(routes['publishers.resetTwoFactor'], { token: admin, params: { id } });
    const details = async () => (await t.call(routes['publishers.details'], { token: admin, params: { id } })).body;
    expect((await details()).two_factor).toBe(true);
    await t.database.asOwner(`update sessions set password_entered_at = password_entered_at - interval '13 hours'
      where user_id = (select id from users where email = 'admin@demo.test')`);
    expect((await reset()).body.error.code).toBe('password_needed');
    await t.call(routes.confirmPassword, { token: admin, body: { password: DEMO_PASSWORD } });
    expect((await t.call(routes.currentSession, { token })).status).toBe(200);
    expect((await reset()).body).toEqual({ removed: 1 });
    // whoever has the device is signed out
    expect((await t.call(routes.currentSession, { token })).status).toBe(401);
    expect((await details()).two_factor).toBe(false);
    expect((await login(email)).status).toBe(200);
    expect((await login(email, { code: codes[0] })).status).toBe(200);
    expect((await reset()).status).toBe(409);
    const mail = (await t.inbox()).find(({ to, subject }) => to === email && subject.includes('was reset'));
    expect(mail?.text).toContain('set them up again');
  });

  test('is nobody’s own to reset: that would be turning it off without a code', async () => {
    const acme = { subdomain: 'acme' };
    const { token, userId } = await t.signIn('admin@acme.test', acme);
    const { secret } = (await t.call(routes.beginTotp, { token, ...acme })).body;
    await t.call(routes.confirmTotp, { token, body: { code: shown(secret) }, ...acme });
    const reset = await t.call(routes.resetMemberTwoFactor, { token, params: { id: userId }, ...acme });
    expect([reset.status, reset.body.error.message]).toEqual([409, expect.stringContaining('your Security page')]);
    expect((await t.call(routes.twoFactor, { token, ...acme })).body.totp_since).toEqual(expect.any(Number));
  });
});

describe('a passkey', () => {
  async function withPasskey() {
    const who = await person();
    const device = newPasskey('demo.localhost');
    const { challenge } = (await t.call(routes.beginPasskey, { token: who.token })).body;
    const answer = device.register(challenge, ORIGIN);
    const added = await t.call(routes.addPasskey, { token: who.token, body: { name: 'Laptop', answer } });
    expect(added.status).toBe(201);
    expect(added.body.recovery_codes).toHaveLength(10);
    return { ...who, device, passkey: added.body.passkey, codes: added.body.recovery_codes, answer };
  }

  test('is asked for after the right password, answers once, and only for this page', async () => {
    const { email, token, device } = await withPasskey();
    const ask = async () => (await login(email)).body;
    const question = await ask();
    expect(question).toMatchObject({ error: 'Please confirm with your passkey.', need: 'passkey' });
    expect(question.passkey).toMatchObject({ rpId: 'demo.localhost', allowCredentials: [{ type: 'public-key' }] });
    const right = device.answer(question.passkey.challenge, ORIGIN, 1);
    expect((await login(email, { passkey: right })).status).toBe(200);
    expect((await login(email, { passkey: right })).status).toBe(401);
    const foreign = device.answer((await ask()).passkey.challenge, 'https://demo.evil.example', 2);
    expect((await login(email, { passkey: foreign })).status).toBe(401);
    const invented = device.answer('bm90LWFza2Vk', ORIGIN, 3);
    expect((await login(email, { passkey: invented })).status).toBe(401);
    expect((await stateOf(token)).passkeys[0].last_used_at).toEqual(expect.any(Number));
  });

  test('that counts backwards is a copy and opens nothing', async () => {
    const { email, device } = await withPasskey();
    const answered = async (counter: number) =>
      (await login(email, { passkey: device.answer((await login(email)).body.passkey.challenge, ORIGIN, counter) }))
        .status;
    expect(await answered(7)).toBe(200);
    expect(await answered(7)).toBe(401);
    expect(await answered(3)).toBe(401);
    expect(await answered(8)).toBe(200);
  });

  test('is not made for another page, nor with a question of another person’s, nor twice', async () => {
    const [one, other] = [await person(), await withPasskey()];
    const begin = async () => (await t.call(routes.beginPasskey, { token: one.token })).body.challenge;
    const add = (answer: object) => t.call(routes.addPasskey, { token: one.token, body: { name: 'Laptop', answer } });
    const device = newPasskey('demo.localhost');
    expect((await add(device.register(await begin(), 'https://evil.example'))).status).toBe(400);
    expect((await add(newPasskey('acme.localhost').register(await begin(), ORIGIN))).status).toBe(400);
    const { challenge } = (await t.call(routes.beginPasskey, { token: other.token })).body;
    expect((await add(device.register(challenge, ORIGIN))).status).toBe(400);
    expect((await add(other.device.register(await begin(), ORIGIN))).status).toBe(409);
    expect((await stateOf(one.token)).passkeys).toEqual([]);
  });

  test('beside an app leaves the choice; its question may wait five minutes', async () => {
    const { email, token, device } = await withPasskey();
    const { secret } = (await t.call(routes.beginTotp, { token })).body;
    const confirmed = await t.call(routes.confirmTotp, { token, body: { code: shown(secret) } });
    expect(confirmed.body.recovery_codes).toEqual([]);
    t.clock.advance(HALF_MINUTE_MS);
    const question = (await login(email)).body;
    expect([question.need, question.error]).toEqual(['code', NEEDS_CODE.error]);
    expect((await login(email, { code: shown(secret) })).status).toBe(200);
    t.clock.advance(6 * 60_000);
    expect((await login(email, { passkey: device.answer(question.passkey.challenge, ORIGIN, 1) })).status).toBe(401);
    const fresh = (await login(email)).body.passkey.challenge;
    expect((await login(email, { passkey: device.answer(fresh, ORIGIN, 2) })).status).toBe(200);
  });

  test('is named and removed by whoever has it, with proof; the last one’s end is told', async () => {
    const { email, token, passkey, device, codes } = await withPasskey();
    const renamed = await t.call(routes.renamePasskey, { token, params: { id: passkey.id }, body: { name: 'Desk' } });
    expect(renamed.body.name).toBe('Desk');
    const remove = (body: object) => t.call(routes.removePasskey, { token, params: { id: passkey.id }, body });
    expect((await remove({ password: PASSWORD })).body.error.code).toBe('code_needed');
    const { challenge } = (await t.call(routes.askPasskey, { token })).body;
    const removed = await remove({ password: PASSWORD, passkey: device.answer(challenge, ORIGIN, 1) });
    expect([removed.status, removed.body.passkeys]).toEqual([200, []]);
    expect((await login(email)).status).toBe(200);
    expect((await t.inbox()).some(({ to, subject }) => to === email && subject.includes('turned off'))).toBe(true);
    expect(codes).toHaveLength(10);
  });

  test('answers where it was asked: at the sign-in, or in the session that asked', async () => {
    const { email, token, device, passkey } = await withPasskey();
    const asked = async (of = token) => (await t.call(routes.askPasskey, { token: of })).body.challenge;
    const remove = (challenge: string, counter: number) =>
      t.call(routes.removePasskey, {
        token,
        params: { id: passkey.id },
        body: { password: PASSWORD, passkey: device.answer(challenge, ORIGIN, counter) },
      });
    expect((await login(email, { passkey: device.answer(await asked(), ORIGIN, 1) })).status).toBe(401);
    const atSignIn = async () => (await login(email)).body.passkey.challenge;
    expect((await remove(await atSignIn(), 2)).status).toBe(401);
    const second = await login(email, { passkey: device.answer(await atSignIn(), ORIGIN, 3) });
    expect((await remove(await asked(second.body.token), 4)).status).toBe(401);
    t.clock.advance(60_000);
    expect((await remove(await asked(), 5)).status).toBe(200);
  });

  test('of another host of the portal is not asked for: a recovery code is', async () => {
    const { email, codes } = await withPasskey();
    await t.database.asOwner(`update passkeys set rp_id = 'old.example' where credential_id is not null`);
    const asked = await login(email);
    expect([asked.body.need, asked.body.passkey]).toEqual(['code', undefined]);
    expect(asked.body.error).toContain('recovery code');
    expect((await login(email, { code: codes[0] })).status).toBe(200);
  });
});

test('no secret stands in the trail', async () => {
  const { secret, codes } = await guarded();
  const [{ all = '' } = {}] = await t.database.asOwner<{ all: string }>(
    `select coalesce(string_agg(coalesce(before::text, '') || coalesce(after::text, ''), ' '), '') as all from audit_log`,
  );
  for (const one of [secret, ...codes]) expect(all).not.toContain(one);
});
