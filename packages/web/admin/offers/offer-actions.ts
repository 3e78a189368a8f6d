// What can be done with offers from their list: open, clone, and change of state, one by one or many.
import { type OfferStatusName, offerStatuses } from '@tributary/contract/offer-terms';
import { offerRoutes } from '@tributary/contract/offers';
import { call } from '../../kit/api.ts';
import { sentenceFor } from '../../kit/api-error.ts';
import { confirmDialog } from '../../kit/dialogs.tsx';
import type { BulkAction, RowAction } from '../../kit/resource/declaration.ts';
import { toast } from '../../kit/toast.tsx';
import { count } from '../../ui/format.ts';
import { type Icon, IconClock, IconCopy, IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';
import type { OfferRow } from './offers.tsx';

interface Change {
  verb: string;
  done: string;
  icon: Icon;
  /** said before it happens; a change without one happens at once */
  consequence: string | null;
}

const changes: Record<OfferStatusName, Change> = {
  active: { verb: 'Activate', done: 'activated', icon: IconPlayerPlay, consequence: null },
  paused: {
    verb: 'Pause',
    done: 'paused',
    icon: IconPlayerPause,
    consequence: 'Clicks go to the fallback within seconds. You can activate it again at any time.',
  },
  pending: {
    verb: 'Set to pending',
    done: 'set to pending',
    icon: IconClock,
    consequence: 'Publishers no longer see it and clicks go to the fallback.',
  },
};

const offersText = (many: number) => `${count(many)} ${many === 1 ? 'offer' : 'offers'}`;

const setStatus = (status: OfferStatusName): RowAction<OfferRow> => {
  const { verb, done, icon, consequence } = changes[status];
  return {
    label: verb,
    icon,
    when: (row) => row.status !== status,
    run: async (row, { session, reload }) => {
      const question = { title: `${verb} ${row.offer_name}?`, text: consequence ?? '', confirm: verb };
      if (consequence && !(await confirmDialog(question))) return;
      try {
        await call(offerRoutes.setOfferStatus, { params: { id: row.id }, body: { status } }, { session });
        toast.success(`Offer ${done}.`);
      } catch (error) {
        toast.error(sentenceFor(error));
      }
      await reload();
    },
  };
};

const clone: RowAction<OfferRow> = {
  label: 'Clone',
  icon: IconCopy,
  when: () => true,
  run: async (row, { session, reload }) => {
    try {
      const copy = await call(offerRoutes.cloneOffer, { params: { id: row.id } }, { session });
      toast.success(`Cloned as offer ${copy.camp_id}, which is pending.`);
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
    icon,
    when: (row) => row.status !== status,
    only: (row) => row.status !== status,
    confirm: consequence
      ? (rows) => ({ title: `${verb} ${offersText(rows.length)}?`, text: consequence, confirm: verb })
      : undefined,
    run: (row, context) => call(offerRoutes.setOfferStatus, { params: { id: row.id }, body: { status } }, context),
    done: (many) => ({ text: `${offersText(many)} ${done}.`, tone: 'success' }),
    failed: (many) => `${offersText(many)} could not be ${done}.`,
  };
});
