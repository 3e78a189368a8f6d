import { expect, test } from 'vitest';
import { contains, formatAddress, parseAddress, parseNetwork } from './network.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['2001:db8::', '2001:db8::'],
  ['::', '::'],
  ['::1', '::1'],
  ['fe80:0:0:0:0:0:0:1', 'fe80::1'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
])('%s is the address %s', (text, expected) => {
  const address = parseAddress(text);
  expect(address && formatAddress(address)).toBe(expected);
});

test.each([
  '',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.256',
  '01.2.3.4',
  '1.2.3.-4',
  '1.2.3.4:80',
  '[::1]',
  '::1%eth0',
  '1::2::3',
  '12345::',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7:8::',
  'localhost',
  `${'1'.repeat(100)}.1.1.1`,
])('%j is no address', (text) => {
  expect(parseAddress(text)).toBeNull();
});

test.each([
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/8', '::ffff:10.1.1.1', true],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.6', false],
  ['0.0.0.0/0', '203.0.113.9', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['::/0', '203.0.113.9', true],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['2001:db8::/33', '2001:db8:8000::', false],
  ['192.0.2.128/25', '192.0.2.127', false],
])('%s holds %s: %s', (block, text, expected) => {
  const network = parseNetwork(block);
  const address = parseAddress(text);
  expect(network && address && contains(network, address)).toBe(expected);
});

test.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::/129', 'x/8', '/8', '10.0.0.0/-1'])(
  '%j is no network',
  (text) => {
    expect(parseNetwork(text)).toBeNull();
  },
);
