// Addresses are confirmed by whoever reads their mail, and nobody learns on the way who is registered.
import { loginMessages, routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../../testing.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const PASSWORD = 'eleven brass bells';
let people = 0;
const newAddress = () => `new-${++people}@example.test`;
const signUp = async (email: string): Promise<string> => {
  const body = { first_name: 'Ines', last_name: 'Holt', email, password: PASSWORD };
  expect((await t.call(routes.publisherSignup, { body })).status).toBe(200);
  return (await t.database.asOwner<{ id: string }>('select id from users where email = $1', [email]))[0]?.id ?? '';
};
const manager = async () => (await t.signIn('admin@demo.test')).token;
const approve = async (id: string) => t.call(routes['publishers.approve'], { token: await manager(), params: { id } });
const login = (email: string, password = PASSWORD) => t.call(routes.login, { body: { email, password } });
const mailsTo = async (email: string) => (await t.inbox()).filter(({ to }) => to === email);
const linkIn = (text: string | undefined): string => /\/confirm-email#link=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const confirm = (link: string, password?: string) => t.call(routes.confirmEmail, { body: { link, password } });
const listed = async (id: string) => {
  const { rows } = (await t.call(routes['publishers.list'], { token: await manager(), query: { page_size: '200' } }))
    .body;
  return rows.find((row: { id: string }) => row.id === id);
};

describe('a public sign-up', () => {
  test('stands in the pending list at once, unconfirmed; the approval mail’s link opens the first login', async () => {
    const email = newAddress();
    const id = await signUp(email);
    expect(await listed(id)).toMatchObject({ status: 'pending', email_confirmed: false });
    expect(await mailsTo(email)).toEqual([]);
    await approve(id);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toContain('approved');
    const early = await login(email);
    expect([early.status, early.body.error]).toEqual([403, loginMessages.unconfirmed]);
    expect((await login(email, 'not the password')).body.error).not.toBe(loginMessages.unconfirmed);
    expect((await confirm(linkIn(mail?.text), PASSWORD)).body).toEqual({ confirmed: true });
    expect((await login(email)).status).toBe(200);
    expect(await listed(id)).toMatchObject({ status: 'approved', email_confirmed: true });
    expect((await confirm(linkIn(mail?.text))).body.error.code).toBe('link_expired');
  });

  test('by a stranger, with another’s address, lets nobody in by the reader’s click: the link wants the sign-up’s password', async () => {
    const email = newAddress();
    const id = await signUp(email);
    await approve(id);
    const link = linkIn((await mailsTo(email))[0]?.text);
    const bare = await confirm(link);
    expect([bare.status, bare.body.error.message]).toEqual([
      401,
      'Please enter the password that you chose when you signed up.',
    ]);
    const wrong = await confirm(link, 'a guess of mine');
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'wrong_credentials']);
    expect((await login(email)).status).toBe(403);
    expect(await listed(id)).toMatchObject({ email_confirmed: false });
    // whoever reads the mail takes the account over with a password of his own, and the stranger's is void
    await t.call(routes.forgotPassword, { body: { email } });
    const mail = (await mailsTo(email)).find(({ subject }) => subject.startsWith('Set a new password'));
    const reset = /#link=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await t.call(routes.resetPassword, { body: { link: reset, password: 'seven tall herons' } });
    expect((await login(email)).status).toBe(401);
    expect((await login(email, 'seven tall herons')).status).toBe(200);
    expect((await confirm(link, PASSWORD)).body.error.code).toBe('link_expired');
  });

  test('whose link is too old gets a new one by signing in, and not more than one an hour', async () => {
    const email = newAddress();
    await approve(await signUp(email));
    const [first] = await mailsTo(email);
    t.clock.advance(8 * DAY_MS);
    expect((await confirm(linkIn(first?.text))).body.error.code).toBe('link_expired');
    for (let n = 0; n < 3; n++) expect((await login(email)).status).toBe(403);
    const again = (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Confirm your e-mail address'));
    expect(again).toHaveLength(1);
    expect((await confirm(linkIn(again[0]?.text), PASSWORD)).status).toBe(200);
    expect((await login(email)).status).toBe(200);
  });

  test('is confirmed by a password link as well: it was read in the same mailbox', async () => {
    const email = newAddress();
    await approve(await signUp(email));
    await t.call(routes.forgotPassword, { body: { email } });
    const mail = (await mailsTo(email)).find(({ subject }) => subject.startsWith('Set a new password'));
    const link = /#link=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await t.call(routes.resetPassword, { body: { link, password: 'seven tall herons' } });
    expect((await login(email, 'seven tall herons')).status).toBe(200);
  });

  test('accounts that a manager makes are confirmed: he vouches for them', async () => {
    const email = newAddress();
    const body = { first_name: 'Ines', last_name: 'Holt', email, password: PASSWORD };
    const { id } = (await t.call(routes['publishers.create'], { token: await manager(), body })).body;
    expect(await listed(id)).toMatchObject({ email_confirmed: true });
    expect((await login(email)).status).toBe(200);
  });
});

