import { describe, expect, test } from 'vitest';
import { hostName, placeOf } from './hosts.ts';

const local = { baseHost: 'localhost', brandLabel: 'tributary' };
const live = { baseHost: 'tributary.example', brandLabel: 'tributary' };
const tenant = (subdomain: string) => ({ kind: 'tenant', subdomain });
const main = { kind: 'main' };
const unknown = { kind: 'unknown' };

describe('mode selection by host (the specification, Places)', () => {
  test.each([
    ['localhost', main],
    ['localhost:3000', main],
    ['www.localhost', main],
    ['tributary.localhost:3000', main],
    ['TRIBUTARY.LocalHost', main],
    ['127.0.0.1:3000', main],
    ['demo.localhost', tenant('demo')],
    ['DEMO.localhost:3000', tenant('demo')],
    ['nosuch.localhost', tenant('nosuch')],
    ['a.b.localhost', unknown],
    ['www.demo.localhost', unknown],
    ['demo.localhost.evil.example', unknown],
    ['evil-localhost.example', unknown],
    ['demolocalhost.example', unknown],
    [undefined, unknown],
    ['', unknown],
    ['.localhost', unknown],
    ['demo..localhost', unknown],
    ['demo.localhost.', unknown],
    ['-demo.localhost', unknown],
    ['de mo.localhost', unknown],
    ['demo.localhost:port', unknown],
    ['demo.localhost:123456', unknown],
    ['demo.localhost:65535', tenant('demo')],
    ['demo.localhost:65536', unknown],
    ['demo.localhost:0', unknown],
    ['[::1]:99999', unknown],
    ['user@demo.localhost', unknown],
    ['demo.localhost/../x', unknown],
    [`${'a'.repeat(64)}.localhost`, unknown],
    [`${'a.'.repeat(200)}localhost`, unknown],
    ['dèmo.localhost', unknown],
    ["demo.localhost'--", unknown],
  ])('%j is %j', (host, place) => expect(placeOf(host, local)).toEqual(place));

  test('the same rule holds on a real domain, whose own label is the main site', () => {
    expect(placeOf('tributary.example', live)).toEqual(main);
    expect(placeOf('www.tributary.example:443', live)).toEqual(main);
    expect(placeOf('tributary.tributary.example', live)).toEqual(main);
    expect(placeOf('acme.tributary.example', live)).toEqual(tenant('acme'));
    expect(placeOf('acme.localhost', live)).toEqual(unknown);
    expect(placeOf('tributary.example.evil.test', live)).toEqual(unknown);
  });
});

test('a host name is read without its port, brackets and capitals', () => {
  expect(hostName('[::1]:3000')).toBe('::1');
  expect(hostName('[2001:DB8::1]')).toBe('2001:db8::1');
  expect(hostName('Acme.Example:8443')).toBe('acme.example');
  expect(hostName('[::1')).toBeNull();
});
