// Editing an offer: the form and the lists that were changed go back in one call, with the version they were read at. Where
// somebody else saved meanwhile, both versions are kept until the reader has chosen.
import { useQueryClient } from '@tanstack/react-query';
import { offerRoutes, SaveOfferBody } from '@tributary/contract/offers/offers';
import { useCallback, useState } from 'react';
import { call } from '../../../kit/api/api.ts';
import { ApiError, type FaultPath } from '../../../kit/api/api-error.ts';
import { toast } from '../../../kit/dialogs/toast.tsx';
import { useKeptWork } from '../../../kit/form/use-kept-work.ts';
import { useLeaveGuard } from '../../../kit/form/use-leave-guard.ts';
import { sentenceFor } from '../../../kit/language/sentence-for.ts';
import { useHides } from '../../../kit/shell/permissions.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import { t } from '../../../words/admin.ts';
import { complaintAt } from '../form/check-draft.ts';
import type { DraftField, OfferDraft } from '../form/draft.ts';
import { fieldLabel } from '../form/field-label.ts';
import { useOfferForm } from '../form/use-offer-form.ts';
import { bodyOf, changedFields, draftOf, type OfferRecord, unseenOut, withoutBlanks } from '../form/wire.ts';
import { OFFER_TOAST_MS } from '../offer-toast.ts';
import { type TabName, tabOfField } from './tab-names.ts';
import type { OfferList } from './use-offer-lists.ts';

const refusalOf = (error: unknown) =>
  error instanceof ApiError && error.failure.kind === 'refused' ? error.failure : null;

export function useEditOffer(
  offer: OfferRecord,
  lists: readonly OfferList[],
  reload: () => Promise<OfferRecord | undefined>,
) {
  const { session } = useSession();
  const isUnseen = useHides('revenue');
  const queries = useQueryClient();
  const number = String(offer.fields.advertiser_id);
  const { form, base, changed, check, complain, rebase } = useOfferForm('edit', () => draftOf(offer, new Date()), {
    value: number,
    label: `${offer.advertiser_name} (${number})`,
  });
  const [version, setVersion] = useState(offer.version);
  const [theirs, setTheirs] = useState<OfferRecord | null>(null);
  const [busy, setBusy] = useState(false);
  const changedLists = lists.filter((list) => list.changes > 0);
  const changes = lists.reduce((sum, list) => sum + list.changes, changed.length);
  const unsaved = changes > 0;
  useLeaveGuard(
    useCallback(() => unsaved, [unsaved]),
    t('offers.whatYouChangedOnThis'),
  );
  const typedHere = (names: readonly DraftField[]) =>
    Object.fromEntries(names.map((name) => [name, form.draft[name]])) as Partial<OfferDraft>;
  const kept = useKeptWork({ place: `offer/${offer.id}` }, unsaved, () => ({
    fields: typedHere(changed),
    lists: Object.fromEntries(changedLists.map((list) => [list.part, list.typed()])),
  }));

  /** from the version the server has now, alone or with what was typed here on top of it */
  const standOn = (record: OfferRecord, typed: 'dropped' | 'kept') => {
    const fresh = draftOf(record, new Date());
    setVersion(record.version);
    setTheirs(null);
    rebase(fresh, typed === 'kept' ? { ...fresh, ...typedHere(changed) } : fresh);
    for (const list of lists) typed === 'kept' ? list.merge(record) : list.restart(record);
  };

  /** marks the field, and says which tab it is on */
  const pointTo = (path: FaultPath, sentence: string): TabName | null => {
    const [part, row, field] = path;
    const list = lists.find((one) => one.part === part);
    if (list) {
      const where = typeof row === 'number' ? t('offers.row', { row: row + 1 }) : '';
      toast.error(t('offers.nothingWasSaved', { name: list.name, where, sentence }), OFFER_TOAST_MS);
      if (typeof row === 'number') list.complain(row, typeof field === 'string' ? field : '', sentence);
      return list.tab;
    }
    toast.error(sentence, OFFER_TOAST_MS);
    if (part !== 'fields' || path.length < 2) return null;
    const complaint = complaintAt(form.draft, path.slice(1), sentence);
    complain(complaint);
    return tabOfField(complaint.field);
  };

  const refused = async (error: unknown): Promise<TabName | null> => {
    const refusal = refusalOf(error);
    if (refusal?.path?.length) return pointTo(refusal.path, sentenceFor(error));
    if (refusal?.status !== 409) {
      toast.error(sentenceFor(error), OFFER_TOAST_MS);
      return null;
    }
    const record = await reload();
    setTheirs(record ?? null);
    const who = record?.history[0]?.actor ?? t('offers.somebodyElse');
    toast.error(t('offers.changedThisOfferMeanwhileNothing', { who }), OFFER_TOAST_MS);
    return null;
  };

  /** the tab that needs a look, where one does */
  const save = async (): Promise<TabName | null> => {
    const formChanged = changed.length > 0;
    const complaint = formChanged ? check() : null;
    if (complaint) {
      toast.error(complaint.sentence, OFFER_TOAST_MS);
      return tabOfField(complaint.field);
    }
    const fields = bodyOf(isUnseen ? withoutBlanks(form.draft) : form.draft);
    const whole = {
      version,
      ...(formChanged ? { fields } : {}),
      ...Object.fromEntries(changedLists.map((list) => [list.part, list.body()])),
    };
    const sent = isUnseen && formChanged ? { ...whole, fields: unseenOut(fields) } : whole;
    const [issue] = SaveOfferBody.safeParse(whole).error?.issues ?? [];
    if (issue)
      return pointTo(
        issue.path.filter((step) => typeof step !== 'symbol'),
        issue.message,
      );
    setBusy(true);
    try {
      await call(offerRoutes.saveOffer, { params: { id: offer.id }, body: sent }, { session });
      const record = await reload();
      if (record) standOn(record, 'dropped');
      if (changedLists.some(({ part }) => part === 'kpi_targets')) {
        await queries.invalidateQueries({ queryKey: ['kpi'] });
      }
      toast.success(t('offers.offerSaved'), OFFER_TOAST_MS);
      return null;
    } catch (error) {
      return refused(error);
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
    /** what the last attempt marked, whichever tab it is on */
    fault: form.fault ?? lists.find(({ fault }) => fault !== null)?.fault ?? null,
    discard: () => {
      rebase(base);
      for (const list of lists) list.discard();
    },
    /** this page itself changed the offer elsewhere: what is typed here stays */
    adopt: (record: OfferRecord) => standOn(record, 'kept'),
    theirs,
    theirChanges: theirs
      ? [
          ...changedFields(base, draftOf(theirs, new Date())).map(fieldLabel),
          ...lists.filter((list) => list.differsFrom(theirs)).map(({ name }) => name),
        ]
      : [],
    takeTheirs: () => theirs && standOn(theirs, 'dropped'),
    /** their changes stay, and mine on top of them */
    keepMine: () => theirs && standOn(theirs, 'kept'),
    kept: kept && {
      ...kept,
      bringBack: () => {
        form.patch(kept.work.fields);
        for (const list of lists) {
          const rows = kept.work.lists[list.part];
          if (rows) list.bringBack(rows);
        }
        kept.forget();
      },
    },
  };
}

export type EditOffer = ReturnType<typeof useEditOffer>;
