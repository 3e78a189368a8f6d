// What advertisers and our own checks say against a higher decision: an account manager makes it true, or does not.
import { conversionRoutes, requestStates } from '@tributary/contract/conversions';
import { call } from '../../kit/api.ts';
import { type Decision, decisionAction } from '../../kit/log-page/decision.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { money, words } from '../../ui/format.ts';
import { IconCheck, IconEye, IconX } from '../../ui/icons.ts';
import { conversionTabs, named } from '../lots/words.ts';
import { sendOrAsk } from './over-cap.ts';
import { REQUESTS } from './paths.ts';
import { RequestDrawer } from './request-drawer.tsx';
import { type Request, stateTones, stateWords, wantedText } from './request-words.ts';

const answerWith =
  (accept: boolean): Decision<Request>['send'] =>
  (row, reason, session) =>
    sendOrAsk('Accept it', 'Accept', (over_cap) =>
      call(conversionRoutes.answerRequest, { params: { id: row.id }, body: { accept, reason, over_cap } }, { session }),
    );

const aboutIt = (row: Request) =>
  `${named(row.offer)}, ${named(row.publisher)}${row.txn_id ? `, transaction ${row.txn_id}` : ''}, ${money(row.revenue, row.currency)} earned, ${money(row.payout, row.currency)} paid.`;

const accept: Decision<Request> = {
  label: 'Accept',
  icon: IconCheck,
  when: (row) => row.state === 'open',
  title: () => 'Accept this request?',
  text: (row) =>
    `${aboutIt(row)} ${wantedText(row)} becomes your own decision about this conversion, which is ${row.status} now.`,
  usual: ['Confirmed by the advertiser', 'Checked by hand'],
  send: answerWith(true),
  done: 'Accepted. The conversion has been changed.',
};

const decline: Decision<Request> = {
  label: 'Decline',
  icon: IconX,
  danger: true,
  when: (row) => row.state === 'open',
  title: () => 'Decline this request?',
  text: (row) =>
    `${aboutIt(row)} The conversion stays ${row.status}${row.lowers ? ' and can be paid again' : ''}. The reason is kept with it.`,
  usual: ['Our decision stands', 'No proof was given'],
  send: answerWith(false),
  done: 'Declined. The conversion stays as it is.',
};

const requests = log<Request>({
  name: REQUESTS,
  title: 'Conversion Logs',
  purpose: 'What an advertiser or a check says against a higher decision. Nothing changes until you answer.',
  load: ({ from: _from, to: _to, state, ...query }, context) =>
    call(
      conversionRoutes.conversionRequests,
      { query: { ...query, state: requestStates.find((one) => one === state) } },
      context,
    ),
  columns: [
    {
      id: 'state',
      title: 'State',
      kind: 'status',
      value: (row) => stateWords[row.state],
      tone: (row) => stateTones[row.state],
    },
    { id: 'at', title: 'Asked', kind: 'relative-date', value: (row) => row.at },
    {
      id: 'asked_by',
      title: 'By',
      kind: 'text',
      value: (row) => (row.asked_by === 'advertiser' ? 'Advertiser' : 'Our checks'),
    },
    { id: 'wanted', title: 'Wants', kind: 'text', value: wantedText, opens: true },
    { id: 'status', title: 'Is now', kind: 'text', value: (row) => words(row.status) },
    {
      id: 'payout',
      title: 'Payout now',
      kind: 'money',
      value: ({ payout, currency }) => ({ amount: payout, currency }),
      mark: markOfRevenue,
    },
    {
      id: 'revenue',
      title: 'Revenue now',
      kind: 'money',
      value: ({ revenue, currency }) => ({ amount: revenue, currency }),
      mark: markOfRevenue,
      hidden: true,
    },
    {
      id: 'payable',
      title: 'Payable',
      kind: 'text',
      value: (row) => (row.lowers && row.state === 'open' ? 'Not until answered' : 'As it is'),
    },
    { id: 'reason', title: 'Said', kind: 'text', clip: true, value: (row) => row.reason },
    { id: 'offer', title: 'Offer', kind: 'text', value: (row) => named(row.offer) },
    { id: 'publisher', title: 'Publisher', kind: 'text', value: (row) => named(row.publisher) },
    { id: 'advertiser', title: 'Advertiser', kind: 'text', value: (row) => named(row.advertiser) },
    { id: 'txn_id', title: 'Transaction ID', kind: 'text', value: (row) => row.txn_id },
    { id: 'decision_reason', title: 'Answer', kind: 'text', clip: true, value: (row) => row.decision_reason },
    { id: 'decided_by', title: 'Answered by', kind: 'text', value: (row) => row.decided_by, hidden: true },
  ],
  nameOf: (row) => `request about ${row.offer.name}`,
  filters: [wordFilter('state', 'State', stateWords)],
  rowActions: [
    { label: 'Details', icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    decisionAction(accept),
    decisionAction(decline),
  ],
  details: RequestDrawer,
  detailsTitle: 'Request',
  empty: {
    title: 'No requests',
    text: 'Where an advertiser says something against your decision, a check or a hold, it waits here for your answer.',
  },
  nothingFound: 'No request fits these filters.',
});

export default function ConversionRequests() {
  return <LogPage log={requests} intro={<PageTabs label="Conversions" tabs={conversionTabs} />} />;
}
