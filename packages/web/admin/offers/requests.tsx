// Approve Requests: publishers who ask to run an offer. A decision may carry a reason, which the publisher is mailed.
import { type PermissionState, permissionStates } from '@tributary/contract/offer-terms';
import { offerRoutes, permissionRequestList } from '@tributary/contract/offers';
import type { ResultOf } from '@tributary/contract/route';
import { call } from '../../kit/api.ts';
import { sentenceFor } from '../../kit/api-error.ts';
import { reasonDialog } from '../../kit/dialogs.tsx';
import { type BulkAction, type RowAction, resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { toast } from '../../kit/toast.tsx';
import { count, dateTime } from '../../ui/format.ts';
import { IconCheck, IconX } from '../../ui/icons.ts';
import { offerPath } from './offer-path.ts';

type Request = ResultOf<typeof offerRoutes.permissionRequests>['rows'][number];

const stateWords: Record<PermissionState, string> = {
  requested: 'Waiting',
  allowed: 'Approved',
  refused: 'Refused',
  blocked: 'Blocked',
};

const requestsText = (many: number) => `${count(many)} ${many === 1 ? 'request' : 'requests'}`;
const questionFor = (allow: boolean, what: string) => ({
  title: `${allow ? 'Approve' : 'Refuse'} ${what}?`,
  text: allow
    ? 'The publisher is mailed and may take links at once.'
    : 'The publisher is mailed, with the reason where you give one.',
  confirm: allow ? 'Approve' : 'Refuse',
  danger: !allow,
});

const decide = (allow: boolean): RowAction<Request> => ({
  label: allow ? 'Approve' : 'Refuse',
  icon: allow ? IconCheck : IconX,
  danger: !allow,
  when: (row) => row.state === 'requested' || row.state === (allow ? 'refused' : 'allowed'),
  run: async (row, { session, reload }) => {
    const reason = await reasonDialog(questionFor(allow, `${row.publisher_name} for ${row.offer_name}`));
    if (reason === null) return;
    try {
      await call(offerRoutes.decideRequest, { params: { id: row.id }, body: { allow, reason } }, { session });
      toast.success(allow ? 'Request approved.' : 'Request refused.');
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await reload();
  },
});

const decideAll = (allow: boolean): BulkAction<Request> => ({
  label: allow ? 'Approve' : 'Refuse',
  icon: allow ? IconCheck : IconX,
  danger: !allow,
  when: (row) => row.state === 'requested',
  only: (row) => row.state === 'requested',
  askReason: (rows) => questionFor(allow, requestsText(rows.length)),
  run: (row, { reason, ...context }) =>
    call(offerRoutes.decideRequest, { params: { id: row.id }, body: { allow, reason } }, context),
  done: (many) => ({ text: `${requestsText(many)} ${allow ? 'approved' : 'refused'}.`, tone: 'success' }),
  failed: (many) => `${requestsText(many)} could not be decided.`,
});

const requests = resource<Request>({
  name: 'offer-requests',
  title: 'Approve Requests',
  countText: requestsText,
  load: ({ state = 'requested', ...query }, context) =>
    call(offerRoutes.permissionRequests, { query: { ...query, state: state as PermissionState } }, context),
  nameOf: (row) => `${row.publisher_name} for ${row.offer_name}`,
  searchPlaceholder: 'Search by publisher or offer...',
  defaultSort: '-requested_at',
  filters: [
    {
      kind: 'one',
      name: 'state',
      label: 'State',
      none: stateWords.requested,
      options: permissionStates
        .filter((state) => state !== 'requested')
        .map((value) => ({ value, label: stateWords[value] })),
    },
  ],
  columns: columnsOf<Request, typeof permissionRequestList.columns>(permissionRequestList, [
    { id: 'requested_at', title: 'Asked' },
    {
      id: 'offer_name',
      title: 'Offer',
      kind: 'title',
      value: (row) => `${row.offer_name} (${row.camp_id})`,
      to: (row) => offerPath(row.offer_id),
      fixed: true,
    },
    {
      id: 'publisher_name',
      title: 'Publisher',
      kind: 'text',
      value: (row) => `${row.publisher_name} (${row.publisher_number})`,
    },
    { id: 'traffic', title: 'Traffic', clip: true },
    {
      id: 'terms',
      title: 'Terms accepted',
      kind: 'text',
      value: ({ terms_accepted_at: at, terms_version: version }) => at && `Version ${version}, ${dateTime(at)}`,
    },
    { id: 'state', title: 'State' },
    { id: 'reason', title: 'Reason' },
  ]),
  rowActions: [decide(true), decide(false)],
  bulkActions: [decideAll(true), decideAll(false)],
  selectedText: (selected) => `${requestsText(selected)} selected`,
  texts: {
    loading: 'Loading requests...',
    emptyTitle: 'No requests found',
    emptyText: 'Publishers who ask to run an offer with "Ask to Permission" appear here.',
  },
});

export default function Requests() {
  return <ResourcePage list={requests} />;
}
