// Editing an offer: the form goes back with the version it was read at, then each list that was changed. Where somebody else
// saved meanwhile, both versions are kept until the reader has chosen.
import { offerRoutes } from '@tributary/contract/offers';
import { useCallback, useState } from 'react';
import { call } from '../../../kit/api.ts';
import { ApiError, sentenceFor } from '../../../kit/api-error.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import { toast } from '../../../kit/toast.tsx';
import type { DraftField, OfferDraft } from '../form/draft.ts';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import { useOfferForm } from '../form/use-offer-form.ts';
import { bodyOf, changedFields, draftOf, type OfferRecord } from '../form/wire.ts';
import { OFFER_TOAST_MS } from '../offer-toast.ts';
import { type TabName, tabOfField } from './tab-names.ts';
import type { OfferList } from './use-offer-lists.ts';

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.status === 409;

/** what is in force already although the rest was refused */
function savedBefore(sent: readonly OfferList[], formSent: boolean): string {
  const names = [...(formSent ? ['the form'] : []), ...sent.map(({ name }) => name)];
  return names.length > 0 ? ` Already saved and in force: ${names.join(', ')}.` : ' Nothing has been saved.';
}

export function useEditOffer(
  offer: OfferRecord,
  lists: readonly OfferList[],
  reload: () => Promise<OfferRecord | undefined>,
) {
  const { session } = useSession();
  const number = String(offer.fields.advertiser_id);
  const { form, base, changed, check, rebase } = useOfferForm('edit', () => draftOf(offer, new Date()), {
    value: number,
    label: `${offer.advertiser_name} (${number})`,
  });
  const [version, setVersion] = useState(offer.version);
  const [theirs, setTheirs] = useState<OfferRecord | null>(null);
  const [busy, setBusy] = useState(false);
  const changes = lists.reduce((sum, list) => sum + list.changes, changed.length);
  const unsaved = changes > 0;
  useLeaveGuard(useCallback(() => unsaved, [unsaved]));

  /** from the version the server has now, with what is kept of this form */
  const standOn = (record: OfferRecord, keep: readonly DraftField[] = []) => {
    const fresh = draftOf(record, new Date());
    const kept = Object.fromEntries(keep.map((name) => [name, form.draft[name]])) as Partial<OfferDraft>;
    setVersion(record.version);
    setTheirs(null);
    rebase(fresh, { ...fresh, ...kept });
  };
  const restart = (record: OfferRecord, which: readonly OfferList[]) => {
    for (const list of which) list.restart(record);
  };
  const unchanged = lists.filter((list) => list.changes === 0);

  const sendForm = async (): Promise<boolean> => {
    try {
      const body = { ...bodyOf(form.draft), version };
      await call(offerRoutes.editOffer, { params: { id: offer.id }, body }, { session });
      return true;
    } catch (error) {
      toast.error(sentenceFor(error), OFFER_TOAST_MS);
      if (isConflict(error)) setTheirs((await reload()) ?? null);
      return false;
    }
  };

  /** in turn, until one is refused: those before it are saved, it and the rest stay as they were typed */
  const sendLists = async (formSent: boolean): Promise<{ sent: OfferList[]; refused: OfferList | null }> => {
    const sent: OfferList[] = [];
    for (const list of lists.filter((one) => one.changes > 0)) {
      try {
        await list.send();
        sent.push(list);
      } catch (error) {
        toast.error(`${list.name}: ${sentenceFor(error)}${savedBefore(sent, formSent)}`, OFFER_TOAST_MS);
        return { sent, refused: list };
      }
    }
    return { sent, refused: null };
  };

  /** the tab that needs a look, where one does */
  const save = async (): Promise<TabName | null> => {
    const formChanged = changed.length > 0;
    const complaint = formChanged ? check() : null;
    if (complaint) {
      toast.error(complaint.sentence, OFFER_TOAST_MS);
      return tabOfField(complaint.field);
    }
    // nothing is sent while a part of it cannot be
    for (const list of lists.filter((one) => one.changes > 0)) {
      const sentence = list.check();
      if (sentence === null) continue;
      toast.error(`${list.name}: ${sentence} Nothing has been saved.`, OFFER_TOAST_MS);
      return list.tab;
    }
    setBusy(true);
    try {
      if (formChanged && !(await sendForm())) return null;
      const { sent, refused } = await sendLists(formChanged);
      const record = await reload();
      if (record) {
        standOn(record);
        restart(record, [...sent, ...unchanged]);
      }
      if (!refused) toast.success('Offer saved.', OFFER_TOAST_MS);
      return refused?.tab ?? null;
    } finally {
      setBusy(false);
    }
  };

  return {
    form,
    changed,
    changes,
    busy,
    save,
    discard: () => {
      rebase(base);
      for (const list of lists) list.discard();
    },
    /** this page itself changed the offer elsewhere: what is typed here stays */
    adopt: (record: OfferRecord) => {
      standOn(record, changed);
      restart(record, unchanged);
    },
    theirs,
    theirChanges: theirs ? changedFields(base, draftOf(theirs, new Date())) : [],
    takeTheirs: () => theirs && standOn(theirs),
    /** their changes stay, and mine on top of them */
    keepMine: () => theirs && standOn(theirs, changed),
  };
}

export type EditOffer = ReturnType<typeof useEditOffer>;
