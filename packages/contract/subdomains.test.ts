import { describe, expect, test } from 'vitest';
import { isReservedSubdomain, isSubdomainShape } from './subdomains.ts';

describe("a subdomain's shape", () => {
  test.each(['abc', 'a-b', 'a1b', '123', 'acme-media-2', 'a'.repeat(32)])('%s is one', (name) =>
    expect(isSubdomainShape(name)).toBe(true),
  );
  test.each([
    ['empty', ''],
    ['one letter', 'a'],
    ['two letters', 'ab'],
    ['33 letters', 'a'.repeat(33)],
    ['a leading dash', '-abc'],
    ['a trailing dash', 'abc-'],
    ['capitals', 'Abc'],
    ['a dot', 'a.b'],
    ['an underscore', 'a_b'],
    ['a space', 'a b'],
    ['a line break after it', 'abc\n'],
    ['a letter beyond ASCII', 'açme'],
    ['a Cyrillic look-alike', 'аcme'],
    ['punycode', 'xn--acme-9pa'],
    ['a slash', 'a/c'],
  ])('%s is none', (_, name) => expect(isSubdomainShape(name)).toBe(false));
});

describe('reserved names', () => {
  test.each(
    `www api admin mail smtp imap mta-sts autodiscover autoconfig cdn static assets tracker track click postback pixel
    billing support help status operator login signup root postmaster abuse hostmaster webmaster ns1 ftp localhost wpad
    isatap docs blog app dashboard test staging publisher advertiser affiliate tributary`.split(/\s+/),
  )('%s never becomes a tenant', (name) => expect(isReservedSubdomain(name, 'tributary')).toBe(true));

  test.each([
    'supp0rt',
    's-u-p-p-o-r-t',
    'adm1n',
    'adrnin',
    'b1lling',
    'bil1ing',
    'l0gin',
    'logln',
    'vvebmail',
    '5tatus',
    'tr1butary',
    'tributary-',
    'tri-butary',
    'trlbutary',
    'tributar-y',
  ])('%s looks like a reserved name and counts as one', (name) =>
    expect(isReservedSubdomain(name, 'tributary')).toBe(true),
  );

  test.each(['demo', 'acme', 'northwind', 'blue-ocean', 'adventure', 'mailchamp', 'trackstar', 'apiary', 'wwwave'])(
    '%s is free',
    (name) => expect(isReservedSubdomain(name, 'tributary')).toBe(false),
  );

  test('another installation reserves its own brand', () => {
    expect(isReservedSubdomain('northwind', 'northwind')).toBe(true);
    expect(isReservedSubdomain('n0rthvvind', 'northwind')).toBe(true);
  });
});
