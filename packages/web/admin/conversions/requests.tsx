// What advertisers and our own checks say against a higher decision: an account manager makes it true, or does not.
import { conversionRoutes, requestLog } from '@tributary/contract/conversions/conversions';
import { call } from '../../kit/api/api.ts';
import { type Decision, decisionAction } from '../../kit/log-page/decision.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { money, words } from '../../ui/format.ts';
import { IconCheck, IconEye, IconX } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { said, saidByServer } from '../../words/said.ts';
import { conversionTabs, named } from '../lots/words.ts';
import { sendOrAsk } from './over-cap.ts';
import { REQUESTS } from './paths.ts';
import { RequestDrawer } from './request-drawer.tsx';
import { type Request, stateTones, stateWords, wantedText } from './request-words.ts';

const answerWith =
  (accept: boolean): Decision<Request>['send'] =>
  (row, reason, session) =>
    sendOrAsk(t('conversions.acceptIt'), t('conversions.accept'), (over_cap) =>
      call(conversionRoutes.answerRequest, { params: { id: row.id }, body: { accept, reason, over_cap } }, { session }),
    );

const aboutIt = (row: Request) =>
  t('conversions.earnedAndPaid', {
    about: `${named(row.offer)}, ${named(row.publisher)}${row.txn_id ? t('conversions.transaction', { txnId: row.txn_id }) : ''}`,
    revenue: money(row.revenue, row.currency),
    payout: money(row.payout, row.currency),
  });

const accept: Decision<Request> = {
  label: t('conversions.accept'),
  calls: conversionRoutes.answerRequest,
  icon: IconCheck,
  when: (row) => row.state === 'open',
  title: () => t('conversions.acceptThisRequest'),
  text: (row) =>
    t('conversions.becomesYourOwnDecisionAbout', {
      row: aboutIt(row),
      row2: wantedText(row),
      status: said(row.status),
    }),
  usual: [t('conversions.confirmedByTheAdvertiser'), t('conversions.checkedByHand')],
  send: answerWith(true),
  done: t('conversions.acceptedTheConversionHasBeen'),
};

const decline: Decision<Request> = {
  label: t('conversions.decline'),
  calls: conversionRoutes.answerRequest,
  icon: IconX,
  danger: true,
  when: (row) => row.state === 'open',
  title: () => t('conversions.declineThisRequest'),
  text: (row) =>
    t(row.lowers ? 'conversions.staysAndIsPayable' : 'conversions.stays', {
      about: aboutIt(row),
      status: said(row.status),
    }),
  usual: [t('conversions.ourDecisionStands'), t('conversions.noProofWasGiven')],
  send: answerWith(false),
  done: t('conversions.declinedTheConversionStaysAs'),
};

const requests = log(requestLog, {
  name: REQUESTS,
  title: t('common.conversionLogs'),
  purpose: t('conversions.whatAnAdvertiserOrA'),
  load: conversionRoutes.conversionRequests,
  columns: [
    { id: 'state', title: t('common.state'), words: stateWords, tones: stateTones },
    { id: 'at', title: t('common.asked') },
    {
      id: 'asked_by',
      title: t('conversions.by2'),
      words: { advertiser: t('common.advertiser'), checks: t('conversions.ourChecks') },
    },
    { id: 'wanted', title: t('conversions.wants'), kind: 'text', value: wantedText, opens: true },
    { id: 'status', title: t('conversions.isNow'), kind: 'text', value: (row) => words(row.status) },
    { id: 'payout', title: t('conversions.payoutNow'), mark: markOfRevenue },
    { id: 'revenue', title: t('conversions.revenueNow'), mark: markOfRevenue, hidden: true },
    {
      id: 'payable',
      title: t('conversions.payable'),
      kind: 'text',
      value: (row) =>
        row.lowers && row.state === 'open' ? t('conversions.notUntilAnswered') : t('conversions.asItIs'),
    },
    {
      id: 'reason',
      title: t('conversions.said'),
      kind: 'text',
      clip: true,
      value: ({ reason }) => saidByServer(reason),
    },
    { id: 'offer', title: t('common.offer'), clip: false },
    { id: 'publisher', title: t('common.publisher'), clip: false },
    { id: 'advertiser', title: t('common.advertiser'), clip: false },
    { id: 'txn_id', title: t('conversions.transactionId') },
    { id: 'decision_reason', title: t('conversions.answer'), clip: true },
    { id: 'decided_by', title: t('conversions.answeredBy'), hidden: true },
  ],
  nameOf: (row) => t('conversions.requestAbout', { name: row.offer.name }),
  filters: [wordFilter('state', t('common.state'), stateWords)],
  rowActions: [
    { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    decisionAction(accept),
    decisionAction(decline),
  ],
  details: RequestDrawer,
  detailsTitle: t('conversions.request'),
  empty: {
    title: t('conversions.noRequests'),
    text: t('conversions.whereAnAdvertiserSaysSomething'),
  },
  nothingFound: t('conversions.noRequestFitsTheseFilters'),
});

export default function ConversionRequests() {
  return <LogPage log={requests} intro={<PageTabs label={t('common.conversions')} tabs={conversionTabs} />} />;
}
