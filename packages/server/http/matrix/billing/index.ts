// For tests only: billing's examples, a file for each room.
import type { IdKind } from '@tributary/contract';
import { advertiserBillingExamples, makeAdvertiserBillingTarget } from './advertisers.ts';
import { appealExamples, makeAppealTarget } from './appeals.ts';
import { closingExamples, makeClosingTarget } from './closing.ts';
import { documentExamples, makeDocumentTarget } from './documents.ts';
import { makePayingTarget, payingExamples } from './paying.ts';
import type { Place } from './place.ts';
import { makeReferralTarget, referralExamples } from './referrals.ts';

export const billingExamples = {
  ...documentExamples,
  ...payingExamples,
  ...advertiserBillingExamples,
  ...closingExamples,
  ...appealExamples,
  ...referralExamples,
};

const makers = [
  makeDocumentTarget,
  makePayingTarget,
  makeAdvertiserBillingTarget,
  makeClosingTarget,
  makeAppealTarget,
  makeReferralTarget,
];

/** undefined where the name is not one of ours */
export async function makeBillingTarget(name: IdKind, place: Place): Promise<string | undefined> {
  for (const make of makers) {
    const made = await make(name, place);
    if (made !== undefined) return made;
  }
  return undefined;
}
