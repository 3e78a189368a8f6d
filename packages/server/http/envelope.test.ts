// The envelope: its codec, and 10,000 mutants of a login against the whole server. The judge of each mutant is a decoder
// written here, apart from the one under test.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { LoginBody, routes } from '@tributary/contract';
import { DECODE_FAULT, MAX_JSON_DEPTH } from '@tributary/contract/envelope';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, routeHeaders, type TestApp } from '../testing.ts';
import { open, seal } from './envelope.ts';

const key = createHash('sha256').update('tributary-envelope-v1', 'utf8').digest();
const sealText = (text: string | Buffer): Buffer => {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([iv, cipher.update(text), cipher.final()]);
};

/** the reference: what an envelope says, or that it says nothing */
function reference(body: string): { legal: true; value: unknown } | { legal: false } {
  if (body.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(body)) return { legal: false };
  const bytes = Buffer.from(body, 'base64');
  if (bytes.length < 32 || bytes.length % 16 !== 0) return { legal: false };
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, 16));
    decipher.setAutoPadding(false);
    const padded = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]);
    const pad = padded.at(-1) ?? 0;
    if (pad < 1 || pad > 16 || !padded.subarray(-pad).every((byte) => byte === pad)) return { legal: false };
    const plain = padded.subarray(0, -pad);
    const text = plain.toString('utf8');
    if (!Buffer.from(text, 'utf8').equals(plain)) return { legal: false };
    const value: unknown = JSON.parse(text);
    return isTame(value, MAX_JSON_DEPTH) ? { legal: true, value } : { legal: false };
  } catch {
    return { legal: false };
  }
}
function isTame(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const wild = Object.getOwnPropertyNames(value).some((name) => /^(__proto__|constructor|prototype)$/.test(name));
  return depth > 0 && !wild && Object.values(value).every((inner) => isTame(inner, depth - 1));
}

describe('the codec', () => {
  test.each([[{}], [{ email: 'ä@ß.test', n: 1.5, list: [null, true, '𝄞'] }], ['text'], [null], [[1, [2, [3]]]]])(
    'opens what it sealed: %j',
    (value) => {
      expect(open(seal(value))).toEqual(value);
      expect(reference(seal(value))).toEqual({ legal: true, value });
    },
  );

  test('seals the same value differently each time: the IV is fresh', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => seal({ same: true }).slice(0, 22))).size).toBe(1_000);
  });

  test.each([
    ['empty', ''],
    ['an IV alone', randomBytes(16).toString('base64')],
    ['not whole blocks', randomBytes(40).toString('base64')],
    ['url-safe base64', sealText('{"a":"??>>"}').toString('base64url')],
    ['base64 with a line break', `${seal({})}\n`],
    ['base64 with spaces', seal({ long: 'x'.repeat(60) }).replace(/(.{20})/, '$1 ')],
    ['no padding', sealText('{}').toString('base64').replace(/=+$/, '')],
    ['not JSON', sealText('hello').toString('base64')],
    ['JSON and more', sealText('{} {}').toString('base64')],
    ['broken UTF-8', sealText(Buffer.from([0x22, 0xc3, 0x28, 0x22])).toString('base64')],
    ['an overlong sequence', sealText(Buffer.from([0x22, 0xc0, 0xaf, 0x22])).toString('base64')],
    ['a byte order mark', sealText('\ufeff{}').toString('base64')],
    ['too deep', sealText('['.repeat(9) + ']'.repeat(9)).toString('base64')],
    ['far too deep', sealText('['.repeat(20_000) + ']'.repeat(20_000)).toString('base64')],
    ['__proto__', sealText('{"__proto__":{"admin":true}}').toString('base64')],
    ['constructor', sealText('{"a":[{"constructor":1}]}').toString('base64')],
    [
      'another key',
      (() => {
        const cipher = createCipheriv('aes-256-cbc', randomBytes(32), Buffer.alloc(16));
        return Buffer.concat([Buffer.alloc(16), cipher.update('{}'), cipher.final()]).toString('base64');
      })(),
    ],
  ])('one fault for all that is wrong: %s', (_, text) => {
    expect(reference(text)).toEqual({ legal: false });
    expect(() => open(text)).toThrow(DECODE_FAULT);
  });

  test('depth 8 is the last that opens', () => {
    expect(open(sealText('['.repeat(8) + ']'.repeat(8)).toString('base64'))).toHaveLength(1);
  });
});

