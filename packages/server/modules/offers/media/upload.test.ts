import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { type Office, openOffice } from '../testing.ts';

let t: TestApp;
let office: Office;
beforeAll(async () => {
  t = await createTestApp();
  office = await openOffice(t);
});
afterAll(() => t.close());

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const upload = (bytes: Buffer, name = 'x.png') =>
  t.call(routes.upload, { token: office.admin.token, body: { name, data: bytes.toString('base64') } });
const get = (url: string, host?: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
  const { host: own, pathname } = new URL(url);
  if (!t.app.http) throw new Error('no http');
  return t.app.http.inject({ method, url: pathname, headers: { host: host ?? own } });
};

test('a picture is served from an origin of its own, as what its bytes say, and nothing in it can run', async () => {
  const { body } = await upload(GIF, 'evil.html');
  expect(body).toEqual({
    id: expect.any(String),
    url: `http://uploads.localhost:3000/demo/${body.id}`,
    width: 1,
    height: 1,
  });
  const reply = await get(body.url);
  expect(reply.statusCode).toBe(200);
  expect(reply.rawPayload).toEqual(GIF);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/gif',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(reply.headers).not.toHaveProperty('set-cookie');
});

test('the panel may show it, and the uploads host serves nothing else', async () => {
  const { body } = await upload(GIF);
  expect((await get(body.url, 'demo.localhost:3000')).statusCode).toBe(404);
  for (const path of [
    '/',
    '/am/offers',
    '/api/offers',
    '/assets/x.js',
    '/livez',
    '/api/openapi.json',
    `/acme/${body.id}`,
    '/demo/1',
    `/demo/${body.id}/x`,
  ]) {
    const reply = await get(`http://uploads.localhost:3000${path}`);
    expect(`${path} ${reply.statusCode} ${reply.payload}`).toBe(`${path} 404 Not found.`);
    expect(reply.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  }
  expect((await get(body.url, undefined, 'POST')).statusCode).toBe(404);
  expect((await get(body.url, undefined, 'HEAD')).payload).toBe('');
  const page = await t.app.http?.inject({ url: '/', headers: { host: 'demo.localhost' } });
  if (page?.statusCode === 200) {
    expect(page.headers['content-security-policy']).toContain("img-src 'self' data: http://uploads.localhost:3000;");
  }
});

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['HTML', Buffer.from('<script>alert(1)</script>')],
  ['nothing', Buffer.alloc(0)],
])('%s is no picture, whatever it is called', async (_, bytes) => {
  const reply = await upload(bytes, 'photo.png');
  expect(reply.status).toBe(400);
  expect(reply.body.error.message).toBe('Please choose a PNG, JPEG, WebP or GIF picture.');
});

test('1 MB is taken, a byte more is not; nor is a side over 4096 pixels', async () => {
  const padded = (size: number) => Buffer.concat([GIF, Buffer.alloc(size - GIF.length)]);
  expect((await upload(padded(1024 * 1024))).status).toBe(200);
  const larger = await upload(padded(1024 * 1024 + 1));
  expect([larger.status, larger.body.error.code]).toEqual([413, 'too_large']);
  const wide = Buffer.from(GIF);
  wide.writeUInt16LE(4097, 6);
  expect((await upload(wide)).body.error.message).toBe('A picture may be at most 4096 pixels wide and high.');
});

test("another tenant's picture is no thumbnail or creative of ours", async () => {
  const acme = await openOffice(t, 'acme');
  const { body } = await t.call(routes.upload, {
    subdomain: 'acme',
    token: acme.admin.token,
    body: { name: 'x', data: GIF.toString('base64') },
  });
  const created = await t.call(routes.createOffer, {
    token: office.admin.token,
    body: office.form({ thumbnail_id: body.id }),
  });
  expect([created.status, created.body.message]).toEqual([400, 'The thumbnail is not one of your uploads.']);
  const { id } = await office.create();
  const creatives = [{ id: null, name: 'Banner', kind: 'image', upload_id: body.id, content: null }];
  const reply = await t.call(routes.setCreatives, { token: office.admin.token, params: { id }, body: { creatives } });
  expect([reply.status, reply.body.error.message]).toEqual([400, 'The creative "Banner" needs an uploaded picture.']);
});
