// What advertisers and our own checks say against a higher decision: an account manager makes it true, or does not.
import { type ConversionRequest, conversionRoutes, requestStates } from '@tributary/contract/conversions';
import type { z } from 'zod';
import { call } from '../../kit/api.ts';
import { type Decision, decisionAction } from '../../kit/log-page/decision.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { money, words } from '../../ui/format.ts';
import { IconCheck, IconX } from '../../ui/icons.ts';
import { conversionTabs, named } from '../lots/words.ts';
import { sendOrAsk } from './over-cap.ts';

type Request = z.infer<typeof ConversionRequest>;

const stateWords = {
  open: 'Open',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  replaced: 'Replaced',
} as const;
const stateTones = {
  open: 'warn',
  accepted: 'good',
  declined: 'bad',
  withdrawn: 'neutral',
  replaced: 'neutral',
} as const;

/** what would be so if it were accepted */
export function wantedText(row: Request): string {
  if (row.word === 'amount') {
    return `Revenue ${money(row.wanted_revenue ?? '0', row.currency)}, payout ${money(row.wanted_payout ?? '0', row.currency)}`;
  }
  if (row.word !== 'refund') return words(row.word);
  return row.refunded === null ? 'Refund' : `Refund of ${money(row.refunded, row.currency)}`;
}

const answerWith =
  (accept: boolean): Decision<Request>['send'] =>
  (row, reason, session) =>
    sendOrAsk('Accept it', 'Accept', (over_cap) =>
      call(conversionRoutes.answerRequest, { params: { id: row.id }, body: { accept, reason, over_cap } }, { session }),
    );

const aboutIt = (row: Request) =>
  `${named(row.offer)}, ${named(row.publisher)}${row.txn_id ? `, transaction ${row.txn_id}` : ''}.`;

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
  name: 'conversion-requests',
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
    { id: 'wanted', title: 'Wants', kind: 'text', value: wantedText },
    { id: 'status', title: 'Is now', kind: 'text', value: (row) => words(row.status) },
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
  rowActions: [decisionAction(accept), decisionAction(decline)],
  empty: {
    title: 'No requests',
    text: 'Where an advertiser says something against your decision, a check or a hold, it waits here for your answer.',
  },
  nothingFound: 'No request fits these filters.',
});

export default function ConversionRequests() {
  return <LogPage log={requests} intro={<PageTabs label="Conversions" tabs={conversionTabs} />} />;
}
