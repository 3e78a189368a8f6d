import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDns, type Dns, publicName } from './dns.ts';
import { type NameServer, startNameServer } from './testing-name-server.ts';

let server: NameServer;
let dns: Dns;
beforeAll(async () => {
  server = await startNameServer({
    '_tributary.go.example.com': { TXT: ['tributary-proof=abc', 'x'.repeat(600)] },
    'go.example.com': { CNAME: 'Panel.Tributary.Example' },
    'panel.tributary.example': { A: ['93.184.216.34'], AAAA: ['2606:2800:220:1:248:1893:25c8:1946'] },
    'example.com': {
      SOA: true,
      A: ['93.184.216.34'],
      MX: [
        [10, 'mx1.example.com'],
        [20, 'MX2.example.com'],
      ],
    },
    'loop.example.com': { CNAME: 'loop.example.com' },
    'many.example.com': { TXT: Array.from({ length: 8 }, (_, n) => `n${n}`) },
    'quiet.example.com': 'silent',
    'shut.example.com': 'refused',
    'xn--bcher-kva.example': { TXT: ['books'] },
  });
  dns = createDns({ servers: [server.address], timeoutMs: 200 });
});
afterAll(() => server.close());

describe('asking name servers', () => {
  test('records of every kind are read, in lower case and without the last dot', async () => {
    expect(await dns.txt('_tributary.go.example.com')).toEqual({
      state: 'found',
      values: ['tributary-proof=abc', 'x'.repeat(600)],
    });
    expect(await dns.cname('GO.example.com.')).toEqual({ state: 'found', values: ['panel.tributary.example'] });
    expect(await dns.mx('example.com')).toEqual({
      state: 'found',
      values: [
        { host: 'mx1.example.com', priority: 10 },
        { host: 'mx2.example.com', priority: 20 },
      ],
    });
    expect(await dns.addresses('go.example.com')).toEqual({
      state: 'found',
      values: ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'],
    });
    expect(await dns.txt('bücher.example')).toEqual({ state: 'found', values: ['books'] });
    expect([await dns.isZoneTop('example.com'), await dns.isZoneTop('go.example.com')]).toEqual([true, false]);
    expect(await dns.cname('loop.example.com')).toEqual({ state: 'found', values: ['loop.example.com'] });
  });

  test('that there is none, and that nobody answered, are two things', async () => {
    expect(await dns.txt('nothing.example.com')).toEqual({ state: 'none' });
    expect(await dns.mx('go.example.com')).toEqual({ state: 'none' });
    expect(await dns.addresses('_tributary.go.example.com')).toEqual({ state: 'none' });
    expect(await dns.txt('quiet.example.com')).toMatchObject({ state: 'unknown' });
    expect(await dns.addresses('shut.example.com')).toMatchObject({ state: 'unknown', reason: 'EREFUSED' });
  });

  test('names that lie inside, and what is no name, are never asked for', async () => {
    const before = server.asked.length;
    for (const name of [
      'localhost',
      'db.internal',
      'printer.local',
      '127.0.0.1',
      '0x7f.1',
      '[::1]',
      'one',
      '',
      'a b.com',
      'a..com',
      `${'a'.repeat(64)}.com`,
    ]) {
      expect(await dns.txt(name)).toEqual({ state: 'unknown', reason: 'not a public name' });
    }
    expect(server.asked.length).toBe(before);
  });

  test.each([
    ['GO.Example.COM.', 'go.example.com'],
    [' münchen.example ', 'xn--mnchen-3ya.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['_dmarc.example.com', '_dmarc.example.com'],
    ['example.com..', null],
    ['http://example.com', null],
    ['example.com:443', null],
    ['-a.example.com', null],
    ['1.2.3.4', null],
  ])('%s is the name %s', (text, name) => expect(publicName(text)).toBe(name));
});
