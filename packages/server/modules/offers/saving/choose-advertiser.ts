// What a caller says about himself (`admin_id`) and about the advertiser is only compared with what we know; a mismatch is
// refused with a sentence and leaves a trace, which is why the refusal commits.
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { recordAudit } from '../../audit/index.ts';
import { type Advertiser, findAdvertiser, isManagerOf } from '../people.repo.ts';

export async function chooseAdvertiser(tx: Tx, call: SignedInCall, number: number): Promise<Advertiser | Fault> {
  const advertiser = await findAdvertiser(tx, { number });
  const path = ['advertiser_id'];
  if (!advertiser) return new Fault('invalid_input', 'This advertiser does not exist.', { path });
  if (advertiser.status !== 'approved') return new Fault('invalid_input', 'This advertiser is not approved.', { path });
  if (!(await isManagerOf(tx, advertiser.id, call.principal.userId))) {
    return new Fault('forbidden', 'This advertiser is in the charge of another account manager.', { path });
  }
  return advertiser;
}

export async function refuse(
  tx: Tx,
  call: SignedInCall,
  objectId: string | null,
  fault: Fault,
  tried: object,
): Promise<Fault> {
  await recordAudit(tx, call, {
    action: 'offer.refused',
    objectKind: 'offer',
    objectId,
    after: { reason: fault.message, ...tried },
  });
  return fault;
}

export const orThrow = <Reply>(outcome: Reply | Fault): Reply => {
  if (outcome instanceof Fault) throw outcome;
  return outcome;
};
