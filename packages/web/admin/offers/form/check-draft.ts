// What is wrong with an offer before it is sent: the specification's required fields in its order, then its token rule, then
// everything else the contract asks, each with the server's own sentence.
import '@tributary/contract/plain-words';
import { offerMessages, offerRequired } from '@tributary/contract/offers/offer-terms';
import { CreateOfferBody } from '@tributary/contract/offers/offers';
import { saidByServer } from '../../../words/said.ts';
import type { DraftField, OfferDraft } from './draft.ts';
import { bodyOf } from './wire.ts';

export interface Complaint {
  field: DraftField;
  sentence: string;
  /** in a list of the form: which row, and which of its fields */
  row?: number;
  column?: string;
}

/** what to say under a field of a row */
export const rowError = (
  fault: Complaint | null,
  field: DraftField,
  row: number,
  column: string,
): string | undefined =>
  fault?.field === field && fault.row === row && fault.column === column ? fault.sentence : undefined;

/** ["goals", 0, "payout_percent"] → the second field of the first goal; an amount and its share are one field */
export function complaintAt(draft: OfferDraft, path: readonly PropertyKey[], sentence: string): Complaint {
  const [name, row, column] = path.map((step) =>
    typeof step === 'string' ? step.replace(/^(revenue|payout)_percent$/, '$1') : step,
  );
  const field = typeof name === 'string' && Object.hasOwn(draft, name) ? (name as DraftField) : 'offer_name';
  return {
    field,
    sentence: saidByServer(sentence),
    ...(typeof row === 'number' && typeof column === 'string' ? { row, column } : {}),
  };
}

export const hasToken = (url: string): boolean => /\{[^{}]+\}/.test(url);

export function firstComplaint(draft: OfferDraft): Complaint | null {
  for (const [field, label] of offerRequired) {
    if (draft[field].trim() === '') return { field, sentence: saidByServer(offerMessages.required(label)) };
  }
  if (!hasToken(draft.default_campaign_url)) {
    return { field: 'default_campaign_url', sentence: saidByServer(offerMessages.needsToken) };
  }
  const [issue] = CreateOfferBody.safeParse(bodyOf(draft)).error?.issues ?? [];
  return issue ? complaintAt(draft, issue.path, issue.message) : null;
}
