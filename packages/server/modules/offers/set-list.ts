// What the calls that set a whole list of an offer (caps, rules, targets, creatives) have in common.
import { isDeepStrictEqual } from 'node:util';
import type { SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../audit/index.ts';
import { publishersAmong } from './people.repo.ts';
import { offerChanged } from './topics.ts';

export async function requirePublishers(tx: Tx, ids: readonly (string | null)[]): Promise<void> {
  const named = ids.filter((id) => id !== null);
  const known = named.every(isId) ? await publishersAmong(tx, named) : new Set<string>();
  if (!named.every((id) => known.has(id))) {
    throw new Fault('invalid_input', 'One of the publishers does not exist.');
  }
}

/** the list before and after; where they are the same, nothing happened */
export async function finish(
  tx: Tx,
  call: SignedInCall,
  id: string,
  action: string,
  before: object[],
  after: object[],
) {
  if (!isDeepStrictEqual(before, after)) {
    await recordAudit(tx, call, {
      action,
      objectKind: 'offer',
      objectId: id,
      before: { list: before },
      after: { list: after },
    });
    await emit(tx, call.tenant.id, offerChanged, { offer_id: id });
  }
  return { id };
}

export const placeOf = (call: SignedInCall, offerId: string) => ({
  tenantId: call.tenant.id,
  offerId,
  at: call.clock.now(),
});
