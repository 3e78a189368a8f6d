// What can be done with offers from their list: open, clone, and change of state, one by one or many.
import { type OfferStatusName, offerStatuses } from '@tributary/contract/offers/offer-terms';
import { offerRoutes } from '@tributary/contract/offers/offers';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import type { BulkAction, RowAction } from '../../kit/resource/declaration.ts';
import { type Icon, IconClock, IconCopy, IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import type { OfferRow } from './offers.tsx';

interface Change {
  verb: string;
  done: string;
  icon: Icon;
  /** said before it happens; a change without one happens at once */
  consequence: string | null;
}

const changes: Record<OfferStatusName, Change> = {
  active: { verb: t('offers.activate'), done: t('offers.doneActivated'), icon: IconPlayerPlay, consequence: null },
  paused: {
    verb: t('common.pause'),
    done: t('offers.donePaused'),
    icon: IconPlayerPause,
    consequence: t('common.clicksGoToTheFallback'),
  },
  pending: {
    verb: t('common.setToPending2'),
    done: t('common.setToPending'),
    icon: IconClock,
    consequence: t('offers.publishersNoLongerSeeIt'),
  },
};

const offersText = (many: number) => t('offers.offers', { count: many });

const setStatus = (status: OfferStatusName): RowAction<OfferRow> => {
  const { verb, done, icon, consequence } = changes[status];
  return {
    label: verb,
    calls: offerRoutes.setOfferStatus,
    icon,
    when: (row) => row.status !== status,
    run: async (row, { session, reload }) => {
      const question = {
        title: t('common.ask', { verb, what: row.offer_name }),
        text: consequence ?? '',
        confirm: verb,
      };
      if (consequence && !(await confirmDialog(question))) return;
      try {
        await call(offerRoutes.setOfferStatus, { params: { id: row.id }, body: { status } }, { session });
        toast.success(t('offers.offer', { done }));
      } catch (error) {
        toast.error(sentenceFor(error));
      }
      await reload();
    },
  };
};

const clone: RowAction<OfferRow> = {
  label: t('offers.clone'),
  calls: offerRoutes.cloneOffer,
  icon: IconCopy,
  when: () => true,
  run: async (row, { session, reload }) => {
    try {
      const copy = await call(offerRoutes.cloneOffer, { params: { id: row.id } }, { session });
      toast.success(t('offers.clonedAsOfferWhichIs', { campId: copy.camp_id }));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await reload();
  },
};

export const rowActions: readonly RowAction<OfferRow>[] = [...offerStatuses.map(setStatus), clone];

export const bulkActions: readonly BulkAction<OfferRow>[] = offerStatuses.map((status) => {
  const { verb, done, icon, consequence } = changes[status];
  return {
    label: verb,
    calls: offerRoutes.setOfferStatus,
    icon,
    when: (row) => row.status !== status,
    only: (row) => row.status !== status,
    confirm: consequence
      ? (rows) => ({
          title: t('common.ask', { verb, what: offersText(rows.length) }),
          text: consequence,
          confirm: verb,
        })
      : undefined,
    run: (row, context) => call(offerRoutes.setOfferStatus, { params: { id: row.id }, body: { status } }, context),
    done: (many) => ({ text: `${offersText(many)} ${done}.`, tone: 'success' }),
    failed: (many) => t('offers.couldNotBe', { many: offersText(many), done }),
  };
});