/** small and seeded, so that a failure repeats */
function randomSource(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const random = randomSource(20_261_115);
const flip = (bytes: Buffer, from: number, to: number): string => {
  const at = from + random(to - from);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
  return bytes.toString('base64');
};
const ALPHABET_DAMAGE = ['-', '_', '=', ' ', '\n', '*', 'é', '\u0000', '%', ''];

const mutations: Record<string, (bytes: Buffer) => string> = {
  'a bit of the IV': (bytes) => flip(bytes, 0, 16),
  'a bit of the ciphertext': (bytes) => flip(bytes, 16, bytes.length),
  truncation: (bytes) => bytes.subarray(0, random(bytes.length)).toString('base64'),
  extension: (bytes) => Buffer.concat([bytes, randomBytes(random(2) === 0 ? 16 : 1 + random(40))]).toString('base64'),
  'a sign outside the alphabet': (bytes) => {
    const text = bytes.toString('base64');
    const at = random(text.length);
    return text.slice(0, at) + ALPHABET_DAMAGE[random(ALPHABET_DAMAGE.length)] + text.slice(at + 1);
  },
  'two blocks swapped': (bytes) => {
    const blocks = Array.from({ length: bytes.length / 16 }, (_, at) => bytes.subarray(at * 16, at * 16 + 16));
    const [one, two] = [random(blocks.length), random(blocks.length)];
    return Buffer.concat(blocks.map((block, at) => blocks[at === one ? two : at === two ? one : at] ?? block)).toString(
      'base64',
    );
  },
};

test('an encrypted answer is sent as it is: a compressor would take the beginning of one in five hundred for compressed', async () => {
  const t = await createTestApp();
  try {
    const { token } = await t.signIn('admin@demo.test');
    for (const email of ['one@example.test', 'two@example.test', 'three@example.test']) {
      const body = { first_name: 'Ines', last_name: 'Okafor', email, password: 'copper meadow 41' };
      expect((await t.call(routes['publishers.create'], { token, body })).status).toBe(200);
    }
    const reply = await t.app.http?.inject({
      url: '/api/admin/publishers',
      headers: {
        host: 'demo.localhost',
        'x-subdomain': 'demo',
        'content-type': 'text/plain',
        'accept-encoding': 'br, gzip',
        authorization: `Bearer ${token}`,
      },
    });
    expect(reply?.payload.length).toBeGreaterThan(1024);
    expect(reply?.headers['content-encoding']).toBeUndefined();
    expect(open(reply?.payload ?? '')).toHaveProperty([0, 'email']);
  } finally {
    await t.close();
  }
});

describe('10,000 mutated logins', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp();
  });
  afterAll(() => t.close());

  /** without an address most mutants end before the password is hashed; one in ten has one, and is a real sign-in */
  const original = (turn: number): Buffer =>
    sealText(
      JSON.stringify({
        email: turn % 10 === 0 ? `nobody${turn}@demo.test` : '',
        password: 'not the password of anyone here',
        rememberMe: turn % 3 === 0,
      }),
    );

  const send = async (body: string) => {
    const reply = await t.app.http?.inject({
      method: 'POST',
      url: routes.login.path,
      headers: { host: 'demo.localhost', ...routeHeaders(routes.login, 'demo') },
      payload: body,
    });
    if (!reply) throw new Error('no http');
    return { status: reply.statusCode, payload: reply.payload, type: reply.headers['content-type'] };
  };

  test('no 5xx; a fault gets the one sealed answer; what decodes to legal JSON is treated as that request', async () => {
    const names = Object.keys(mutations);
    const wrong: string[] = [];
    const ivs = new Set<string>();
    const tally = { faults: 0, legal: 0, signIns: 0 };
    const one = async (turn: number): Promise<void> => {
      const name = names[turn % names.length] ?? '';
      const body = mutations[name]?.(original(turn)) ?? '';
      const judged = reference(body);
      const reply = await send(body);
      const answer = reference(reply.payload);
      const error = answer.legal ? (answer.value as { error?: unknown }).error : undefined;
      ivs.add(reply.payload.slice(0, 21));
      const fault =
        reply.status === 400 && JSON.stringify(answer.legal && answer.value) === '{"error":"Invalid request"}';
      const isSignIn = judged.legal && LoginBody.safeParse(judged.value).success;
      tally[judged.legal ? 'legal' : 'faults']++;
      if (isSignIn) tally.signIns++;
      const right = !judged.legal
        ? fault
        : isSignIn
          ? reply.status === 401 || reply.status === 429
          : reply.status === 400 && typeof error === 'string' && error.length > 5 && !fault;
      if (!right || reply.type !== 'text/plain; charset=utf-8') {
        wrong.push(`${name} ${body} → ${reply.status} ${JSON.stringify(answer)}`);
      }
    };
    for (let turn = 0; turn < 10_000; turn += 40)
      await Promise.all(Array.from({ length: 40 }, (_, n) => one(turn + n)));
    expect(wrong).toEqual([]);
    expect(ivs.size).toBe(10_000);
    // the mix is a real one: of each sort there were many
    expect(tally.faults).toBeGreaterThan(5_000);
    expect(tally.legal).toBeGreaterThan(500);
    expect(tally.signIns).toBeGreaterThan(50);
  });
});
