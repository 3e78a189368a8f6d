// The ways a password is set: by link, by its owner, and what each does to links, sessions and mail.
import { routes } from '@tributary/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../../testing.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const NEW_PASSWORD = 'quiet-otters-cross-rivers';
/** an account of its own for each test, with the demo password */
let email: string;
let userId: string;
let count = 0;
beforeEach(async () => {
  [email, userId] = [`person${++count}@demo.test`, newId()];
  await t.database.asOwner(
    `insert into users (tenant_id, id, type, user_sequence_id, first_name, last_name, email, password_hash, status)
     select tenant_id, $1, 'publisher', 50000 + $2::int, 'Rosalind', 'Featherstone', $3, password_hash, 'approved'
     from users where email = 'admin@demo.test'`,
    [userId, count, email],
  );
});

const forgot = (address: string, options = {}) =>
  t.call(routes.forgotPassword, { body: { email: address }, ...options });
const reset = (link: string, password = NEW_PASSWORD, options = {}) =>
  t.call(routes.resetPassword, { body: { link, password }, ...options });
const mailsTo = async (address: string) => (await t.inbox()).filter((mail) => mail.to === address);
const newLink = async (options = {}): Promise<string> => {
  // past the minute in which a second mail is held back; mails are sorted by the time in their ids
  t.clock.advance(MINUTE_MS);
  await forgot(email, options);
  const [mail] = await mailsTo(email);
  t.clock.advance(10);
  return /#link=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
};
const canSignIn = async (password: string) =>
  (await t.call(routes.login, { body: { email, password } })).status === 200;
const isOpen = async (token: string) => (await t.call(routes.currentSession, { token })).status === 200;

