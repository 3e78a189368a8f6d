// Approve Requests: publishers who ask to run an offer. A decision may carry a reason, which the publisher is mailed.
import { type PermissionState, permissionStates } from '@tributary/contract/offers/offer-terms';
import { offerRoutes, permissionRequestList } from '@tributary/contract/offers/offers';
import type { ResultOf } from '@tributary/contract/route';
import { call, callForList } from '../../kit/api/api.ts';
import { reasonDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { type BulkAction, type RowAction, resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { dateTime, EMPTY } from '../../ui/format.ts';
import { IconCheck, IconX } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { offerPath } from './offer-path.ts';

type Request = ResultOf<typeof offerRoutes.permissionRequests>['rows'][number];

const stateWords: Record<PermissionState, string> = {
  requested: t('common.waiting'),
  allowed: t('common.approved'),
  refused: t('common.refused'),
  blocked: t('offers.blocked'),
};

const requestsText = (many: number) => t('offers.requests', { count: many });
const questionFor = (allow: boolean, what: string) => ({
  title: t('common.ask', { verb: allow ? t('common.approve') : t('offers.refuse'), what }),
  text: allow ? t('offers.thePublisherIsMailedAnd') : t('offers.thePublisherIsMailedWith'),
  confirm: allow ? t('common.approve') : t('offers.refuse'),
  danger: !allow,
});

const decide = (allow: boolean): RowAction<Request> => ({
  label: allow ? t('common.approve') : t('offers.refuse'),
  calls: offerRoutes.decideRequest,
  icon: allow ? IconCheck : IconX,
  danger: !allow,
  when: (row) => row.state === 'requested' || row.state === (allow ? 'refused' : 'allowed'),
  run: async (row, { session, reload }) => {
    const reason = await reasonDialog(
      questionFor(allow, t('offers.for3', { publisherName: row.publisher_name, offerName: row.offer_name })),
    );
    if (reason === null) return;
    try {
      await call(offerRoutes.decideRequest, { params: { id: row.id }, body: { allow, reason } }, { session });
      toast.success(allow ? t('offers.requestApproved') : t('offers.requestRefused'));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await reload();
  },
});

const decideAll = (allow: boolean): BulkAction<Request> => ({
  label: allow ? t('common.approve') : t('offers.refuse'),
  calls: offerRoutes.decideRequest,
  icon: allow ? IconCheck : IconX,
  danger: !allow,
  when: (row) => row.state === 'requested',
  only: (row) => row.state === 'requested',
  askReason: (rows) => questionFor(allow, requestsText(rows.length)),
  run: (row, { reason, ...context }) =>
    call(offerRoutes.decideRequest, { params: { id: row.id }, body: { allow, reason } }, context),
  done: (many) => ({
    text: allow ? t('offers.requestsApproved', { count: many }) : t('offers.requestsRefused', { count: many }),
    tone: 'success',
  }),
  failed: (many) => t('offers.couldNotBeDecided', { many: requestsText(many) }),
});

const requests = resource(permissionRequestList, {
  name: 'offer-requests',
  title: t('common.approveRequests'),
  countText: requestsText,
  load: (query, context) => callForList(offerRoutes.permissionRequests, { state: 'requested', ...query }, context),
  nameOf: (row) => t('offers.for3', { publisherName: row.publisher_name, offerName: row.offer_name }),
  searchPlaceholder: t('offers.searchByPublisherOrOffer'),
  defaultSort: '-requested_at',
  filters: [
    {
      kind: 'one',
      name: 'state',
      label: t('common.state'),
      none: stateWords.requested,
      options: permissionStates
        .filter((state) => state !== 'requested')
        .map((value) => ({ value, label: stateWords[value] })),
    },
  ],
  columns: [
    { id: 'requested_at', title: t('common.asked') },
    {
      id: 'offer_name',
      title: t('common.offer'),
      kind: 'title',
      value: (row) => `${row.offer_name} (${row.camp_id})`,
      to: (row) => offerPath(row.offer_id),
      fixed: true,
    },
    {
      id: 'publisher_name',
      title: t('common.publisher'),
      kind: 'text',
      value: (row) => `${row.publisher_name} (${row.publisher_number})`,
    },
    { id: 'traffic', title: t('common.traffic'), clip: true },
    {
      id: 'terms',
      title: t('offers.termsAccepted'),
      kind: 'text',
      value: ({ terms_accepted_at: at, terms_version: version }) =>
        at && t('offers.version', { version: version ?? EMPTY, at: dateTime(at) }),
    },
    { id: 'state', title: t('common.state') },
    { id: 'reason', title: t('common.reason') },
  ],
  rowActions: [decide(true), decide(false)],
  bulkActions: [decideAll(true), decideAll(false)],
  selectedText: (selected) => t('offers.selected', { selected: requestsText(selected) }),
  texts: {
    loading: t('offers.loadingRequests'),
    emptyTitle: t('offers.noRequestsFound'),
    emptyText: t('offers.publishersWhoAskToRun'),
  },
});

export default function Requests() {
  return <ResourcePage list={requests} />;
}
