// One booked day of an offer's clicks or impressions: what it is made of, and its entries in the ledger.
import { Button, Group } from '@mantine/core';
import { type Lot, type LotDetails, lotRoutes } from '@tributary/contract/lots';
import { Link } from 'react-router';
import { call } from '../../kit/api.ts';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import classes from '../../kit/log-page/details.module.css';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import { calendarDay, count, dateTime, money } from '../../ui/format.ts';
import { IconPencil } from '../../ui/icons.ts';
import { Transfers } from '../conversions/transfers.tsx';
import { offerPath } from '../offers/offer-path.ts';
import { eventsText, LOTS, named } from './words.ts';

export function LotDrawer({ id, tools }: DetailsProps<Lot>) {
  return (
    <LoadedRecord of={[LOTS, id]} load={(context) => call(lotRoutes.lot, { params: { id } }, context)}>
      {(lot) => (
        <>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPencil size={14} aria-hidden />}
              onClick={() => tools.open('correct', lot)}
            >
              Correct
            </Button>
          </Group>
          <Amounts lot={lot} />
          <Section title="What it is made of">
            <Lines lot={lot} />
          </Section>
          {lot.transfers.length > 0 && (
            <Section title="Ledger">
              <Transfers transfers={lot.transfers} />
            </Section>
          )}
        </>
      )}
    </LoadedRecord>
  );
}

function Amounts({ lot }: { lot: LotDetails }) {
  const { currency, corrected_revenue: revenue, corrected_payout: payout } = lot;
  return (
    <Facts
      facts={[
        ['Day', calendarDay(lot.day)],
        ['Counted', eventsText(lot)],
        ['Revenue', money(lot.revenue, currency)],
        ['Payout', money(lot.payout, currency)],
        ['Of it corrections of revenue', revenue !== '0' && money(revenue, currency)],
        ['Of it corrections of payout', payout !== '0' && money(payout, currency)],
        [
          'Offer',
          <Link key="offer" to={offerPath(lot.offer.id)}>
            {named(lot.offer)}
          </Link>,
        ],
        ['Publisher', named(lot.publisher)],
        ['Advertiser', named(lot.advertiser)],
        ['Terms', `Version ${lot.terms_version}`],
        ['Booked', dateTime(lot.updated_at)],
      ]}
    />
  );
}

function Lines({ lot }: { lot: LotDetails }) {
  if (lot.lines === null) {
    return <p className={classes.saw}>Booked before prices were dated: only its sum is known.</p>;
  }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>Country</th>
          <th>Price in force from</th>
          <th data-right>Counted</th>
          <th data-right>Revenue</th>
          <th data-right>Payout</th>
        </tr>
      </thead>
      <tbody>
        {lot.lines.map((line) => (
          <tr key={`${line.country}/${line.from}`}>
            <td>{line.country === null ? 'Unknown' : nameOfCountry(line.country)}</td>
            <td>{line.from === null ? 'The beginning' : dateTime(line.from)}</td>
            <td data-right>{count(line.events)}</td>
            <td data-right>{money(line.revenue, lot.currency)}</td>
            <td data-right>{money(line.payout, lot.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