describe('a forgotten password', () => {
  test('is set anew by the link in the mail, and the old one no longer works', async () => {
    const link = await newLink();
    expect(link).toHaveLength(43);
    expect((await reset(link)).body).toEqual({ changed: true });
    expect([await canSignIn(NEW_PASSWORD), await canSignIn(DEMO_PASSWORD)]).toEqual([true, false]);
  });

  test('a link works once, even for two uses at the same moment', async () => {
    const link = await newLink();
    const replies = await Promise.all([reset(link), reset(link, 'another-fine-password-7')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    const again = await reset(link);
    expect([again.status, again.body.error.code]).toEqual([400, 'link_expired']);
  });

  test('a link ends after an hour', async () => {
    const inTime = await newLink();
    t.clock.advance(HOUR_MS - 1_000);
    expect((await reset(inTime)).status).toBe(200);
    const late = await newLink();
    t.clock.advance(HOUR_MS);
    expect((await reset(late)).body.error.message).toBe(
      'This link has expired or was already used. Please ask for a new one.',
    );
  });

  test('a used link takes the other open ones with it', async () => {
    const [first, second] = [await newLink(), await newLink()];
    expect(first).not.toBe(second);
    expect((await reset(second)).status).toBe(200);
    expect((await reset(first)).status).toBe(400);
  });

  test('a refused password leaves the link usable', async () => {
    const link = await newLink();
    expect((await reset(link, 'password123')).status).toBe(400);
    expect((await reset(link)).status).toBe(200);
  });

  test('ends every session of the account, and tells its owner by mail', async () => {
    const before = await t.signIn(email);
    await reset(await newLink());
    expect(await isOpen(before.token)).toBe(false);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Your password for demo was changed');
    expect(mail?.text).not.toMatch(/#link=|quiet-otters/);
  });

  test('a link of one tenant is unknown to another', async () => {
    const link = await newLink();
    expect((await reset(link, NEW_PASSWORD, { subdomain: 'acme' })).status).toBe(400);
    expect((await reset(link)).status).toBe(200);
  });

  test.each(['x', 'x'.repeat(43), '../../etc', '%00'])('the made-up link %s opens nothing', async (link) => {
    expect((await reset(link)).body.error.code).toBe('link_expired');
  });

  test('the link is kept as a hash, and the mail’s text is gone once it has left', async () => {
    const link = await newLink();
    const rows = await t.database.asOwner<{ text: string }>(
      `select row_to_json(p)::text as text from password_links p union all select row_to_json(m)::text from mails m
       union all select row_to_json(o)::text from outbox o union all select row_to_json(j)::text from jobs j
       union all select row_to_json(a)::text from audit_log a`,
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ text }) => text.includes(link))).toEqual([]);
  });

  test.each([
    { host: '203.0.113.66', headers: {} },
    { host: 'evil', headers: {} },
    { host: 'localhost', headers: {} },
    { host: 'demo.localhost:8443', headers: {} },
    { host: 'demo.localhost', headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' } },
  ])('the link leads to the tenant’s own host, whatever host the call names: $host', async (options) => {
    await forgot(email, options);
    const [mail] = await mailsTo(email);
    expect(mail?.text).toMatch(/http:\/\/demo\.localhost:3000\/reset-password#link=[\w-]{43}/);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil|203\.0\.113|8443/);
  });
});

test.each(['the owner', 'an account manager'])(
  'once %s changes the e-mail address, links sent to the old one are spent',
  async (by) => {
    const link = await newLink();
    const changed = `new-${email}`;
    const { token, userId: managerId } = await t.signIn(by === 'the owner' ? email : 'admin@demo.test');
    const data = { id: userId, first_name: 'Rosalind', last_name: 'Featherstone', email: changed };
    const reply =
      by === 'the owner'
        ? await t.call(routes.changeEmail, { token, body: { email: changed, password: DEMO_PASSWORD } })
        : await t.call(routes['publishers.edit'], {
            token,
            params: { id: userId },
            body: { user_id: managerId, data },
          });
    expect(reply.status).toBe(200);
    if (by === 'the owner') {
      const [mail] = await mailsTo(changed);
      const confirmation = /confirm-email#link=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
      expect((await t.call(routes.confirmEmail, { body: { link: confirmation } })).status).toBe(200);
    }
    expect((await reset(link)).body.error.code).toBe('link_expired');
  },
);

describe('asking for a link tells nobody which addresses exist', () => {
  test('known, unknown, pending, rejected and deleted get the same bytes; only the known one gets mail', async () => {
    const known = await forgot(email);
    const unknown = await forgot('nobody-at-all@demo.test');
    expect(unknown.raw).toBe(known.raw);
    expect(unknown.status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(1);
    for (const change of [`status = 'pending'`, `status = 'rejected'`, `status = 'approved', deleted_at = now()`]) {
      await t.database.asOwner(`update users set ${change} where id = $1`, [userId]);
      // past the minute in which nobody gets a second one
      t.clock.advance(MINUTE_MS);
      expect((await forgot(email)).raw).toBe(known.raw);
      expect(await mailsTo(email), change).toHaveLength(1);
    }
    expect(await mailsTo('nobody-at-all@demo.test')).toEqual([]);
  });

  test('known and unknown leave the same rows behind: an entry in the trail and an event, whose job does the rest', async () => {
    const left = async (address: string) => {
      await forgot(address);
      const rows = await t.database.asOwner<{ kind: string }>(
        `select 'event' as kind from outbox where payload->>'email' = $1
         union all select 'audit' from audit_log where after->>'email' = $1 order by 1`,
        [address],
      );
      return rows.map(({ kind }) => kind);
    };
    expect(await left(email)).toEqual(['audit', 'event']);
    expect(await left('nobody-else@demo.test')).toEqual(['audit', 'event']);
  });

  test('whoever asks again within a minute gets no second mail', async () => {
    for (let n = 0; n < 5; n++) await forgot(email);
    expect(await mailsTo(email)).toHaveLength(1);
    t.clock.advance(MINUTE_MS);
    await forgot(email);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test('another tenant’s address gets no mail here', async () => {
    await forgot('admin@acme.test');
    expect(await mailsTo('admin@acme.test')).toEqual([]);
  });
});

describe('a sign-in that fails tells nobody why', () => {
  const verify = () => vi.spyOn(t.app.passwords, 'verify');
  afterEach(() => void vi.restoreAllMocks());

  test('200 known and unknown addresses in turn: equal bodies, and one hash computed for each', async () => {
    const spy = verify();
    // hashing itself is measured below; 200 of them would only take time
    spy.mockImplementation(async () => false);
    const bodies = new Set<string>();
    for (let n = 0; n < 200; n++) {
      const address = n % 2 === 0 ? email : `unknown${n}@demo.test`;
      const reply = await t.call(routes.login, { body: { email: address, password: `guess ${n}` } });
      bodies.add(`${reply.status} ${JSON.stringify(reply.body)} ${Object.keys(reply.headers).sort()}`);
      // past the longest wait between tries
      t.clock.advance(16 * 60_000);
    }
    expect([...bodies]).toHaveLength(1);
    expect(spy).toHaveBeenCalledTimes(200);
    expect(spy.mock.calls.filter(([stored]) => stored === null)).toHaveLength(100);
  });
});

describe('changing the own password', () => {
  const change = (token: string, body: object) => t.call(routes.changePassword, { token, body });
  const both = { current_password: DEMO_PASSWORD, new_password: NEW_PASSWORD };

  test('keeps this session, ends all others, spends open links, and tells the owner by mail', async () => {
    const link = await newLink();
    const [here, elsewhere] = [await t.signIn(email), await t.signIn(email)];
    expect((await change(here.token, both)).body).toEqual({ changed: true });
    expect([await isOpen(here.token), await isOpen(elsewhere.token)]).toEqual([true, false]);
    expect((await reset(link)).status).toBe(400);
    expect((await mailsTo(email))[0]?.subject).toMatch(/was changed$/);
    expect([await canSignIn(NEW_PASSWORD), await canSignIn(DEMO_PASSWORD)]).toEqual([true, false]);
  });

  test('wants the current password, and another one than that', async () => {
    const { token } = await t.signIn(email);
    const wrong = await change(token, { ...both, current_password: 'not mine at all' });
    expect([wrong.status, wrong.body.error.message]).toEqual([401, 'The current password is not right.']);
    const same = await change(token, { ...both, new_password: DEMO_PASSWORD });
    expect([same.status, same.body.error.code]).toEqual([400, 'password_refused']);
    expect(await canSignIn(DEMO_PASSWORD)).toBe(true);
  });

  test('frees whoever had to change it', async () => {
    await t.database.asOwner(`update users set must_change_password = true where id = $1`, [userId]);
    const { token } = await t.signIn(email);
    expect((await t.call(routes.profile, { token })).status).toBe(403);
    await change(token, both);
    expect((await t.call(routes.profile, { token })).status).toBe(200);
  });

  test('is taken as typed: spaces, other scripts and up to 1,024 bytes, and not one more', async () => {
    for (const password of ['  spaces around it  ', 'пароль-из-букв-9', `${'ß'.repeat(500)}-long-one-9`]) {
      const { token } = await t.signIn(email);
      expect((await change(token, { ...both, new_password: password })).status).toBe(200);
      expect(await canSignIn(password)).toBe(true);
      expect(await canSignIn(password.trim().slice(1))).toBe(false);
      await t.database.asOwner(
        `update users set password_hash = (select password_hash from users where email = 'admin@demo.test') where id = $1`,
        [userId],
      );
    }
    const { token } = await t.signIn(email);
    const tooLong = await change(token, { ...both, new_password: 'ß'.repeat(513) });
    expect([tooLong.status, tooLong.body.error.message]).toEqual([400, 'Password is too long']);
  });

  test('obeys the tenant’s own minimum length', async () => {
    await t.database.asOwner(`update tenants set password_min_length = 12 where subdomain = 'demo'`);
    const { token } = await t.signIn(email);
    const short = await change(token, { ...both, new_password: 'zq8#kd92w' });
    expect(short.body.error.message).toBe('Password must be at least 12 characters long');
    await t.database.asOwner(`update tenants set password_min_length = 6 where subdomain = 'demo'`);
    expect((await change(token, { ...both, new_password: 'zq8#kd92w' })).status).toBe(200);
    expect((await change(token, { current_password: 'zq8#kd92w', new_password: 'a1#' })).body.error.message).toContain(
      'Password must be at least 6 characters long',
    );
  });

  test('words that anyone would try first for this account are refused', async () => {
    const { token } = await t.signIn(email);
    for (const word of ['Tributary1', 'demo2026!', 'rosalind', 'Featherstone99', `person${count}@demo.test`]) {
      const reply = await change(token, { ...both, new_password: word.padEnd(6, '1') });
      expect(`${word}: ${reply.status} ${reply.body.error?.code}`).toBe(`${word}: 400 password_refused`);
    }
    expect(await canSignIn(DEMO_PASSWORD)).toBe(true);
  });
});

test('what is stored is argon2id with its parameters, salted: two equal passwords look different', async () => {
  const [one, two] = [await t.app.passwords.hash('same'), await t.app.passwords.hash('same')];
  const [row] = await t.database.asOwner<{ hash: string }>(`select password_hash as hash from users where id = $1`, [
    userId,
  ]);
  for (const hash of [one, two, row?.hash]) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
});

test('a flood of sign-ins is told to come back rather than let run without bound', async () => {
  const flood = Array.from({ length: 120 }, () => t.app.passwords.verify(null, 'x'));
  const ended = await Promise.allSettled(flood);
  const refused = ended.filter((one) => one.status === 'rejected');
  expect(refused.length).toBeGreaterThan(50);
  expect(refused.length).toBeLessThan(100);
  for (const one of refused) expect(String(one.reason)).toMatch(/busy/);
  expect(t.app.passwords.waiting()).toBe(0);
  expect(await t.app.passwords.verify(null, 'x')).toBe(false);
});
