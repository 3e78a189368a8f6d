import { describe, expect, test } from 'vitest';
import { acceptDeepLink, deepLinkHosts } from './deep-links.ts';

describe('the hosts of deep links', () => {
  test("are the offer's list; without one, those of its landing pages; none where deep links are off", () => {
    const pages = ['https://shop.example/?c={click_id}', 'https://shop.example:8443/x', 'http://other.example{'];
    expect(deepLinkHosts({ deep_links: true, deep_link_hosts: ['a.example'] }, pages)).toEqual(['a.example']);
    expect(deepLinkHosts({ deep_links: true, deep_link_hosts: [] }, pages)).toEqual([
      'shop.example',
      'shop.example:8443',
      'other.example',
    ]);
    expect(deepLinkHosts({ deep_links: false, deep_link_hosts: ['a.example'] }, pages)).toEqual([]);
  });

  const hosts = ['shop.example', '*.wide.example', 'port.example:8443'];
  test.each([
    ['https://shop.example/shoes?id=1#x', 'https://shop.example/shoes?id=1#x'],
    ['HTTPS://SHOP.EXAMPLE/', 'https://shop.example/'],
    ['http://a.wide.example/', 'http://a.wide.example/'],
    ['https://port.example:8443/', 'https://port.example:8443/'],
  ])('%s is followed', (text, link) => {
    expect(acceptDeepLink(hosts, text)).toBe(link);
  });
  test.each([
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://evilshop.example/',
    'https://evilwide.example/',
    'https://wide.example/',
    'https://shop.example:444/',
    'https://port.example/',
    'https://user:pass@shop.example/',
    'https://shop.example@evil.example/',
    'javascript:alert(1)//shop.example',
    'data:text/html,shop.example',
    'ftp://shop.example/',
    '//shop.example/',
    '/shoes',
    'shop.example',
    '',
  ])('%s is not', (text) => {
    expect(acceptDeepLink(hosts, text)).toBeNull();
  });
});
