// Approve, reject, park, adjust: one or many, each under the ledger's turn, with a reason and a trail.
import type { ConversionStatus } from '@tributary/contract/conversions';
import { formatMoney } from '@tributary/contract/money';
import type { SignedInCall } from '../../http/call.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { takeHead } from '../ledger/index.ts';
import { AWAITS_SALE } from './amounts.ts';
import { type Change, changeConversion } from './change-conversion.ts';
import { type Conversion, findConversion, lockConversion, lockConversions } from './conversions.repo.ts';

/** unknown, malformed and another tenant's ids all answer the same */
async function requireLocked(tx: Tx, call: SignedInCall, id: string): Promise<Conversion> {
  await takeHead(tx, call.tenant.id);
  const conversion = isId(id) ? await lockConversion(tx, id) : null;
  if (!conversion) throw new Fault('not_found');
  return conversion;
}

export async function decideOne(
  tx: Tx,
  call: SignedInCall,
  id: string,
  decision: { status: ConversionStatus; reason: string },
) {
  const conversion = await requireLocked(tx, call, id);
  if (conversion.awaits_sale && decision.status === 'approved') {
    throw new Fault('invalid_input', `${AWAITS_SALE}. Please enter its amounts first.`);
  }
  await changeConversion(tx, call, conversion, decision);
  return { id, status: decision.status };
}

interface NewAmounts {
  revenue: bigint | null;
  payout: bigint | null;
  reason: string;
}
export function asChange({ revenue, payout, reason }: NewAmounts): Change {
  if (revenue === null && payout === null) throw new Fault('invalid_input', 'Please enter a revenue or a payout');
  return {
    ...(revenue === null ? {} : { revenue }),
    ...(payout === null ? {} : { payout }),
    reason,
    byHand: true,
  };
}

export async function adjustOne(tx: Tx, call: SignedInCall, id: string, amounts: NewAmounts) {
  const change = asChange(amounts);
  await changeConversion(tx, call, await requireLocked(tx, call, id), change);
  const now = await findConversion(tx, id);
  return { id, revenue: formatMoney(now?.revenue ?? 0n), payout: formatMoney(now?.payout ?? 0n) };
}

/** held no longer than this many at a time: others' conversions wait for the same turn */
const AT_ONCE = 50;

export interface BulkScope {
  /** only conversions of this advertiser, and only those that nobody has decided about */
  advertiserId?: string;
}

export async function changeMany(
  database: Database,
  call: SignedInCall,
  ids: readonly string[],
  change: Change,
  { advertiserId }: BulkScope = {},
) {
  const wanted = [...new Set(ids)];
  const found = new Set<string>();
  let changed = 0;
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    // as the system: an advertiser's decision also moves the publisher's account, which it cannot see itself
    await database.withTenant(call.tenant.id, systemActor, async (tx) => {
      await takeHead(tx, call.tenant.id);
      const some = wanted.slice(at, at + AT_ONCE).filter(isId);
      for (const conversion of await lockConversions(tx, some, advertiserId)) {
        found.add(conversion.id);
        if (advertiserId && conversion.status !== 'pending') continue;
        if (await changeConversion(tx, call, conversion, change)) changed++;
      }
    });
  }
  return { changed, unchanged: found.size - changed, missing: wanted.filter((id) => !found.has(id)) };
}
