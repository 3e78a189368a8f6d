// One conversion: what it is worth and why, what was checked in which order, what the ledger and the trail hold of it.
import { Button, Group } from '@mantine/core';
import { type ConversionDetails, type ConversionRow, conversionRoutes } from '@tributary/contract/conversions';
import { capActions } from '@tributary/contract/offer-terms';
import { Link } from 'react-router';
import { call } from '../../kit/api.ts';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { Facts, LoadedRecord, Section, Trace, Values } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import type { Tools } from '../../kit/resource/declaration.ts';
import { MarkedAmount, markOfPayout, markOfRevenue } from '../../kit/table/marked-amount.tsx';
import { dateTime, duration, money } from '../../ui/format.ts';
import { IconNote, IconPencil, IconSend } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { offerPath } from '../offers/offer-path.ts';
import { deviceText, kindWords } from './columns.ts';
import { decide, verbs } from './decide.ts';
import { History } from './history.tsx';
import { CONVERSIONS, deliveriesPath, receiptPath } from './paths.ts';
import { resend } from './resend.ts';
import { Transfers } from './transfers.tsx';

export function ConversionDrawer({ id, tools }: DetailsProps<ConversionRow>) {
  return (
    <LoadedRecord
      of={[CONVERSIONS, id]}
      load={(context) => call(conversionRoutes.conversion, { params: { id } }, context)}
    >
      {(conversion) => (
        <>
          <Actions conversion={conversion} tools={tools} />
          <Amounts conversion={conversion} />
          <Section title="What was checked">
            <Trace steps={conversion.trace} />
          </Section>
          <Origin conversion={conversion} />
          {conversion.transfers.length > 0 && (
            <Section title="Ledger">
              <Transfers transfers={conversion.transfers} />
            </Section>
          )}
          {conversion.history.length > 0 && (
            <Section title="History">
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

function Actions({ conversion, tools }: PartProps & { tools: Tools<ConversionRow> }) {
  const { session, reload, open } = tools;
  return (
    <Group gap="xs">
      <StatusBadge status={conversion.status} />
      {(['approved', 'rejected', 'pending'] as const)
        .filter((status) => status !== conversion.status)
        .map((status) => {
          const { verb, icon: Icon } = verbs[status];
          return (
            <Button
              key={status}
              size="xs"
              variant="default"
              leftSection={<Icon size={14} aria-hidden />}
              onClick={async () => {
                if (await decide([conversion], status, session)) await reload();
              }}
            >
              {verb}
            </Button>
          );
        })}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPencil size={14} aria-hidden />}
        onClick={() => open('amounts', conversion)}
      >
        Edit amounts
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconSend size={14} aria-hidden />}
        onClick={() => void resend(conversion, tools)}
      >
        Resend postback
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconNote size={14} aria-hidden />}
        onClick={() => open('note', conversion)}
      >
        Note
      </Button>
    </Group>
  );
}

function Amounts({ conversion }: PartProps) {
  const { currency, sale_amount, sale_currency, sale_rate, home_currency, home_rate, cap } = conversion;
  const otherCurrency = sale_currency !== null && sale_currency !== currency;
  return (
    <Facts
      facts={[
        [
          'Revenue',
          <MarkedAmount key="revenue" mark={markOfRevenue(conversion)}>
            {money(conversion.revenue, currency)}
          </MarkedAmount>,
        ],
        [
          'Payout',
          <MarkedAmount key="payout" mark={markOfPayout(conversion)}>
            {money(conversion.payout, currency)}
          </MarkedAmount>,
        ],
        ['Reason', conversion.reason, 'wide'],
        ['On hold until', conversion.hold_until && dateTime(conversion.hold_until)],
        ['Sale', sale_amount && sale_currency && money(sale_amount, sale_currency)],
        ['Rate of the sale', otherCurrency && sale_rate && `1 ${sale_currency} = ${sale_rate} ${currency}`],
        ['Rate', currency !== home_currency && home_rate && `1 ${currency} = ${home_rate} ${home_currency}`],
        ['Payout rule', conversion.payout_rule === null ? 'The goal’s own amounts' : `Rule ${conversion.payout_rule}`],
        ['Cap met', cap && capActions[cap.action]],
        ['Note', conversion.note, 'wide'],
      ]}
    />
  );
}

function Origin({ conversion }: PartProps) {
  const { offer, publisher, advertiser, goal, click_params, params, receipt_id } = conversion;
  return (
    <>
      <Section title="Where it came from">
        <Facts
          facts={[
            ['Offer', <Link key="offer" to={offerPath(offer.id)}>{`${offer.name} (${offer.number})`}</Link>],
            ['Goal', conversion.goal_token ? `${goal.name} (${conversion.goal_token})` : goal.name],
            ['Publisher', `${publisher.name} (${publisher.number})`],
            ['Advertiser', `${advertiser.name} (${advertiser.number})`],
            ['Conversion time', dateTime(conversion.at)],
            ['Click time', conversion.click_at && dateTime(conversion.click_at)],
            ['Click to conversion', conversion.ctit !== null && duration(conversion.ctit)],
            ['Came by', kindWords[conversion.kind]],
            ['Transaction id', conversion.txn_id],
            ['Source', conversion.source],
            ['Click id', conversion.click_id, 'wide'],
            ['IP address', conversion.ip],
            ['Country', conversion.country && nameOfCountry(conversion.country.toLowerCase())],
            ['Region and city', [conversion.region, conversion.city].filter(Boolean).join(', ')],
            ['Device', deviceText(conversion)],
            ['User agent', conversion.user_agent, 'wide'],
            ['Referrer', conversion.referer, 'wide'],
            ['Click row', !conversion.click_seen && conversion.click_id && 'Has not arrived yet'],
            ['Conversion id', conversion.id, 'wide'],
            [
              'Postback as received',
              receipt_id && (
                <Link key="receipt" to={receiptPath(receipt_id)}>
                  Open in Advertiser Postback Logs
                </Link>
              ),
            ],
            [
              'Postbacks sent',
              <Link key="sent" to={deliveriesPath(conversion.id)}>
                Open in Affiliate Postback Logs
              </Link>,
            ],
          ]}
        />
      </Section>
      {Object.keys(click_params).length > 0 && (
        <Section title="What the publisher put on the click">
          <Values values={click_params} />
        </Section>
      )}
      {Object.keys(params).length > 0 && (
        <Section title="What the advertiser sent">
          <Values values={params} />
        </Section>
      )}
    </>
  );
}
