// Calls that name no genuine click prove nothing and can never become a conversion, whoever replays them. Enough of them is kept
// to see a mistake and to mend it; what is beyond that is answered alike, counted, and told in one line a minute, so that nobody
// can fill a workspace's log or our disk with them. A call that names a genuine click, under whatever name, is kept whatever is
// wrong with it: a mapping makes it good.
import { decodeClickId } from '@tributary/contract/tracker/click-id';
import { clicksIn } from '@tributary/contract/tracker/postback-mapping';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import type { FrameKind } from '@tributary/contract/tracker/spool-record';
import type { HotPath } from '../hot-path.ts';
import { Rates, rateKey } from '../memory/rates.ts';
import { uuidv7 } from '../random.ts';
import type { Tenant } from '../snapshot/snapshot.ts';
import { receiptRow } from '../spool/rows.ts';
import { Query } from '../transport/query.ts';
import { addressKey } from './pixel-rate.ts';
import type { Checked, Receipt } from './receipt.ts';

/** in a minute, of all workers together */
export const UNPROVEN_PER_ADDRESS = 60;
export const UNPROVEN_PER_TENANT = 3_000;
/** pixels beyond their rate name a genuine click, and a person may want them judged: ten times as many are kept */
const PIXELS = 10;

export const TELL_EVERY_MS = 60_000;
const MEMORY_BYTES = 2 * 1024 * 1024;
const [ADDRESS, TENANT, PIXEL_ADDRESS, PIXEL_TENANT] = [1, 2, 3, 4];

type ReceiptKind = Extract<FrameKind, 'postback' | 'pixel'>;

export class Unproven {
  readonly #rates = new Rates(MEMORY_BYTES);
  readonly #share: number;
  readonly #notKept = new Map<Tenant['source']['id'], Record<ReceiptKind, number>>();

  constructor(workers = 1) {
    this.#share = 1 / workers;
  }

  /** whether it is kept; what is not is counted */
  keeps({ tenant, client, now, query }: Receipt, { outcome, named }: Checked, kind: ReceiptKind, key: MacKey): boolean {
    const isPixel = outcome === 'too_many_pixels';
    if (!isPixel && (named.clickAt !== null || outcome === 'workspace_closed')) return true;
    const { id, number } = tenant.source;
    const share = isPixel ? this.#share * PIXELS : this.#share;
    const ofAddress = isPixel ? PIXEL_ADDRESS : ADDRESS;
    const ofTenant = isPixel ? PIXEL_TENANT : TENANT;
    const keeps =
      (!client ||
        this.#rates.allows(
          addressKey(ofAddress, number, client.address),
          now,
          Math.max(1, UNPROVEN_PER_ADDRESS * share),
        )) &&
      this.#rates.allows(rateKey(ofTenant, number, 0, 0, 0, 0), now, Math.max(1, UNPROVEN_PER_TENANT * share));
    if (keeps || (!isPixel && clicksIn(query, number, (id) => decodeClickId(id, key)).length > 0)) return true;
    const counts = this.#notKept.get(id) ?? { postback: 0, pixel: 0 };
    counts[kind]++;
    this.#notKept.set(id, counts);
    return false;
  }

  /** a line for each tenant and kind of which something was not kept since the last time */
  tell({ spool, now }: Pick<HotPath, 'spool' | 'now'>): void {
    for (const [tenantId, counts] of this.#notKept) {
      for (const kind of ['postback', 'pixel'] as const) {
        if (counts[kind] > 0) spool.append(kind, lineOf(tenantId, counts[kind], now()), () => undefined);
      }
    }
    this.#notKept.clear();
  }
}

const NO_QUERY = new Query('');
const lineOf = (tenantId: string, calls: number, at: number): string =>
  receiptRow({
    tenantId,
    receiptId: uuidv7(at),
    at,
    outcome: 'not_kept',
    clickId: '',
    clickAt: null,
    offer: 0,
    publisher: 0,
    advertiser: 0,
    ip: '',
    country: '',
    userAgent: '',
    referer: '',
    method: 'GET',
    queryText: `calls=${calls}`,
    query: NO_QUERY,
    tokenDigest: '',
  });
