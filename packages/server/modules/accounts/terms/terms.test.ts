// Terms: what is published stays, whoever has not accepted the version in force gets no further, and nobody accepts for another.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';

let t: TestApp;
let admin: { token: string; cookies: Record<string, string> };
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('admin@demo.test', { rememberMe: true });
});
afterAll(() => t.close());

const as = (token: string) => ({ token });
const seconds = (days: number) => Math.floor(t.clock.now().getTime() / 1000) + (days * DAY_MS) / 1000;
const draft = (en: string, changes: object = {}) =>
  t.call(routes.draftTerms, { ...as(admin.token), body: { audience: 'publisher', texts: { en }, ...changes } });
const publish = (id: string) => t.call(routes.publishTerms, { ...as(admin.token), params: { id } });
const inForce = async (language = 'en') =>
  (await t.call(routes.termsInForce, { params: { kind: 'publisher' }, query: { language } })).body.terms;

test('a draft is changed and thrown away; what is published stays, and is read in its languages or in English', async () => {
  expect((await draft('<p> </p>')).body.error.message).toBe('The terms need a text in English');
  const { id } = (await draft('<p>Be <script>alert(1)</script>fair.</p>')).body;
  expect(await inForce()).toBeNull();
  const texts = { en: '<p>Be fair.</p>', es: '<p>Sé justo.</p>' };
  const edited = { params: { id }, body: { audience: 'publisher', texts } };
  expect((await t.call(routes.editTerms, { ...as(admin.token), ...edited })).status).toBe(200);
  expect((await publish(id)).body).toEqual({ id, number: 1 });
  expect(await inForce('es')).toMatchObject({ id, number: 1, language: 'es', html: '<p>Sé justo.</p>' });
  expect(await inForce('hi')).toMatchObject({ language: 'en', html: '<p>Be fair.</p>' });
  for (const reply of [
    await t.call(routes.editTerms, { ...as(admin.token), ...edited }),
    await t.call(routes.deleteTerms, { ...as(admin.token), params: { id } }),
    await publish(id),
  ]) {
    expect([reply.status, reply.body.error.code]).toEqual([409, 'conflict']);
  }
  await expect(t.database.asOwner(`update terms_versions set texts = '{}' where id = $1`, [id])).rejects.toThrow();
  const thrown = (await draft('<p>Never mind.</p>')).body.id;
  expect((await t.call(routes.deleteTerms, { ...as(admin.token), params: { id: thrown } })).status).toBe(200);
});

test('whoever has not accepted gets to the terms and out, and nowhere else, until he has', async () => {
  const publisher = await t.signIn('publisher@demo.test', { rememberMe: true });
  const mine = as(publisher.token);
  const key = (await t.call(routes.currentSession, mine)).body;
  expect(key.must_accept_terms).toBe(true);
  const closed = await t.call(routes.campaigns, mine);
  expect([closed.status, closed.body.error.code]).toEqual([403, 'terms_required']);
  const { terms } = (await t.call(routes.termsDue, mine)).body;
  expect(terms).toMatchObject({ number: 1, html: '<p>Be fair.</p>' });

  // an account manager who visits sees the portal, and cannot accept in the other's name
  const visit = await t.call(routes['publishers.loginAs'], {
    params: { id: publisher.userId },
    cookies: admin.cookies,
  });
  const visitor = as(visit.body.token);
  expect((await t.call(routes.campaigns, visitor)).status).toBe(200);
  const accept = { body: { terms_id: terms.id, language: 'es' } };
  expect((await t.call(routes.acceptTerms, { ...visitor, ...accept })).status).toBe(403);

  const other = await t.call(routes.acceptTerms, { ...mine, body: { terms_id: publisher.userId, language: 'es' } });
  expect(other.status).toBe(409);
  for (let n = 0; n < 2; n++) expect((await t.call(routes.acceptTerms, { ...mine, ...accept })).status).toBe(200);
  expect((await t.call(routes.campaigns, mine)).status).toBe(200);
  expect((await t.call(routes.termsDue, mine)).body).toEqual({ terms: null });
  const found = await t.call(routes.acceptances, { ...as(admin.token), query: { q: 'publisher@demo' } });
  expect(found.body.rows).toEqual([
    expect.objectContaining({
      email: 'publisher@demo.test',
      number: 1,
      language: 'es',
      place: 'portal',
      ip: '127.0.0.1',
    }),
  ]);
  // advertisers have terms of their own, or none
  const advertiser = await t.signIn('advertiser@demo.test');
  expect((await t.call(routes.advertiserCampaigns, as(advertiser.token))).status).toBe(200);
});

