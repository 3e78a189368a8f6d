// Who a mail comes from: the platform with the workspace's name, until the domain proves itself; then the workspace, signed. The signature
// is verified here by hand (RFC 6376, relaxed/relaxed), not by the library that made it.
import { createHash, createPublicKey, createVerify } from 'node:crypto';
import { routes } from '@tributary/contract';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../platform/db/database.ts';
import { type NameServer, startNameServer } from '../../platform/outbound/testing-name-server.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { sentence } from '../../words/sentences.ts';
import { queueMail } from './index.ts';

const delivered: { raw: string; envelopeFrom: string }[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    let raw = '';
    stream.on('data', (chunk: Buffer) => (raw += chunk.toString('latin1')));
    stream.on('end', () => {
      const from = session.envelope.mailFrom;
      delivered.push({ raw, envelopeFrom: from ? from.address : '' });
      done();
    });
  },
});
let names: NameServer;
let t: TestApp;
let tenantId: string;
let admin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const address = smtp.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  names = await startNameServer();
  t = await createTestApp({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Panel <panel@tributary.example>',
      DNS_SERVERS: names.address,
    },
  });
  const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  tenantId = tenant?.id ?? '';
  admin = (await t.signIn('admin@demo.test', { rememberMe: true })).token;
});
afterAll(async () => {
  await t.close();
  await names.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

async function sent(): Promise<{ raw: string; envelopeFrom: string; header: (name: string) => string }> {
  const action = { label: sentence('action.sign-in'), url: 'https://demo.tributary.example/' };
  await t.app.database.withTenant(tenantId, systemActor, (tx) =>
    queueMail(tx, {
      tenantId,
      to: 'ana@reader.example',
      language: 'es',
      name: 'account-approved',
      values: { brand: 'Demo', firstName: 'Ána', action },
      at: t.clock.now(),
    }),
  );
  await t.app.worker?.drain();
  const mail = delivered.at(-1);
  if (!mail) throw new Error('no mail arrived');
  const head = mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return { ...mail, header: (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '' };
}
const setAddress = async (address: string) => {
  const params = { section: 'sender' };
  const { version } = (await t.call(routes.settings, { params, token: admin })).body;
  return t.call(routes.saveSettings, { params, body: { version, value: { address } }, token: admin });
};
const check = async () => (await t.call(routes.checkMailSender, { token: admin })).body;
const statesOf = (sender: { records: { kind: string; state: string }[] }) =>
  Object.fromEntries(sender.records.map(({ kind, state }) => [kind, state]));

/** by hand: the body's hash, and the signature over the named headers */
function isSigned(raw: string, publicKey: string): boolean {
  const end = raw.indexOf('\r\n\r\n');
  const fields = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const relaxed = (field: string): string => {
    const at = field.indexOf(':');
    const value = field
      .slice(at + 1)
      .replaceAll('\r\n', '')
      .replaceAll(/[ \t]+/g, ' ')
      .trim();
    return `${field.slice(0, at).toLowerCase().trim()}:${value}`;
  };
  const signature = fields.find((field) => /^dkim-signature:/i.test(field)) ?? '';
  const tags = new Map(
    relaxed(signature)
      .slice('dkim-signature:'.length)
      .split(';')
      .map((tag): [string, string] => {
        const at = tag.indexOf('=');
        return [tag.slice(0, at).trim(), tag.slice(at + 1).trim()];
      }),
  );
  const body = raw
    .slice(end + 4)
    .split('\r\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n');
  const hash = createHash('sha256').update(Buffer.from(body, 'latin1')).digest('base64');
  if (hash !== tags.get('bh')?.replaceAll(' ', '')) return false;
  const rest = [...fields];
  const signed = (tags.get('h') ?? '').split(':').flatMap((name) => {
    const at = rest.findLastIndex((field) => field.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`));
    return at < 0 ? [] : rest.splice(at, 1);
  });
  const own = relaxed(signature)
    .replace(/\bb=[^;]*$/, 'b=')
    .replace(/\bb=[^;]*;/, 'b=;');
  const text = [...signed.map(relaxed), own].join('\r\n');
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return createVerify('sha256')
    .update(Buffer.from(text, 'latin1'))
    .verify(key, (tags.get('b') ?? '').replaceAll(' ', ''), 'base64');
}

test('a workspace without an address sends from the platform, in its own name', async () => {
  const mail = await sent();
  expect(mail.header('From')).toBe('demo <panel@tributary.example>');
  expect(mail.header('Reply-To')).toBe('');
  expect(await check()).toMatchObject({ domain: null, verified: false, records: [] });
});

test('its own domain is used once the DKIM record says so, signed; silence changes nothing, a lost record does', async () => {
  expect((await setAddress('Hello@Brand.Example')).status).toBe(200);
  const first = await check();
  expect(first).toMatchObject({ domain: 'brand.example', verified: false });
  expect(statesOf(first)).toEqual({ dkim: 'missing', spf: 'missing', dmarc: 'missing' });
  const before = await sent();
  expect([before.header('From'), before.header('Reply-To')]).toEqual([
    'demo <panel@tributary.example>',
    'hello@brand.example',
  ]);
  expect(before.raw).not.toMatch(/dkim-signature/i);

  const dkim = first.records.find(({ kind }: { kind: string }) => kind === 'dkim');
  names.zone[dkim.name] = { TXT: ['v=DKIM1; k=rsa; p=AAAA'] };
  names.zone['brand.example'] = { TXT: ['google-site-verification=x', 'v=spf1 mx -all'] };
  expect(statesOf(await check())).toEqual({ dkim: 'wrong', spf: 'wrong', dmarc: 'missing' });

  names.zone[dkim.name] = { TXT: [dkim.wanted] };
  names.zone['brand.example'] = { TXT: ['v=spf1 mx include:tributary.example -all'] };
  names.zone['_dmarc.brand.example'] = { TXT: ['v=DMARC1; p=none; rua=mailto:x@brand.example'] };
  const proven = await check();
  expect([proven.verified, statesOf(proven)]).toEqual([true, { dkim: 'ok', spf: 'ok', dmarc: 'ok' }]);
  const mail = await sent();
  expect(mail.header('From')).toBe('demo <hello@brand.example>');
  expect(mail.envelopeFrom).toBe('panel@tributary.example');
  const publicKey = dkim.wanted.split('p=')[1];
  expect(isSigned(mail.raw, publicKey)).toBe(true);
  expect(isSigned(mail.raw.replace('reader.example', 'raider.example'), publicKey)).toBe(false);

  names.zone[dkim.name] = 'refused';
  expect(await check()).toMatchObject({ verified: true });
  delete names.zone[dkim.name];
  expect(await check()).toMatchObject({ verified: false });
  expect((await sent()).header('From')).toBe('demo <panel@tributary.example>');
});

test('the private key is sealed, and in no reply', async () => {
  const [row] = await t.database.asOwner<{ private_key: string }>('select private_key from mail_domains');
  expect(row?.private_key).toMatch(/^v1\./);
  expect(JSON.stringify(await check())).not.toMatch(/PRIVATE|v1\./);
});

test.each([['not an address'], ['a@b'], ['x@example.com, y@example.com'], ['a"b@example.com'], ['x@exa\nmple.com']])(
  'an address that is none is refused: %j',
  async (address) => {
    expect((await setAddress(address)).status).toBe(400);
  },
);
