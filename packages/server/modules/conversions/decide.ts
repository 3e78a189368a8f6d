// Approve, reject, park, adjust: one or many, each under the ledger's turn, with a reason and a trail.
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import { formatMoney } from '@tributary/contract/money';
import { type SignedInCall, systemFor } from '../../http/call.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { takeHead } from '../ledger/index.ts';
import { type ReceiptTerms, receiptTerms } from '../offers/index.ts';
import { type Change, changeConversion } from './change-conversion.ts';
import { type Conversion, findConversion, lockConversion, lockConversions } from './conversions.repo.ts';
import { AWAITS_SALE } from './pricing/amounts.ts';
import { type Heard, hearStatus, ownDecision, type Voice } from './receipts/hear-word.ts';
import { closeRequest } from './requests/requests.repo.ts';

/** unknown, malformed and another tenant's ids all answer the same */
async function requireLocked(tx: Tx, call: SignedInCall, id: string): Promise<Conversion> {
  await takeHead(tx, call.tenant.id);
  const conversion = isId(id) ? await lockConversion(tx, id) : null;
  if (!conversion) throw new Fault('not_found');
  return conversion;
}

const managers = (call: SignedInCall, overCap: boolean): Voice => ({
  authority: 'manager',
  loosened: 'none',
  receiptId: null,
  userId: call.principal.userId,
  says: (what) => what,
  overCap,
});

export const FULL = 'This goes over a full cap. Leave it, or say that it shall go over the cap, with your reason.';

export interface ManagersDecision {
  status: ConversionStatus;
  reason: string;
  over_cap: boolean;
}

/** the manager's word is the last: what was asked about the conversion is answered by it */
async function decideAs(
  tx: Tx,
  call: SignedInCall,
  conversion: Conversion,
  { status, reason, over_cap: overCap }: ManagersDecision,
): Promise<Heard> {
  if (conversion.awaits_sale && status === 'approved') return 'duplicate';
  const heard = await hearStatus(tx, call, conversion, managers(call, overCap), status, reason);
  if (heard === 'over_cap') return heard;
  if (heard === 'duplicate' && conversion.decided_by !== 'manager') await ownDecision(tx, call, conversion, reason);
  const answer = { at: call.clock.now(), by: call.principal.userId, reason };
  if (!(await closeRequest(tx, conversion.id, { state: 'accepted', ...answer }, { words: [status] }))) {
    await closeRequest(tx, conversion.id, { state: 'declined', ...answer });
  }
  return heard;
}

export async function decideOne(tx: Tx, call: SignedInCall, id: string, decision: ManagersDecision) {
  const conversion = await requireLocked(tx, call, id);
  if (conversion.awaits_sale && decision.status === 'approved') {
    throw new Fault('invalid_input', `${AWAITS_SALE}. Please enter its amounts first.`);
  }
  const heard = await decideAs(tx, call, conversion, decision);
  if (heard === 'over_cap') throw new Fault('over_cap', FULL);
  return { id, status: decision.status };
}

interface NewAmounts {
  revenue: bigint | null;
  payout: bigint | null;
  reason: string;
  over_cap: boolean;
}
export function asChange({ revenue, payout, reason, over_cap: overCap }: NewAmounts): Change {
  if (revenue === null && payout === null) throw new Fault('invalid_input', 'Please enter a revenue or a payout');
  return {
    ...(revenue === null ? {} : { revenue }),
    ...(payout === null ? {} : { payout }),
    reason,
    byHand: true,
    authority: 'manager',
    overCap,
  };
}

export async function adjustOne(tx: Tx, call: SignedInCall, id: string, amounts: NewAmounts) {
  const change = asChange(amounts);
  if ((await changeConversion(tx, call, await requireLocked(tx, call, id), change)) === 'over_cap') {
    throw new Fault('over_cap', FULL);
  }
  await answerAmounts(tx, call, id, amounts.reason);
  const now = await findConversion(tx, id);
  return { id, revenue: formatMoney(now?.revenue ?? 0n), payout: formatMoney(now?.payout ?? 0n) };
}

/** held no longer than this many at a time: others' conversions wait for the same turn */
const AT_ONCE = 50;

/** what one of many came to */
type Each = (tx: Tx, conversion: Conversion) => Promise<Heard>;

const answerAmounts = (tx: Tx, call: SignedInCall, id: string, reason: string): Promise<boolean> => {
  const answer = { at: call.clock.now(), by: call.principal.userId, reason };
  return closeRequest(tx, id, { state: 'accepted', ...answer }, { words: ['amount'] });
};

export const decideMany = (
  database: Database,
  call: SignedInCall,
  ids: readonly string[],
  decision: ManagersDecision,
) => changeEach(database, call, ids, (tx, conversion) => decideAs(tx, call, conversion, decision));

export const adjustMany = (database: Database, call: SignedInCall, ids: readonly string[], amounts: NewAmounts) => {
  const change = asChange(amounts);
  return changeEach(database, call, ids, async (tx, conversion) => {
    const changed = await changeConversion(tx, call, conversion, change);
    if (changed === 'changed') await answerAmounts(tx, call, conversion.id, change.reason);
    return changed === 'changed' ? 'updated' : changed === 'same' ? 'duplicate' : 'over_cap';
  });
};

/** an advertiser's people in the portal speak as its postbacks do */
export function decideOwn(
  database: Database,
  call: SignedInCall,
  ids: readonly string[],
  { status, reason }: { status: ConversionStatus; reason: string },
) {
  const words = new Map<string, ReceiptTerms>();
  const each: Each = async (tx, conversion) => {
    const { offer_id: offerId } = conversion;
    const own = words.get(offerId) ?? (await receiptTerms(tx, offerId));
    words.set(offerId, own);
    const voice: Voice = { ...managers(call, false), authority: 'advertiser', loosened: own.mayOverrule };
    return hearStatus(tx, call, conversion, voice, status, reason);
  };
  return changeEach(database, call, ids, each, call.principal.userId);
}

async function changeEach(
  database: Database,
  call: SignedInCall,
  ids: readonly string[],
  each: Each,
  advertiserId?: string,
) {
  const wanted = [...new Set(ids)];
  const heard = new Map<string, Heard>();
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    // as the system: an advertiser's decision also moves the publisher's account, which it cannot see itself
    await database.withTenant(call.tenant.id, systemFor(call.principal), async (tx) => {
      await takeHead(tx, call.tenant.id);
      const some = wanted.slice(at, at + AT_ONCE).filter(isId);
      for (const { id } of await lockConversions(tx, some, advertiserId)) {
        // the one before may have moved this one to another tier
        const conversion = await lockConversion(tx, id);
        if (conversion) heard.set(id, await each(tx, conversion));
      }
    });
  }
  const those = (what: Heard) => [...heard].filter(([, came]) => came === what).map(([id]) => id);
  return {
    changed: those('updated').length,
    unchanged: those('duplicate').length,
    requested: those('requested').length + those('after_hold').length,
    over_cap: those('over_cap'),
    missing: wanted.filter((id) => !heard.has(id)),
  };
}
