// Editing an offer: the whole form goes back with the version it was read at. Where somebody else saved meanwhile, both
// versions are kept until the reader has chosen.
import { offerRoutes } from '@tributary/contract/offers';
import { useCallback, useState } from 'react';
import { call } from '../../../kit/api.ts';
import { ApiError, sentenceFor } from '../../../kit/api-error.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import { toast } from '../../../kit/toast.tsx';
import type { Complaint } from '../form/check-draft.ts';
import type { DraftField, OfferDraft } from '../form/draft.ts';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import { useOfferForm } from '../form/use-offer-form.ts';
import { bodyOf, changedFields, draftOf, type OfferRecord } from '../form/wire.ts';
import { OFFER_TOAST_MS } from '../offer-toast.ts';

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.status === 409;

export function useEditOffer(offer: OfferRecord, reload: () => Promise<OfferRecord | undefined>) {
  const { session } = useSession();
  const number = String(offer.fields.advertiser_id);
  const { form, base, changed, check, rebase } = useOfferForm('edit', () => draftOf(offer, new Date()), {
    value: number,
    label: `${offer.advertiser_name} (${number})`,
  });
  const [version, setVersion] = useState(offer.version);
  const [theirs, setTheirs] = useState<OfferRecord | null>(null);
  const [busy, setBusy] = useState(false);
  const unsaved = changed.length > 0;
  useLeaveGuard(useCallback(() => unsaved, [unsaved]));

  /** from the version the server has now, with what is kept of this form */
  const standOn = (record: OfferRecord, keep: readonly DraftField[] = []) => {
    const fresh = draftOf(record, new Date());
    const kept = Object.fromEntries(keep.map((name) => [name, form.draft[name]])) as Partial<OfferDraft>;
    setVersion(record.version);
    setTheirs(null);
    rebase(fresh, { ...fresh, ...kept });
  };

  const save = async (): Promise<Complaint | null> => {
    const complaint = check();
    if (complaint) {
      toast.error(complaint.sentence, OFFER_TOAST_MS);
      return complaint;
    }
    setBusy(true);
    try {
      const body = { ...bodyOf(form.draft), version };
      await call(offerRoutes.editOffer, { params: { id: offer.id }, body }, { session });
      toast.success('Offer saved.', OFFER_TOAST_MS);
      const record = await reload();
      if (record) standOn(record);
    } catch (error) {
      toast.error(sentenceFor(error), OFFER_TOAST_MS);
      if (isConflict(error)) setTheirs((await reload()) ?? null);
    } finally {
      setBusy(false);
    }
    return null;
  };

  return {
    form,
    changed,
    busy,
    save,
    discard: () => rebase(base),
    /** this page itself changed the offer elsewhere: what is typed here stays */
    adopt: (record: OfferRecord) => standOn(record, changed),
    theirs,
    theirChanges: theirs ? changedFields(base, draftOf(theirs, new Date())) : [],
    takeTheirs: () => theirs && standOn(theirs),
    /** their changes stay, and mine on top of them */
    keepMine: () => theirs && standOn(theirs, changed),
  };
}

export type EditOffer = ReturnType<typeof useEditOffer>;
