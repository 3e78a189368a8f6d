// One booked day of an offer's clicks or impressions: what it is made of, and its entries in the ledger.
import { Group } from '@mantine/core';
import { type Lot, type LotDetails, lotRoutes } from '@tributary/contract/conversions/lots';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import classes from '../../kit/log-page/details.module.css';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { calendarDay, count, dateTime, money } from '../../ui/format.ts';
import { IconPencil } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { Transfers } from '../conversions/transfers.tsx';
import { offerPath } from '../offers/offer-path.ts';
import { eventsText, LOTS, named } from './words.ts';

export const correctLot: RowAction<Lot> = {
  label: t('common.correct'),
  calls: lotRoutes.correctLot,
  icon: IconPencil,
  when: () => true,
  run: (row, { open }) => open('correct', row),
};

export function LotDrawer({ id, tools }: DetailsProps<Lot>) {
  return (
    <LoadedRecord of={[LOTS, id]} load={(context) => call(lotRoutes.lot, { params: { id } }, context)}>
      {(lot) => (
        <>
          <Group gap="xs">
            <VerbButtons row={lot} actions={[correctLot]} tools={tools} />
          </Group>
          <Amounts lot={lot} />
          <Section title={t('lots.whatItIsMadeOf')}>
            <Lines lot={lot} />
          </Section>
          {lot.transfers.length > 0 && (
            <Section title={t('common.ledger')}>
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
        [t('lots.day'), calendarDay(lot.day)],
        [t('common.counted'), eventsText(lot)],
        [t('common.revenue'), money(lot.revenue, currency)],
        [t('common.payout'), money(lot.payout, currency)],
        [t('lots.ofItCorrectionsOfRevenue'), revenue !== '0' && money(revenue, currency)],
        [t('lots.ofItCorrectionsOfPayout'), payout !== '0' && money(payout, currency)],
        [
          t('common.offer'),
          <Link key="offer" to={offerPath(lot.offer.id)}>
            {named(lot.offer)}
          </Link>,
        ],
        [t('common.publisher'), named(lot.publisher)],
        [t('common.advertiser'), named(lot.advertiser)],
        [t('common.terms'), t('lots.version', { termsVersion: lot.terms_version })],
        [t('lots.booked'), dateTime(lot.updated_at)],
      ]}
    />
  );
}

function Lines({ lot }: { lot: LotDetails }) {
  if (lot.lines === null) {
    return <p className={classes.saw}>{t('lots.bookedBeforePricesWereDated')}</p>;
  }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>{t('common.country')}</th>
          <th>{t('lots.priceInForceFrom')}</th>
          <th data-right>{t('common.counted')}</th>
          <th data-right>{t('common.revenue')}</th>
          <th data-right>{t('common.payout')}</th>
        </tr>
      </thead>
      <tbody>
        {lot.lines.map((line) => (
          <tr key={`${line.country}/${line.from}`}>
            <td>{line.country === null ? t('lots.unknown') : nameOfCountry(line.country)}</td>
            <td>{line.from === null ? t('common.theBeginning') : dateTime(line.from)}</td>
            <td data-right>{count(line.events)}</td>
            <td data-right>{money(line.revenue, lot.currency)}</td>
            <td data-right>{money(line.payout, lot.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
