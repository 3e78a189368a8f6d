import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { routes } from '@tributary/contract';
import { brandSection } from '@tributary/contract/settings/brand';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawPng } from '../../demo/draw-png.ts';
import { seedDemoBrand } from '../../demo/seed-brand.ts';
import { temporaryFolder } from '../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../testing.ts';

let t: TestApp;
let admin: string;
const web = temporaryFolder();
const PAGE =
  '<title>%TITLE%</title><link rel="icon" href="/favicon.svg" type="image/svg+xml" /><script id="boot" type="application/json">%BOOT%</script>';
beforeAll(async () => {
  mkdirSync(path.join(web.path, 'assets'));
  writeFileSync(path.join(web.path, 'app.html'), PAGE);
  t = await createTestApp({ webRoot: web.path });
  admin = (await t.signIn('admin@demo.test')).token;
});
afterAll(async () => {
  await t.close();
  web.remove();
});

const params = { section: 'brand' };
const red = drawPng(8, 4, () => [200, 30, 30, 255]);
const blue = drawPng(4, 4, () => [30, 30, 200, 255]);
const upload = (bytes: Buffer) =>
  t.call(routes.uploadBrandImage, { token: admin, body: { data: bytes.toString('base64') } });
const read = async () => (await t.call(routes.settings, { params, token: admin })).body;
const save = async (value: object) => {
  const { version, value: now } = await read();
  return t.call(routes.saveSettings, { params, token: admin, body: { version, value: { ...now, ...value } } });
};
const get = (url: string, host = 'demo.localhost') => {
  if (!t.app.http) throw new Error('no http');
  return t.app.http.inject({ url, headers: { host } });
};
const directory = async () =>
  (
    await t.database.asOwner(`select display_name, brand_name, brand_color, logo_hash, logo_dark_hash, favicon_hash, sender_name
      from tenants where subdomain = 'demo'`)
  )[0];

describe('a picture of the brand', () => {
  test('is kept once, under the hash of its content, and served to everybody on the tenant’s own hosts', async () => {
    const first = await upload(red);
    expect([first.status, first.body.width, first.body.height]).toEqual([200, 8, 4]);
    expect((await upload(red)).body).toEqual(first.body);
    const reply = await get(first.body.url);
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload).toEqual(red);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    for (const host of ['acme.localhost', 'localhost', 'nosuch.localhost', 'evil.example', 'uploads.localhost']) {
      expect([host, (await get(first.body.url, host)).statusCode]).toEqual([host, 404]);
    }
    expect((await get(`/brand/${'0'.repeat(64)}`)).statusCode).toBe(404);
  });

  test.each<[string, Buffer, RegExp]>([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), /PNG, JPEG or WebP/],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), /PNG, JPEG or WebP/],
    ['a page', Buffer.from('<script>alert(1)</script>'), /PNG, JPEG or WebP/],
    ['nothing', Buffer.alloc(0), /PNG, JPEG or WebP/],
    ['5 MB', Buffer.concat([red, Buffer.alloc(5 * 1024 * 1024)]), /at most 2 MB/],
    ['a byte too many', Buffer.concat([red, Buffer.alloc(2 * 1024 * 1024 + 1 - red.length)]), /at most 2 MB/],
    ['half of one', red.subarray(0, red.length - 20), /damaged or cut short/],
    ['one with a changed byte', Buffer.from(red).fill(7, 45, 46), /damaged or cut short/],
    ['one of 5000 pixels', drawPng(5000, 1, () => [0, 0, 0, 0]), /at most 4096 pixels/],
  ])('%s is refused with a sentence', async (_what, bytes, sentence) => {
    const reply = await upload(bytes);
    expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringMatching(sentence)]);
  });

  test('not base64, and far too much, are refused, too', async () => {
    const garbage = await t.call(routes.uploadBrandImage, { token: admin, body: { data: '…' } });
    expect(garbage.status).toBe(400);
    expect((await upload(Buffer.alloc(13 * 1024 * 1024))).status).toBe(413);
  });
});

