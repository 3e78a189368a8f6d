// For tests only: examples for billing's room referrals, and the things they name.
import type { IdKind } from '@tributary/contract';
import type { Example } from '../examples.ts';
import type { Place } from './place.ts';

export const referralExamples = {} satisfies Record<string, Example>;

/** undefined where the name is not one of ours */
export async function makeReferralTarget(_name: IdKind, _place: Place): Promise<string | undefined> {
  return undefined;
}
