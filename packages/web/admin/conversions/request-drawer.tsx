// One request: what is asked for, what is at stake, and the conversion and the call it is about.
import { conversionRoutes } from '@tributary/contract/conversions/conversions';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { Facts, LoadedRecord } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import { dateTime, money, words } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { saidByServer } from '../../words/said.ts';
import { named } from '../lots/words.ts';
import { offerPath } from '../offers/offer-path.ts';
import { conversionPath, REQUESTS, receiptPath } from './paths.ts';
import { type Request, stateTones, stateWords, wantedText } from './request-words.ts';

export function RequestDrawer({ id }: DetailsProps<Request>) {
  return (
    <LoadedRecord
      of={[REQUESTS, id]}
      load={(context) => call(conversionRoutes.conversionRequest, { params: { id } }, context)}
    >
      {(request) => (
        <>
          <div>
            <StatusBadge status={stateWords[request.state]} tone={stateTones[request.state]} />
          </div>
          <Facts facts={factsOf(request)} />
        </>
      )}
    </LoadedRecord>
  );
}

const factsOf = (request: Request): readonly (readonly [string, ReactNode, 'wide'?])[] => [
  [t('conversions.wants'), wantedText(request)],
  [t('conversions.isNow'), words(request.status)],
  [t('conversions.revenueNow'), money(request.revenue, request.currency)],
  [t('conversions.payoutNow'), money(request.payout, request.currency)],
  [
    t('conversions.payable'),
    request.lowers && request.state === 'open' ? t('conversions.notUntilAnswered') : t('conversions.asItIs'),
  ],
  [
    t('common.asked'),
    t(request.asked_by === 'advertiser' ? 'conversions.askedByAdvertiser' : 'conversions.askedByChecks', {
      at: dateTime(request.at),
    }),
  ],
  [t('conversions.said'), saidByServer(request.reason), 'wide'],
  [
    t('common.offer'),
    <Link key="offer" to={offerPath(request.offer.id)}>
      {named(request.offer)}
    </Link>,
  ],
  [t('common.publisher'), named(request.publisher)],
  [t('common.advertiser'), named(request.advertiser)],
  [t('conversions.transactionId'), request.txn_id],
  [
    t('common.conversion'),
    <Link key="conversion" to={conversionPath(request.conversion_id)}>
      {t('conversions.openTheConversion')}
    </Link>,
  ],
  [
    t('common.call'),
    request.receipt_id && (
      <Link key="receipt" to={receiptPath(request.receipt_id)}>
        {t('conversions.openThePostbackThatAsked')}
      </Link>
    ),
  ],
  [
    t('conversions.answered'),
    request.decided_at &&
      `${dateTime(request.decided_at)}${request.decided_by ? t('conversions.by', { decidedBy: request.decided_by }) : ''}`,
  ],
  [t('conversions.answer'), request.decision_reason, 'wide'],
];
