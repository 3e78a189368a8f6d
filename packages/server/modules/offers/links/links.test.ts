import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { type Office, openOffice } from '../testing.ts';

let t: TestApp;
let office: Office;
beforeAll(async () => {
  t = await createTestApp({ env: { TRACKER_ORIGIN: 'https://go.example:8443' } });
  office = await openOffice(t);
});
afterAll(() => t.close());

const link = (body: unknown) => t.call(routes.createLink, { token: office.publisher.token, body });
const numberOf = async (id: string) =>
  (await t.database.asOwner<{ n: number }>('select user_sequence_id as n from users where id = $1', [id]))[0]?.n;

describe('a tracking link', () => {
  test("is canonical, on the tenant's tracking host, with a short form; braces stay readable", async () => {
    const { id, camp_id } = await office.create({
      landing_pages: [{ name: 'Second', url: 'https://lantern.example/2?c={click_id}' }],
    });
    const params = { p1: '{gclid}', p2: 'a&b=c d', source: 'सर्च' };
    const reply = await link({ offer_id: id, landing_page: 2, params });
    expect(reply.status).toBe(200);
    const url = new URL(reply.body.url);
    expect(url.origin + url.pathname).toBe('https://demo.go.example:8443/click');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      camp_id: String(camp_id),
      publisher_id: String(await numberOf(office.publisher.userId)),
      url_id: '2',
      ...params,
    });
    expect(reply.body.url).toContain('p1={gclid}');
    expect(reply.body.short_url).toBe(`https://demo.go.example:8443/c/${reply.body.code}`);
    expect(reply.body.code).toMatch(/^[0-9A-Za-z]{8}$/);
    const listed = (await t.call(routes.links, { token: office.publisher.token })).body.rows[0];
    expect(listed).toMatchObject({ code: reply.body.code, url: reply.body.url, camp_id, params });
  });
  test('the default landing page needs no parameter', async () => {
    const { id } = await office.create();
    expect((await link({ offer_id: id, landing_page: 1, params: {} })).body.url).not.toContain('url_id');
  });
  test.each([
    ['an unknown landing page', { landing_page: 9 }],
    ['an unknown creative', { creative: 9 }],
    ['a parameter that is none of ours', { params: { camp_id: '1' } }],
    ['a value that is too long', { params: { p1: 'x'.repeat(256) } }],
    ['a deep link where there are none', { deep_link: 'https://lantern.example/x' }],
  ])('refuses %s', async (_, change) => {
    const { id } = await office.create();
    expect((await link({ offer_id: id, params: {}, ...change })).status).toBe(400);
  });
  test('a deep link leads only to the hosts of the offer', async () => {
    const { id } = await office.create({ deep_links: true, deep_link_hosts: ['*.lantern.example'] });
    const deep = (deep_link: string) => link({ offer_id: id, deep_link, params: {} });
    const fine = await deep('https://shop.lantern.example/shoes?a=1&b=2');
    expect(new URL(fine.body.url).searchParams.get('url')).toBe('https://shop.lantern.example/shoes?a=1&b=2');
    for (const bad of ['https://evil.example/', 'https://lantern.example.evil.example/', 'javascript:alert(1)']) {
      expect((await deep(bad)).body.error.message).toBe('A deep link must lead to one of: *.lantern.example');
    }
  });
  test('is not made for a campaign that the publisher may not run', async () => {
    const asked = await office.create({ offer_visibility: 'Ask to Permission' });
    expect((await link({ offer_id: asked.id, params: {} })).status).toBe(400);
    for (const change of [{ offer_visibility: 'Private' }, { status: 'paused' }]) {
      expect((await link({ offer_id: (await office.create(change)).id, params: {} })).status).toBe(404);
    }
    const acme = await openOffice(t, 'acme');
    expect((await link({ offer_id: (await acme.create()).id, params: {} })).status).toBe(404);
  });
});

test('an account manager hands over the link that the publisher would make, and hears whether it runs', async () => {
  const publisherId = office.publisher.userId;
  const ask = async (id: string, publisher_id = publisherId) =>
    t.call(routes.offerLink, { token: office.admin.token, params: { id }, query: { publisher_id } });
  const open = await office.create();
  const made = await link({ offer_id: open.id, params: {} });
  expect((await ask(open.id)).body).toEqual({ url: made.body.url, runs: true });
  for (const change of [{ offer_visibility: 'Private' }, { status: 'paused' }]) {
    expect((await ask((await office.create(change)).id)).body).toMatchObject({ runs: false });
  }
  for (const nobody of [office.admin.userId, 'x', '']) expect((await ask(open.id, nobody)).status).toBe(404);
});

test('the export has one line for each campaign that may be run, safe for a spreadsheet', async () => {
  const open = await office.create({ offer_name: '=cmd|calc', geo_coverage: 'in,us' });
  await office.create({ offer_name: 'Not yet', offer_visibility: 'Ask to Permission' });
  const { raw } = await t.call(routes.exportLinks, { token: office.publisher.token, query: { source: 'news' } });
  expect(raw).toContain(
    `\r\n${open.camp_id},"'=cmd|calc","CPR","in us","https://demo.go.example:8443/click?camp_id=${open.camp_id}&`,
  );
  expect(raw).toContain('source=news');
  expect(raw).not.toContain('Not yet');
});
