// The entries behind a figure: what each is for, where it stands, and why it is not further.
import { Anchor, Select, Text } from '@mantine/core';
import {
  type RevenueAsked,
  type RevenueEntry,
  type RevenueRow,
  revenueAsked,
  revenueRoutes,
} from '@tributary/contract/billing/revenue';
import { useState } from 'react';
import { Link } from 'react-router';
import { conversionPlace, documentPlace } from '../../features/documents/own-places.ts';
import { SumOfRows } from '../../features/documents/sum-of-rows.tsx';
import { call } from '../../kit/api/api.ts';
import classes from '../../kit/log-page/details.module.css';
import { Section } from '../../kit/log-page/details.tsx';
import { PagedRows } from '../../kit/log-page/paged-rows.tsx';
import type { DetailsProps } from '../../kit/resource/declaration.ts';
import { reasonText } from '../../kit/statement/reason-text.ts';
import { calendarDay, dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/publisher.ts';
import { askedReasons, askedWords, kindWords, stageWords } from './words.ts';

const EVERY = 'all';
const stageIn = (word: string): RevenueAsked | undefined => revenueAsked.find((one) => one === word);

export function RevenueDrawer({ id }: DetailsProps<RevenueRow>) {
  const [row = '', part = EVERY] = id.split(':');
  const [chosen, setChosen] = useState({ id, part });
  const stage = chosen.id === id ? chosen.part : part;
  const asked = stageIn(stage);
  const currency = row.slice(-3);
  const query = {
    ...(row.startsWith('all.') ? { currency } : { of: row }),
    ...(asked ? { stage: asked } : {}),
  };
  return (
    <>
      <Select
        label={t('revenue.show')}
        mb="md"
        allowDeselect={false}
        value={asked ?? EVERY}
        onChange={(next) => setChosen({ id, part: next ?? EVERY })}
        data={[
          { value: EVERY, label: t('revenue.every') },
          ...revenueAsked.map((value) => ({ value, label: askedWords[value] })),
        ]}
      />
      <Section title={t('revenue.entries')}>
        {asked && <Text c="dimmed">{askedReasons[asked]}</Text>}
        <PagedRows
          of={['revenue-entries', `${row}.${stage}`]}
          load={(page, context) => call(revenueRoutes.ownRevenueEntries, { query: { ...query, ...page } }, context)}
        >
          {(rows: RevenueEntry[], { hidden }) => (
            <>
              {rows.length === 0 && hidden === '0' && <p className={classes.saw}>{t('revenue.noEntries')}</p>}
              {rows.length > 0 && <Entries rows={rows} />}
              {hidden !== '0' && <p>{t('revenue.ofHidden', { amount: money(hidden, currency) })}</p>}
            </>
          )}
        </PagedRows>
        <p>
          <Anchor component={Link} to="/publisher/reports/conversions?status=rejected">
            {t('revenue.rejected')}
          </Anchor>
        </p>
      </Section>
    </>
  );
}

/** why it is not further than it is */
function Standing({ entry }: { entry: RevenueEntry }) {
  if (entry.stage === 'hold' && entry.until !== null) return t('revenue.until', { until: dateTime(entry.until) });
  if (!entry.document) return stageWords[entry.stage];
  return (
    <Anchor component={Link} to={documentPlace('publisher', entry.document.id)}>
      {entry.document.number || stageWords[entry.stage]}
    </Anchor>
  );
}

const nameOf = (entry: RevenueEntry): string => entry.offer?.name ?? kindWords[entry.kind];

const Entries = ({ rows }: { rows: readonly RevenueEntry[] }) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th>{t('revenue.day')}</th>
        <th>{t('revenue.what')}</th>
        <th>{t('common.state')}</th>
        <th data-right>{t('revenue.amount')}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((entry) => (
        <tr key={entry.id}>
          <td>{calendarDay(entry.day)}</td>
          <td>
            {entry.conversion === null ? (
              nameOf(entry)
            ) : (
              <Anchor component={Link} to={conversionPlace('publisher', entry.conversion)}>
                {nameOf(entry)}
              </Anchor>
            )}
            <span className={classes.saw}>{reasonText(entry.reason)}</span>
          </td>
          <td>
            <Standing entry={entry} />
          </td>
          <td data-right>{money(entry.amount, entry.currency)}</td>
        </tr>
      ))}
    </tbody>
    <SumOfRows rows={rows} columns={3} />
  </table>
);
