import { describe, expect, test } from 'vitest';
import { macroCategories, macros } from './macros.ts';
import { compileParts, type Digest, isUsable, parseTemplate } from './template.ts';

const digest: Digest = (algorithm, text) => `${algorithm}-of-${text.length}`;

function fill(template: string, values: Record<string, string>): string {
  const parsed = parseTemplate(template);
  const render = compileParts<Record<string, string>>(parsed.parts, (token) => (from) => from[token] ?? '', digest);
  return parsed.origin + render(values);
}

const faultsOf = (template: string): string[] => parseTemplate(template).faults.map(({ code }) => code);

test('the catalogue has 113 tokens in eleven categories, each named once and described', () => {
  expect(macros).toHaveLength(113);
  expect(new Set(macros.map(({ name }) => name)).size).toBe(113);
  expect(macros.every(({ description }) => description.length > 0)).toBe(true);
  const sizes = macroCategories.map((category) => macros.filter((macro) => macro.category === category).length);
  expect(sizes).toEqual([10, 6, 4, 18, 14, 8, 4, 5, 8, 21, 15]);
});

test('revenue is never visible to a publisher, payout is', () => {
  const visible = (name: string) => macros.find((macro) => macro.name === name)?.publisherVisible;
  expect(visible('revenue')).toBe(false);
  expect(visible('advertiser_name')).toBe(false);
  expect(visible('payout')).toBe(true);
});

describe('reading a template', () => {
  test.each([
    ['https://shop.example/?c={click_id}', []],
    ['https://{p1}.example/', ['macro_in_host']],
    ['https://shop.example:{p1}/', ['macro_in_host']],
    ['https://shop.example{p1}', ['macro_in_host']],
    ['{url}', ['not_http']],
    ['javascript:alert(1)//{click_id}', ['not_http']],
    ['ftp://shop.example/{click_id}', ['not_http']],
    ['//shop.example/{click_id}', ['not_http']],
    ['https://user@shop.example/{click_id}', ['bad_host']],
    ['https:///{click_id}', ['bad_host']],
    ['https://shop.example/{clickid}', ['unknown_macro']],
    ['https://shop.example/?a={click_id:rot13}', ['unknown_function']],
    ['https://shop.example/{p1:raw}', ['raw_outside_query']],
    ['https://shop.example/#{p1:raw}', ['raw_outside_query']],
    ['https://shop.example/?a={click_id', ['unclosed_brace']],
  ])('%s has the faults %j', (template, faults) => {
    expect(faultsOf(template)).toEqual(faults);
  });

  test('names the tokens it does not know', () => {
    expect(parseTemplate('https://a.example/?x={clickid}&y={p1}&z={aff_sub}').unknown).toEqual(['clickid', 'aff_sub']);
  });

  test('a template whose host is not fixed cannot be used at all', () => {
    expect(isUsable(parseTemplate('https://{p1}.example/'))).toBe(false);
    expect(isUsable(parseTemplate('https://a.example/?x={clickid}'))).toBe(true);
  });

  test('keeps a port, writes an international host in ASCII and encodes what a URL cannot hold', () => {
    expect(fill('https://bücher.example:8443/a b/ü?q="x"&100%', {})).toBe(
      'https://xn--bcher-kva.example:8443/a%20b/%C3%BC?q=%22x%22&100%25',
    );
    expect(fill('https://a.example?x={p1}', { p1: '1' })).toBe('https://a.example/?x=1');
    expect(fill('https://a.example/\u212a', {})).toBe('https://a.example/%E2%84%AA');
  });
});

describe('filling a template', () => {
  test.each([
    ['{p1}', 'plain-Value_1.~', 'plain-Value_1.~'],
    ['{p1}', 'a b&c=d#e?f/g', 'a%20b%26c%3Dd%23e%3Ff%2Fg'],
    ['{p1}', '{click_id}', '%7Bclick_id%7D'],
    ['{p1}', '\r\nSet-Cookie: x=1', '%0D%0ASet-Cookie%3A%20x%3D1'],
    ['{p1}', '"><script>', '%22%3E%3Cscript%3E'],
    ['{p1}', 'naïve ₹', 'na%C3%AFve%20%E2%82%B9'],
    ['{p1}', '\ud800', '%EF%BF%BD'],
    ['{p1:upper}', 'abc', 'ABC'],
    ['{p1:lower}', 'ABC', 'abc'],
    ['{p1:sha256}', 'abcd', 'sha256-of-4'],
    ['{p1:lower:md5}', 'AB', 'md5-of-2'],
    ['{p1:md5|none}', '', 'none'],
    ['{p1|none}', '', 'none'],
    ['{p1|a b}', '', 'a%20b'],
    ['{p1|}', '', ''],
    ['{p1:raw}', 'a%20b/c', 'a%20b/c'],
    ['{p1:raw}', 'a&x=1#f', 'ax=1f'],
    ['{p1:raw}', 'a\r\nb\u0000c', 'abc'],
    ['{p1:raw}', 'ü K"{p2}', '%C3%BC%20K%22%7Bp2%7D'],
    ['{unknown}', 'x', ''],
  ])('%s with %j gives %s', (use, value, expected) => {
    expect(fill(`https://a.example/?x=${use}`, { p1: value, p2: 'WRONG', click_id: 'WRONG' })).toBe(
      `https://a.example/?x=${expected}`,
    );
  });

  test('nothing a value holds can move the host', () => {
    for (const value of ['@evil.example', '//evil.example', '\\evil.example', '.evil.example', ':99', '/../..//evil']) {
      for (const template of ['https://a.example/{p1}', 'https://a.example?{p1:raw}', 'https://a.example/#{p1}']) {
        expect(new URL(fill(template, { p1: value })).host).toBe('a.example');
      }
    }
  });
});
