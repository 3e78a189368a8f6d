// One request: what is asked for, what is at stake, and the conversion and the call it is about.
import { conversionRoutes } from '@tributary/contract/conversions';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/api.ts';
import { Facts, LoadedRecord } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import { dateTime, money, words } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
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
  ['Wants', wantedText(request)],
  ['Is now', words(request.status)],
  ['Revenue now', money(request.revenue, request.currency)],
  ['Payout now', money(request.payout, request.currency)],
  ['Payable', request.lowers && request.state === 'open' ? 'Not until answered' : 'As it is'],
  ['Asked', `${dateTime(request.at)}, by ${request.asked_by === 'advertiser' ? 'the advertiser' : 'our checks'}`],
  ['Said', request.reason, 'wide'],
  [
    'Offer',
    <Link key="offer" to={offerPath(request.offer.id)}>
      {named(request.offer)}
    </Link>,
  ],
  ['Publisher', named(request.publisher)],
  ['Advertiser', named(request.advertiser)],
  ['Transaction ID', request.txn_id],
  [
    'Conversion',
    <Link key="conversion" to={conversionPath(request.conversion_id)}>
      Open the conversion
    </Link>,
  ],
  [
    'Call',
    request.receipt_id && (
      <Link key="receipt" to={receiptPath(request.receipt_id)}>
        Open the postback that asked
      </Link>
    ),
  ],
  [
    'Answered',
    request.decided_at && `${dateTime(request.decided_at)}${request.decided_by ? `, by ${request.decided_by}` : ''}`,
  ],
  ['Answer', request.decision_reason, 'wide'],
];