describe('one’s own change of address', () => {
  const person = async () => {
    const email = newAddress();
    const body = { first_name: 'Ines', last_name: 'Holt', email, password: PASSWORD };
    const { id } = (await t.call(routes['publishers.create'], { token: await manager(), body })).body;
    await t.database.asOwner('update users set must_change_password = false where id = $1', [id]);
    const { token } = await t.signIn(email, { password: PASSWORD });
    return { id, email, token };
  };
  const ask = (token: string, email: string) =>
    t.call(routes.changeEmail, { token, body: { email, password: PASSWORD } });

  test('waits for the new address; until then the old one signs in, and both are told', async () => {
    const { email, token } = await person();
    const wanted = newAddress();
    const reply = await ask(token, wanted);
    expect([reply.status, reply.body]).toEqual([200, { email, waiting_for: wanted }]);
    expect((await t.call(routes.profile, { token })).body).toMatchObject({ email, waiting_for: wanted });
    expect((await login(email)).status).toBe(200);
    expect((await login(wanted)).status).toBe(401);
    expect((await mailsTo(email)).map(({ text }) => text)).toContainEqual(expect.stringContaining(wanted));
    const [mail] = await mailsTo(wanted);
    expect((await confirm(linkIn(mail?.text))).status).toBe(200);
    expect((await login(wanted)).status).toBe(200);
    expect((await login(email)).status).toBe(401);
    expect((await t.call(routes.profile, { token })).body).toMatchObject({ email: wanted, waiting_for: null });
    const changed = (await t.inbox()).filter(({ subject }) => subject.includes('address of your account'));
    expect(changed.map(({ to }) => to)).toEqual(expect.arrayContaining([email, wanted]));
  });

  test('to an address that has an account is answered alike, changes nothing, and tells its owner', async () => {
    const [one, owner] = [await person(), await person()];
    const free = await ask(one.token, newAddress());
    const taken = await ask(one.token, owner.email);
    expect([taken.status, Object.keys(taken.body)]).toEqual([free.status, Object.keys(free.body)]);
    expect((await t.call(routes.profile, { token: one.token })).body.waiting_for).toBe(owner.email);
    const [mail] = (await mailsTo(owner.email)).filter(({ subject }) => subject.startsWith('You already have'));
    expect(linkIn(mail?.text)).toBe('');
    expect((await login(owner.email)).body.user?.id).toBe(owner.id);
  });

  test('a second wish replaces the first, a link lasts a day, and an address taken meanwhile is not handed over', async () => {
    const { email, token } = await person();
    const [first, second] = [newAddress(), newAddress()];
    await ask(token, first);
    await ask(token, second);
    expect((await confirm(linkIn((await mailsTo(first))[0]?.text))).body.error.code).toBe('link_expired');
    const link = linkIn((await mailsTo(second))[0]?.text);
    await signUp(second);
    expect((await confirm(link)).body.error.code).toBe('link_expired');
    const third = newAddress();
    await ask(token, third);
    t.clock.advance(25 * HOUR_MS);
    expect((await confirm(linkIn((await mailsTo(third))[0]?.text))).body.error.code).toBe('link_expired');
    expect((await login(email)).status).toBe(200);
  });

  const NEW = 'seven tall herons';
  const boss = async () => (await t.signIn('admin@demo.test')).token;
  type Person = Awaited<ReturnType<typeof person>>;
  test.each<[string, (one: Person) => Promise<{ status: number }>]>([
    [
      'a new password',
      ({ token }) => t.call(routes.changePassword, { token, body: { current_password: PASSWORD, new_password: NEW } }),
    ],
    [
      'a forgotten one',
      async ({ email }) => {
        await t.call(routes.forgotPassword, { body: { email } });
        const mail = (await mailsTo(email)).find(({ subject }) => subject.startsWith('Set a new password'));
        const link = /reset-password#link=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
        return t.call(routes.resetPassword, { body: { link, password: NEW } });
      },
    ],
    ['signing out everywhere', ({ token }) => t.call(routes.endOtherSessions, { token })],
    [
      'being signed out by a manager',
      async ({ id }) => t.call(routes['publishers.endSessions'], { token: await boss(), params: { id } }),
    ],
    ['a rejection', async ({ id }) => t.call(routes['publishers.reject'], { token: await boss(), params: { id } })],
    ['a deletion', async ({ id }) => t.call(routes['publishers.remove'], { token: await boss(), params: { id } })],
  ])('is void after %s: a thief’s link does not outlive the access that he asked with', async (_what, end) => {
    const one = await person();
    const thief = newAddress();
    await ask(one.token, thief);
    const link = linkIn((await mailsTo(thief))[0]?.text);
    expect((await end(one)).status).toBe(200);
    expect((await confirm(link)).body.error.code).toBe('link_expired');
    const [row] = await t.database.asOwner<{ email: string }>('select email from users where id = $1', [one.id]);
    expect(row?.email).toBe(one.email);
  });

  test('a password link asked for before is void after signing out everywhere', async () => {
    const { email, token } = await person();
    await t.call(routes.forgotPassword, { body: { email } });
    const mail = (await mailsTo(email)).find(({ subject }) => subject.startsWith('Set a new password'));
    const link = /reset-password#link=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await t.call(routes.endOtherSessions, { token })).status).toBe(200);
    const reset = await t.call(routes.resetPassword, { body: { link, password: NEW } });
    expect(reset.body.error.code).toBe('link_expired');
  });

  test('a manager’s edit takes effect at once, mails both addresses, and ends the wish', async () => {
    const { id, email, token } = await person();
    const [wished, given] = [newAddress(), newAddress()];
    await ask(token, wished);
    const boss = await t.signIn('admin@demo.test');
    const data = { id, first_name: 'Ines', last_name: 'Holt', email: given };
    const edit = await t.call(routes['publishers.edit'], {
      token: boss.token,
      params: { id },
      body: { data, user_id: boss.userId },
    });
    expect(edit.status).toBe(200);
    expect((await login(given)).status).toBe(200);
    for (const to of [email, given]) {
      expect((await mailsTo(to)).some(({ text }) => text.includes(`New address: ${given}`))).toBe(true);
    }
    expect((await confirm(linkIn((await mailsTo(wished))[0]?.text))).body.error.code).toBe('link_expired');
    expect((await login(given)).status).toBe(200);
  });
});

test('a link of one workspace is nothing in another', async () => {
  const email = newAddress();
  await approve(await signUp(email));
  const [mail] = await mailsTo(email);
  const elsewhere = await t.call(routes.confirmEmail, { subdomain: 'acme', body: { link: linkIn(mail?.text) } });
  expect(elsewhere.body.error.code).toBe('link_expired');
  expect((await t.signIn('admin@demo.test', { password: DEMO_PASSWORD })).token).toBeTruthy();
});
