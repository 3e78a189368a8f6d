// The state of one offer form: the draft, what it started from, and the complaint of the last attempt.
import { useState } from 'react';
import { useHides } from '../../../kit/shell/permissions.ts';
import { type Complaint, firstComplaint } from './check-draft.ts';
import type { OfferDraft } from './draft.ts';
import type { OfferForm } from './form-context.ts';
import { changedFields, withoutBlanks } from './wire.ts';

export function useOfferForm(
  mode: OfferForm['mode'],
  start: () => OfferDraft,
  advertiser: OfferForm['advertiser'] = null,
) {
  const isUnseen = useHides('revenue');
  const [base, setBase] = useState(start);
  const [draft, setDraft] = useState(base);
  const [fault, setFault] = useState<Complaint | null>(null);
  const patch: OfferForm['patch'] = (part) => {
    setDraft((before) => ({ ...before, ...part }));
    setFault((before) => (before && before.field in part ? null : before));
  };
  const form: OfferForm = {
    mode,
    draft,
    patch,
    set: (name, value) => patch({ [name]: value } as Partial<OfferDraft>),
    fault,
    advertiser,
  };
  return {
    form,
    base,
    changed: changedFields(base, draft),
    /** looks for the first complaint and keeps it */
    check: (): Complaint | null => {
      const complaint = firstComplaint(isUnseen ? withoutBlanks(draft) : draft);
      setFault(complaint);
      return complaint;
    },
    /** what the server said of it */
    complain: setFault,
    /** what an untouched form begins with, once it is known */
    begin: (part: Partial<OfferDraft>) => {
      setBase((before) => ({ ...before, ...part }));
      setDraft((before) => ({ ...before, ...part }));
    },
    /** a fresh start from another draft; the one in hand is dropped unless it is kept */
    rebase: (next: OfferDraft, kept: OfferDraft = next) => {
      setBase(next);
      setDraft(kept);
      setFault(null);
    },
  };
}
