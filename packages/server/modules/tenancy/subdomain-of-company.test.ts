import { isReservedSubdomain, isSubdomainShape } from '@tributary/contract/subdomains';
import { describe, expect, test } from 'vitest';
import { subdomainsFor } from './subdomain-of-company.ts';

const first = (company: string, count = 1): string[] => [...subdomainsFor(company, 'tributary')].slice(0, count);

describe('the subdomain of a company', () => {
  test.each([
    ['Lantern Media', 'lantern-media'],
    ['  Café São Paulo & Co.  ', 'cafe-sao-paulo-co'],
    ['Ａｃｍｅ Widgets', 'acme-widgets'],
    ['99 Red Balloons', '99-red-balloons'],
  ])('%s lives at %s', (company, subdomain) => {
    expect(first(company)).toEqual([subdomain]);
  });

  test('a taken name gets a number, then random signs', () => {
    expect(first('Lantern', 3)).toEqual(['lantern', 'lantern-2', 'lantern-3']);
    expect(first('Lantern', 12).at(-1)).toMatch(/^lantern-[0-9a-f]{4}$/);
  });

  test('a short name gets a suffix at once', () => {
    expect(first('HP')).toEqual(['hp-2']);
  });

  test.each([
    // the platform's own name, however it is written or dressed up
    'Tributary',
    'Tr1butary',
    'TRIBUTARY Inc.',
    'Tributary Support',
    'my tributary',
    'tri-bu-tary',
    'Trlbutary Login',
    'Tributáry',
    'Ｔｒｉｂｕｔａｒｙ',
    'Тributary',
    'tributaryy',
    'tribulary',
    'tributary-secure-2',
    // its places and officers
    'Admin',
    'Adm1n',
    'Support',
    'Billing Team',
    'Login Secure',
    'Security Alerts',
    'Official Support 24',
    'sign-in',
    'Account Verify',
    'w w w',
  ])('%s poses as the platform: it gets a name that says nothing', (company) => {
    const names = first(company, 12);
    expect(names).toHaveLength(12);
    for (const name of names) expect(name).toMatch(/^workspace-[0-9a-f]{6}$/);
  });

  test.each([
    ['Supportive Shoes', 'supportive-shoes'],
    ['Contribution Media', 'contribution-media'],
    ['Distributary Rivers', 'distributary-rivers'],
    ['Lantern Support Services', 'lantern-support-services'],
    ['Blue Admiral', 'blue-admiral'],
    ['Tribune', 'tribune'],
  ])('%s is a company like any other', (company, subdomain) => {
    expect(first(company)).toEqual([subdomain]);
  });

  test('a name without Latin letters and a name that tries to be an encoded one still get a home', () => {
    expect(first('भारत विज्ञापन')).toEqual(['workspace']);
    expect(first('xn--80ak6aa92e')).toEqual(['xn-80ak6aa92e']);
  });

  test('whatever the company is called, what comes out may be a subdomain', () => {
    for (const company of ['-', '....', 'a', 'www', 'WWW2', 'x'.repeat(120), `${'ab-'.repeat(30)}`, '💧', 'mail 2']) {
      for (const name of subdomainsFor(company, 'tributary')) {
        expect(isSubdomainShape(name) && name.length <= 32).toBe(true);
        expect(isReservedSubdomain(name, 'tributary')).toBe(false);
      }
      expect(first(company)).toHaveLength(1);
    }
  });
});
