// For tests only: examples for billing's room appeals, and the things they name.
import type { IdKind } from '@tributary/contract';
import type { Example } from '../examples.ts';
import type { Place } from './place.ts';

export const appealExamples = {} satisfies Record<string, Example>;

/** undefined where the name is not one of ours */
export async function makeAppealTarget(_name: IdKind, _place: Place): Promise<string | undefined> {
  return undefined;
}
