// What the lists of an offer (caps, rules, targets, creatives) have in common: each is put in place as a whole, alone or with
// the rest of the offer, and says what it was before.

import { isDeepStrictEqual } from 'node:util';
import type { TrailAction } from '@tributary/contract/logs/trail-actions';
import type { z } from 'zod';
import { blankerOf, hiddenFrom } from '../../../http/blank.ts';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import { touchOffer } from '../offers.repo.ts';
import { publishersAmong } from '../people.repo.ts';
import { offerChanged } from '../topics.ts';

/** the list before and after, as the history shows it */
export interface ListChange {
  before: object[];
  after: object[];
}
export const hasChanged = ({ before, after }: ListChange): boolean => !isDeepStrictEqual(before, after);

/** a list that cannot be taken: which row, and which of its fields */
export const rowFault = (row: number, field: string, sentence: string): Fault =>
  new Fault('invalid_input', sentence, { path: [row, field] });

/** rows of which the caller's role hides something, by the schema that shows them: he changes none of them */
export function unseenAmong<Row>(
  { principal }: SignedInCall,
  schema: z.ZodType,
  rows: readonly Row[],
  shown: (row: Row) => object,
): Row[] {
  const blank = blankerOf(schema, hiddenFrom(principal));
  return blank ? rows.filter((row) => !isDeepStrictEqual(blank(shown(row)), shown(row))) : [];
}

export async function requirePublishers(tx: Tx, ids: readonly (string | null)[]): Promise<void> {
  const named = ids.filter((id) => id !== null).filter(isId);
  const known = named.length > 0 ? await publishersAmong(tx, named) : new Set<string>();
  const unknown = ids.findIndex((id) => id !== null && !known.has(id));
  if (unknown >= 0) throw rowFault(unknown, 'publisher_id', 'One of the publishers does not exist.');
}

/** one list alone; where it is as it was, nothing happened */
export async function finish(tx: Tx, call: SignedInCall, id: string, action: TrailAction, change: ListChange) {
  if (hasChanged(change)) {
    await touchOffer(tx, id, call.clock.now());
    await recordAudit(tx, call, {
      action,
      objectKind: 'offer',
      objectId: id,
      before: { list: change.before },
      after: { list: change.after },
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