test('a new version asks again from its day on; an API key is closed with its owner; everybody is mailed once', async () => {
  const publisher = await t.signIn('publisher@demo.test', { rememberMe: true });
  const mine = as(publisher.token);
  const made = await t.call(routes.createApiKey, { ...mine, body: { name: 'Reader' } });
  const key = as(made.body.key);
  const report = { query: { dimensions: 'day', metrics: 'clicks' } };
  expect((await t.call(routes.reports, { ...key, ...report })).status).toBe(200);

  const { id } = (await draft('<p>Be fairer.</p>', { effective_at: seconds(7) })).body;
  expect((await publish(id)).body.number).toBe(2);
  const early = await publish((await draft('<p>Sooner.</p>', { effective_at: seconds(1) })).body.id);
  expect([early.status, early.body.error.message]).toEqual([
    409,
    expect.stringContaining('A newer one cannot begin before that day.'),
  ]);
  const mails = (await t.inbox()).filter(({ text }) => text.includes('/terms?for=publisher'));
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['publisher@demo.test', 'New terms of demo'],
    ['publisher@demo.test', 'New terms of demo'],
  ]);
  expect((await t.call(routes.campaigns, mine)).status).toBe(200);

  t.clock.advance(7 * DAY_MS - 60_000 * 5);
  const again = as((await t.signIn('publisher@demo.test')).token);
  expect((await t.call(routes.campaigns, again)).status).toBe(200);
  t.clock.advance(60_000 * 5);
  for (const caller of [again, key]) {
    const closed = await t.call(routes.reports, { ...caller, ...report });
    expect([closed.status, closed.body.error.code]).toEqual([403, 'terms_required']);
  }
  // a password that somebody else set comes first
  await t.database.asOwner(`update users set must_change_password = true where email = 'publisher@demo.test'`);
  expect((await t.call(routes.campaigns, again)).body.error.code).toBe('password_change_required');
  expect((await t.call(routes.acceptTerms, { ...again, body: { terms_id: id, language: 'en' } })).status).toBe(403);
  await t.database.asOwner(`update users set must_change_password = false where email = 'publisher@demo.test'`);
  expect((await t.call(routes.acceptTerms, { ...again, body: { terms_id: id, language: 'en' } })).status).toBe(200);
  expect((await t.call(routes.reports, { ...key, ...report })).status).toBe(200);

  const manager = as((await t.signIn('admin@demo.test')).token);
  const versions = (await t.call(routes.terms, { ...manager, query: { sort: '-number' } })).body.rows;
  expect(
    versions.map((one: { number: number; state: string; accepted: number }) => [one.number, one.state, one.accepted]),
  ).toEqual([
    [2, 'in_force', 1],
    [1, 'past', 1],
    [null, 'draft', 0],
  ]);
});

test('who agreed at sign-up is asked no more; who did not is asked at the first sign-in', async () => {
  const { version, terms_id } = (await t.call(routes.signupForm, { params: { kind: 'publisher' } })).body;
  const signUp = (email: string, more: object) =>
    t.call(routes.publisherSignup, {
      body: { first_name: 'Mara', last_name: 'Quill', email, password: 'seven-lanterns-drift', ...more },
    });
  expect((await signUp('agreed@terms.test', { form_version: version, terms_id, language: 'hi' })).status).toBe(200);
  expect((await signUp('silent@terms.test', {})).status).toBe(200);
  const stale = await signUp('stale@terms.test', { terms_id: '0198c0de-0000-7000-8000-000000000000' });
  expect(stale.status).toBe(409);
  await t.database.asOwner(
    `update users set status = 'approved', email_unconfirmed = false where email like '%@terms.test'`,
  );
  const due = async (email: string) =>
    (await t.call(routes.currentSession, as((await t.signIn(email, { password: 'seven-lanterns-drift' })).token))).body
      .must_accept_terms;
  expect([await due('agreed@terms.test'), await due('silent@terms.test')]).toEqual([false, true]);
});