describe('the brand', () => {
  test('begins as the platform’s', async () => {
    expect(await read()).toMatchObject({ version: 0, value: brandSection.defaults });
    expect(JSON.parse((await bootOf()) ?? '{}').tenant).toMatchObject({ displayName: 'demo', brandName: null });
  });

  test('that is saved is on the next page, in the directory and with the trackers', async () => {
    const logo = (await upload(red)).body.hash;
    const favicon = (await upload(blue)).body.hash;
    const saved = await save({
      name: ' Lantern ',
      color: '#FFF',
      logo,
      logo_dark: favicon,
      favicon,
      sender_name: 'Lantern Post',
    });
    expect([saved.status, saved.body.value.name, saved.body.value.color]).toEqual([200, 'Lantern', '#ffffff']);
    expect(await directory()).toEqual({
      display_name: 'Lantern',
      brand_name: 'Lantern',
      brand_color: '#ffffff',
      logo_hash: logo,
      logo_dark_hash: favicon,
      favicon_hash: favicon,
      sender_name: 'Lantern Post',
    });
    expect(JSON.parse((await bootOf()) ?? '{}').tenant).toEqual({
      subdomain: 'demo',
      displayName: 'Lantern',
      brandName: 'Lantern',
      color: '#ffffff',
      logoUrl: `/brand/${logo}`,
      logoDarkUrl: `/brand/${favicon}`,
    });
    const page = (await get('/')).payload;
    expect(page).toContain(`<title>Lantern</title><link rel="icon" href="/brand/${favicon}" />`);
    await t.inbox();
    const [entity] = await t.database.asOwner<{ value: { displayName: string; color: string } }>(
      `select value from snapshot_entities where entity = 'tenant' and value->>'subdomain' = 'demo'`,
    );
    expect(entity?.value).toMatchObject({ displayName: 'Lantern', color: '#ffffff' });
  });

  test('taken back is the platform’s again', async () => {
    await save(brandSection.defaults);
    expect(Object.values((await directory()) ?? {})).toEqual(Array.from({ length: 7 }, () => null));
  });

  test.each<[string, object, RegExp]>([
    ['a colour that is none', { color: 'teal' }, /a colour such as #0f766e/],
    ['a colour with more behind it', { color: '#0f766e;}' }, /a colour such as #0f766e/],
    ['a picture that nobody uploaded', { logo: 'ab'.repeat(32) }, /upload the picture again/],
    ['an address in place of a picture', { favicon: 'https://evil.example/x.png' }, /upload the picture again/],
    ['markup', { name: '<b>Lantern</b>' }, /letters, digits/],
    ['a line break', { sender_name: 'Lantern\r\nBcc: x@evil.example' }, /letters, digits/],
    ['a name that is too long', { name: 'x'.repeat(41) }, /at most 40 characters/],
    ['the platform’s name', { name: 'Tributary' }, /taken for the platform/],
    ['the platform’s name in another dress', { sender_name: 'Tr1butary Support' }, /taken for the platform/],
  ])('%s is refused with a sentence', async (_what, value, sentence) => {
    const reply = await save(value);
    expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringMatching(sentence)]);
  });

  test('another workspace’s picture is no picture of ours', async () => {
    await seedDemoBrand(t.app.database, t.clock);
    const [acme] = await t.database.asOwner<{ logo_hash: string; brand_name: string }>(
      `select logo_hash, brand_name from tenants where subdomain = 'acme'`,
    );
    expect(acme?.brand_name).toBe('Acme');
    expect((await save({ logo: acme?.logo_hash })).status).toBe(400);
    expect((await get(`/brand/${acme?.logo_hash}`)).statusCode).toBe(404);
    expect((await get(`/brand/${acme?.logo_hash}`, 'acme.localhost')).statusCode).toBe(200);
  });
});

async function bootOf(host = 'demo.localhost') {
  const page = (await get('/', host)).payload;
  return /<script id="boot" type="application\/json">(.*?)<\/script>/s.exec(page)?.[1];
}
