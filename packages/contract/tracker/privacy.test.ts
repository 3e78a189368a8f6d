import { expect, test } from 'vitest';
import { concerns, deviceDigest, deviceKey, maskedAddress } from './privacy.ts';

test.each([
  ['203.0.113.77', '203.0.113.0'],
  ['10.0.0.1', '10.0.0.0'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::'],
  ['2001:db8::1', '2001:db8::'],
  ['2001::1:2:3:4:5', '2001::'],
  ['2001::2:3:4:5:6:7', '2001:0:2::'],
  ['::1', '::'],
  ['', ''],
])('of %s the network %s is kept', (address, network) => expect(maskedAddress(address)).toBe(network));

test('Europe is the EU, the EEA, the United Kingdom, Switzerland, and wherever nobody knows', () => {
  const rule = { scope: 'europe', deviceIds: 'drop' } as const;
  expect(['DE', 'GB', 'CH', 'NO', ''].map((country) => concerns(rule, country))).toEqual(Array(5).fill(true));
  expect(['US', 'IN', 'RS'].map((country) => concerns(rule, country))).toEqual([false, false, false]);
  expect(concerns({ ...rule, scope: 'everyone' }, 'US')).toBe(true);
});

test('a digest tells two devices apart, not two spellings of one, and is another in another workspace', () => {
  const [one, other] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'].map(deviceKey);
  if (!one || !other) throw new Error('two keys');
  const device = '6D92078A-8246-4BA4-AE5B-76104861E7DC';
  expect(deviceDigest(one, device)).toMatch(/^x[0-9a-f]{16}$/);
  expect(deviceDigest(one, ` ${device.toLowerCase()}`)).toBe(deviceDigest(one, device));
  expect(deviceDigest(one, `${device}0`)).not.toBe(deviceDigest(one, device));
  expect(deviceDigest(other, device)).not.toBe(deviceDigest(one, device));
});
