// What is wrong with an offer before it is sent: the seed's required fields in its order, then its token rule, then
// everything else the contract asks, each with the server's own sentence.
import '@tributary/contract/plain-words';
import { offerMessages, offerRequired } from '@tributary/contract/offer-terms';
import { CreateOfferBody } from '@tributary/contract/offers';
import type { DraftField, OfferDraft } from './draft.ts';
import { bodyOf } from './wire.ts';

export interface Complaint {
  field: DraftField;
  sentence: string;
}

export const hasToken = (url: string): boolean => /\{[^{}]+\}/.test(url);

export function firstComplaint(draft: OfferDraft): Complaint | null {
  for (const [field, label] of offerRequired) {
    if (draft[field].trim() === '') return { field, sentence: offerMessages.required(label) };
  }
  if (!hasToken(draft.default_campaign_url)) {
    return { field: 'default_campaign_url', sentence: offerMessages.needsToken };
  }
  const [issue] = CreateOfferBody.safeParse(bodyOf(draft)).error?.issues ?? [];
  if (!issue) return null;
  const [name] = issue.path;
  const field = typeof name === 'string' && Object.hasOwn(draft, name) ? (name as DraftField) : 'offer_name';
  return { field, sentence: issue.message };
}
