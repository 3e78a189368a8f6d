import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { ENVELOPE_SECRET } from '@tributary/contract/envelope';
import { describe, expect, it } from 'vitest';
import { type Cipher, libraryCipher, open, seal, webCryptoCipher } from './envelope.ts';

const key = createHash('sha256').update(ENVELOPE_SECRET).digest();
const payload = { email: 'zoë@demo.test', password: '  ünïcode ₹ 密码 ', rememberMe: true, list: [1, null] };

function serverOpens(text: string): unknown {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, 16));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8'));
}

function serverSeals(value: unknown): string {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([iv, cipher.update(JSON.stringify(value)), cipher.final()]).toString('base64');
}

const ciphers: [string, () => Promise<Cipher>][] = [
  ['WebCrypto', () => webCryptoCipher(crypto.subtle)],
  ['the library used without a secure context', libraryCipher],
];

it('a cipher that gives nothing makes no envelope', async () => {
  const empty: Cipher = { encrypt: async () => new Uint8Array(), decrypt: async () => new Uint8Array() };
  await expect(seal(payload, empty)).rejects.toThrow('the cipher gave nothing');
});

describe.each(ciphers)('an envelope made with %s', (_, make) => {
  it('is opened by the server, byte for byte', async () => {
    expect(serverOpens(await seal(payload, await make()))).toEqual(payload);
  });

  it('opens what the server sealed', async () => {
    expect(await open(serverSeals(payload), await make())).toEqual(payload);
  });

  it('equals the server’s own output for the same iv', async () => {
    const iv = new Uint8Array(16).fill(7);
    const plain = new TextEncoder().encode(JSON.stringify(payload));
    const expected = createCipheriv('aes-256-cbc', key, iv);
    const ours = await (await make()).encrypt(iv, plain);
    expect(Buffer.from(ours)).toEqual(Buffer.concat([expected.update(plain), expected.final()]));
  });

  it('has a fresh iv each time', async () => {
    const cipher = await make();
    const heads = await Promise.all(Array.from({ length: 50 }, async () => (await seal({}, cipher)).slice(0, 21)));
    expect(new Set(heads).size).toBe(50);
  });

  it('refuses what is not an envelope', async () => {
    const cipher = await make();
    for (const text of ['', 'not base64 at all!', btoa('short'), serverSeals(payload).slice(0, -8), '<html></html>']) {
      await expect(open(text, cipher)).rejects.toThrow();
    }
  });
});
