// One conversion: what it is worth and why, what was checked in which order, what the ledger and the trail hold of it.
import { Group } from '@mantine/core';
import {
  type ConversionDetails,
  type ConversionRow,
  conversionRoutes,
} from '@tributary/contract/conversions/conversions';
import { capActions } from '@tributary/contract/offers/offer-terms';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { Facts, LoadedRecord, Section, Trace, Values } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { MarkedAmount, markOfPayout, markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { dateTime, duration, money } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { said, saidByServer } from '../../words/said.ts';
import { offerPath } from '../offers/offer-path.ts';
import { conversionActions } from './actions.ts';
import { deviceText, kindWords } from './columns.ts';
import { History } from './history.tsx';
import { CONVERSIONS, deliveriesPath, receiptPath } from './paths.ts';
import { Transfers } from './transfers.tsx';

export function ConversionDrawer({ id, tools }: DetailsProps<ConversionRow>) {
  return (
    <LoadedRecord
      of={[CONVERSIONS, id]}
      load={(context) => call(conversionRoutes.conversion, { params: { id } }, context)}
    >
      {(conversion) => (
        <>
          <Group gap="xs">
            <StatusBadge status={conversion.status} />
            <VerbButtons row={conversion} actions={conversionActions} tools={tools} />
          </Group>
          <Amounts conversion={conversion} />
          <Section title={t('common.whatWasChecked')}>
            <Trace steps={conversion.trace} />
          </Section>
          <Origin conversion={conversion} />
          {conversion.transfers.length > 0 && (
            <Section title={t('common.ledger')}>
              <Transfers transfers={conversion.transfers} />
            </Section>
          )}
          {conversion.history.length > 0 && (
            <Section title={t('common.history')}>
              <History history={conversion.history} currency={conversion.currency} />
            </Section>
          )}
        </>
      )}
    </LoadedRecord>
  );
}

interface PartProps {
  conversion: ConversionDetails;
}

function Amounts({ conversion }: PartProps) {
  const { currency, sale_amount, sale_currency, sale_rate, home_currency, home_rate, cap } = conversion;
  const otherCurrency = sale_currency !== null && sale_currency !== currency;
  return (
    <Facts
      facts={[
        [
          t('common.revenue'),
          <MarkedAmount key="revenue" mark={markOfRevenue(conversion)}>
            {money(conversion.revenue, currency)}
          </MarkedAmount>,
        ],
        [
          t('common.payout'),
          <MarkedAmount key="payout" mark={markOfPayout(conversion)}>
            {money(conversion.payout, currency)}
          </MarkedAmount>,
        ],
        [t('common.reason'), conversion.reason && saidByServer(conversion.reason), 'wide'],
        [t('conversions.onHoldUntil'), conversion.hold_until && dateTime(conversion.hold_until)],
        [t('conversions.sale'), sale_amount && sale_currency && money(sale_amount, sale_currency)],
        [t('conversions.rateOfTheSale'), otherCurrency && sale_rate && `1 ${sale_currency} = ${sale_rate} ${currency}`],
        [t('common.rate'), currency !== home_currency && home_rate && `1 ${currency} = ${home_rate} ${home_currency}`],
        [
          t('common.payoutRule'),
          conversion.payout_rule === null
            ? t('conversions.theGoalsOwnAmounts')
            : t('conversions.rule', { payoutRule: conversion.payout_rule }),
        ],
        [t('conversions.capMet'), cap && said(capActions[cap.action])],
        [t('common.note'), conversion.note, 'wide'],
      ]}
    />
  );
}

function Origin({ conversion }: PartProps) {
  const { offer, publisher, advertiser, goal, click_params, params, receipt_id } = conversion;
  return (
    <>
      <Section title={t('conversions.whereItCameFrom')}>
        <Facts
          facts={[
            [t('common.offer'), <Link key="offer" to={offerPath(offer.id)}>{`${offer.name} (${offer.number})`}</Link>],
            [t('common.goal'), conversion.goal_token ? `${goal.name} (${conversion.goal_token})` : goal.name],
            [t('common.publisher'), `${publisher.name} (${publisher.number})`],
            [t('common.advertiser'), `${advertiser.name} (${advertiser.number})`],
            [t('conversions.conversionTime'), dateTime(conversion.at)],
            [t('conversions.clickTime'), conversion.click_at && dateTime(conversion.click_at)],
            [t('conversions.clickToConversion'), conversion.ctit !== null && duration(conversion.ctit)],
            [t('common.cameBy'), kindWords[conversion.kind]],
            [t('common.transactionId'), conversion.txn_id],
            [t('common.source'), conversion.source],
            [t('common.clickId'), conversion.click_id, 'wide'],
            [t('conversions.ipAddress'), conversion.ip],
            [t('common.country'), conversion.country && nameOfCountry(conversion.country.toLowerCase())],
            [t('conversions.regionAndCity'), [conversion.region, conversion.city].filter(Boolean).join(', ')],
            [t('conversions.device'), deviceText(conversion)],
            [t('common.userAgent'), conversion.user_agent, 'wide'],
            [t('common.referrer'), conversion.referer, 'wide'],
            [
              t('conversions.clickRow'),
              !conversion.click_seen && conversion.click_id && t('conversions.hasNotArrivedYet'),
            ],
            [t('common.conversionId'), conversion.id, 'wide'],
            [
              t('conversions.postbackAsReceived'),
              receipt_id && (
                <Link key="receipt" to={receiptPath(receipt_id)}>
                  {t('conversions.openInAdvertiserPostbackLogs')}
                </Link>
              ),
            ],
            [
              t('conversions.postbacksSent'),
              <Link key="sent" to={deliveriesPath(conversion.id)}>
                {t('conversions.openInAffiliatePostbackLogs')}
              </Link>,
            ],
          ]}
        />
      </Section>
      {Object.keys(click_params).length > 0 && (
        <Section title={t('conversions.whatThePublisherPutOn')}>
          <Values values={click_params} />
        </Section>
      )}
      {Object.keys(params).length > 0 && (
        <Section title={t('conversions.whatTheAdvertiserSent')}>
          <Values values={params} />
        </Section>
      )}
    </>
  );
}
