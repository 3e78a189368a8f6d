// A campaign brief as its form holds it, what is wrong with it, and what is sent.
import '@tributary/contract/plain-words';
import { type Objective, objectives } from '@tributary/contract/offers/offer-terms';
import { offerRoutes } from '@tributary/contract/offers/offers';
import type { ArgsOf } from '@tributary/contract/route';
import type { Complaint } from '../../kit/form/use-form.ts';

export interface BriefDraft {
  title: string;
  url: string;
  objective: Objective;
  currency: string;
  revenue: string;
  budget: string;
  geo_coverage: string[];
  description: string;
  goals: string[];
}
type Body = ArgsOf<typeof offerRoutes.submitBrief>['body'];

export const emptyBrief: BriefDraft = {
  title: '',
  url: '',
  objective: objectives[0],
  currency: 'INR',
  revenue: '',
  budget: '',
  geo_coverage: ['ALL'],
  description: '',
  goals: [],
};

export const briefBody = (brief: BriefDraft): Body => ({
  ...brief,
  currency: brief.currency as Body['currency'],
  budget: brief.budget.trim() || null,
  geo_coverage: brief.geo_coverage.join(','),
});

/** the contract's own sentences, in the order of the form */
export function firstFault(brief: BriefDraft): Complaint<BriefDraft> | null {
  const [issue] = offerRoutes.submitBrief.body.safeParse(briefBody(brief)).error?.issues ?? [];
  if (!issue) return null;
  const [name] = issue.path;
  const known = typeof name === 'string' && Object.hasOwn(brief, name);
  return { field: known ? (name as keyof BriefDraft) : 'title', sentence: issue.message };
}
