// Pixels prove nothing about their sender, so anybody could have many of them judged. One address may send as many as a
// busy shop's checkout behind one address does, a workspace as many as a large one; what is beyond that is kept, and judged
// only if a person says so. Only pixels that name a genuine click count: nobody can use up a workspace's rate without one.
import type { Address } from '../lookups/network.ts';
import { Rates, rateKey } from '../memory/rates.ts';
import type { Checked, Receipt } from './receipt.ts';

/** in a minute, of all workers together; each has its share, as with clicks (velocity.ts) */
export const PIXELS_PER_ADDRESS = 60;
export const PIXELS_PER_TENANT = 3_000;

const MEMORY_BYTES = 2 * 1024 * 1024;
const [ADDRESS, TENANT] = [5, 6];

export class PixelRate {
  readonly #rates = new Rates(MEMORY_BYTES);
  readonly #perAddress: number;
  readonly #perTenant: number;

  constructor(workers = 1) {
    this.#perAddress = Math.max(1, PIXELS_PER_ADDRESS / workers);
    this.#perTenant = PIXELS_PER_TENANT / workers;
  }

  check({ tenant, client, now }: Receipt, checked: Checked): Checked {
    if (checked.outcome !== 'recorded') return checked;
    const { number } = tenant.source;
    const allows =
      (!client || this.#rates.allows(addressKey(ADDRESS, number, client.address), now, this.#perAddress)) &&
      this.#rates.allows(rateKey(TENANT, number, 0, 0, 0, 0), now, this.#perTenant);
    return allows ? checked : { ...checked, outcome: 'too_many_pixels' };
  }
}

export const addressKey = (kind: number, tenant: number, { words, isV4 }: Address) =>
  isV4 ? rateKey(kind, tenant, 0xffff, words[3], 0, 0) : rateKey(kind, tenant, words[0], words[1], 0, 0); // a /64 is one person's
