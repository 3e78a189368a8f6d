// The form's object for every part of it, so that the long form, the wizard and the offer's page share one state.
import { createContext, use } from 'react';
import type { RemoteOption } from '../../../kit/inputs/remote-select.tsx';
import type { Complaint } from './check-draft.ts';
import type { DraftField, OfferDraft } from './draft.ts';

export interface OfferForm {
  mode: 'create' | 'edit';
  draft: OfferDraft;
  set: <Name extends DraftField>(name: Name, value: OfferDraft[Name]) => void;
  patch: (part: Partial<OfferDraft>) => void;
  /** what the last attempt to save complained about, until that field is edited */
  fault: Complaint | null;
  /** the advertiser that the form opened with */
  advertiser: RemoteOption | null;
}

export const OfferFormContext = createContext<OfferForm | null>(null);

export function useOffer(): OfferForm {
  const form = use(OfferFormContext);
  if (!form) throw new Error('an offer part stands in an offer form');
  return form;
}
