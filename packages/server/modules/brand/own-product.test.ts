// A workspace with a brand of its own is its own product: whoever works with it reads nowhere whose software it runs on. Its pages
// as they are served, what lies beside them, and every mail that it sends, in every language.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { routes } from '@tributary/contract';
import { languages } from '@tributary/contract/languages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedDemoBrand } from '../../demo/seed-brand.ts';
import { temporaryFolder } from '../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../testing.ts';

const PLATFORM = /tributary/i;
const web = temporaryFolder();
let t: TestApp;
let admin: string;
beforeAll(async () => {
  mkdirSync(path.join(web.path, 'assets'));
  const page =
    '<title>%TITLE%</title><link rel="icon" href="/favicon.svg" /><script id="boot" type="application/json">%BOOT%</script>%BRAND%';
  writeFileSync(path.join(web.path, 'app.html'), page);
  writeFileSync(path.join(web.path, 'robots.txt'), 'User-agent: *\nSitemap: %ORIGIN%/sitemap.xml\n');
  writeFileSync(path.join(web.path, 'sitemap.xml'), '<urlset>%ORIGIN%</urlset>');
  writeFileSync(
    path.join(web.path, 'favicon.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg"><title>Tributary</title></svg>',
  );
  t = await createTestApp({ webRoot: web.path });
  await seedDemoBrand(t.app.database, t.clock);
  admin = (await t.signIn('admin@acme.test', { subdomain: 'acme' })).token;
});
afterAll(async () => {
  await t.close();
  web.remove();
});

const get = (url: string, host = 'acme.localhost') => {
  if (!t.app.http) throw new Error('no http');
  return t.app.http.inject({ url, headers: { host } });
};
const asAcme = { subdomain: 'acme' } as const;

describe('of the platform nothing is told', () => {
  test.each([
    '/',
    '/publisher-signup',
    '/am/dashboard',
    '/publisher/dashboard',
    '/advertiser/dashboard',
    '/nothing-here',
  ])('by the page %s', async (url) => {
    const { payload } = await get(url);
    expect(payload).toContain('Acme');
    expect(payload).not.toMatch(PLATFORM);
  });

  test('by what lies beside the pages; a host of the platform has its own', async () => {
    for (const url of ['/robots.txt', '/favicon.ico', '/favicon.svg', '/api/openapi.json', '/api/health'])
      expect((await get(url)).payload, url).not.toMatch(PLATFORM);
    expect((await get('/robots.txt')).payload).not.toContain('Sitemap');
    expect((await get('/sitemap.xml')).statusCode).toBe(404);
    expect((await get('/api/openapi.json')).json().info.title).toBe('Acme API');
    expect((await get('/robots.txt', 'localhost')).payload).toContain('Sitemap: http://localhost:3000/sitemap.xml');
    expect((await get('/sitemap.xml', 'localhost')).statusCode).toBe(200);
    expect((await get('/api/openapi.json', 'localhost')).json().info.title).toBe('Tributary API');
    // a workspace without a brand shows the platform's, as ever
    expect((await get('/', 'demo.localhost')).payload).toMatch(PLATFORM);
  });

  test('by any mail’s built-in text, in any language', async () => {
    const { body } = await t.call(routes.mailTemplates, { ...asAcme, token: admin, query: { page_size: '200' } });
    const events = [...new Set(body.rows.map(({ event }: { event: string }) => event))] as string[];
    expect(events.length).toBeGreaterThan(10);
    for (const event of events) {
      for (const language of languages) {
        const params = { event, language };
        const { status, raw } = await t.call(routes.previewMailTemplate, { ...asAcme, token: admin, params, body: {} });
        expect(status, `${event} ${language}: ${raw}`).toBe(200);
        expect(raw, `${event} ${language}`).not.toMatch(PLATFORM);
      }
    }
  });

  test('by the mails that left: sign-up, forgotten password, invitation, a key', async () => {
    const known = new Set((await t.inbox()).map(({ id }) => id));
    const person = { first_name: 'Ines', last_name: 'Brook', email: 'ines@new.test', password: 'seven-lanterns-drift' };
    expect((await t.call(routes.publisherSignup, { ...asAcme, body: person })).status).toBeLessThan(300);
    await t.call(routes.forgotPassword, { ...asAcme, body: { email: 'admin@acme.test' } });
    const roles = await t.call(routes.roles, { ...asAcme, token: admin });
    const role = roles.body.rows.find(({ preset }: { preset: string }) => preset === 'viewer');
    const colleague = { first_name: 'Nadia', last_name: 'Roy', email: 'nadia@new.test', role_id: role.id };
    expect((await t.call(routes.inviteMember, { ...asAcme, token: admin, body: colleague })).status).toBe(201);
    const key = await t.call(routes.createApiKey, { ...asAcme, token: admin, body: { name: 'Nightly' } });
    expect(key.status, key.raw).toBe(201);
    const mails = (await t.inbox()).filter(({ id }) => !known.has(id));
    expect(mails.length).toBeGreaterThanOrEqual(4);
    for (const { from, subject, text, html } of mails) {
      expect([from, subject, text, html].join('\n'), subject).not.toMatch(PLATFORM);
      expect(from).toContain('Acme Partners');
    }
  });
});
