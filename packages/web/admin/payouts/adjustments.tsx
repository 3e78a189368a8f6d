// Affiliate Billing › Adjustments: bonuses and deductions by hand. They are booked from a balance's row.
import { Anchor, Group } from '@mantine/core';
import { type AdjustmentRow, adjustmentLog, documentRoutes } from '@tributary/contract/billing/documents';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { decisionAction } from '../../kit/log-page/decision.ts';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { type DetailsProps, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { calendarDay, dateTime, money } from '../../ui/format.ts';
import { IconEye, IconX } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { loadPayees } from '../billing/people.ts';
import { EntryTable } from './entry-table.tsx';
import { payoutTabs } from './words.ts';

const ADJUSTMENTS = 'payout-adjustments';

const reverse = decisionAction<AdjustmentRow>({
  label: t('payouts.takeBack'),
  calls: documentRoutes.reverseAdjustment,
  icon: IconX,
  danger: true,
  when: (row) => row.reverses === null && !row.is_reversed,
  title: () => t('payouts.takeBackAsk'),
  text: (row) => t('payouts.takeBackText', { amount: money(row.amount, row.currency), name: row.owner.name }),
  usual: [t('payouts.bookedTwice'), t('payouts.wrongAccount')],
  send: async ({ id }, reason, session) => {
    await call(documentRoutes.reverseAdjustment, { params: { id }, body: { reason } }, { session });
    return undefined;
  },
  done: t('payouts.takenBack'),
});

const AdjustmentDrawer = ({ id, tools }: DetailsProps<AdjustmentRow>) => (
  <LoadedRecord of={[ADJUSTMENTS, id]} load={(context) => call(documentRoutes.adjustment, { params: { id } }, context)}>
    {(row) => (
      <>
        <Group gap="xs">
          <VerbButtons row={row} actions={[reverse]} tools={tools} />
        </Group>
        <Facts
          facts={[
            [t('common.publisher'), `${row.owner.name} (${row.owner.number})`],
            [t('payouts.amount'), money(row.amount, row.currency)],
            [t('payouts.day'), calendarDay(row.day)],
            [t('payouts.by'), row.made_by],
            [t('common.created'), dateTime(row.created_at)],
            [
              t('payouts.document'),
              row.document && (
                <Anchor component={Link} to={`/am/affiliates/billing/documents?record=${row.document.id}`}>
                  {row.document.number ?? t('payouts.draft')}
                </Anchor>
              ),
            ],
            [t('common.reason'), row.reason, 'wide'],
          ]}
        />
        <Section title={t('payouts.entries')}>
          <EntryTable
            of={`${row.id}.${row.is_reversed}`}
            load={(page, context) =>
              call(entryRoutes.publisherEntries, { query: { owner: row.owner.id, subject: row.id, ...page } }, context)
            }
          />
        </Section>
      </>
    )}
  </LoadedRecord>
);

const adjustments = log(adjustmentLog, {
  name: ADJUSTMENTS,
  title: t('menu.affiliateBilling'),
  purpose: t('payouts.adjustmentsPurpose'),
  load: documentRoutes.adjustments,
  file: documentRoutes.exportAdjustments,
  searchPlaceholder: t('payouts.searchAdjustments'),
  nameOf: (row) => `${row.owner.name} ${calendarDay(row.day)}`,
  columns: [
    {
      id: 'day',
      title: t('payouts.day'),
      kind: 'text',
      value: (row: AdjustmentRow) => calendarDay(row.day),
      fixed: true,
      opens: true,
    },
    { id: 'owner', title: t('common.publisher') },
    { id: 'amount', title: t('payouts.amount'), opens: true },
    { id: 'reason', title: t('common.reason'), clip: true },
    { id: 'made_by', title: t('payouts.by') },
    { id: 'document', title: t('payouts.document') },
    { id: 'created_at', title: t('common.created') },
  ],
  filters: [
    {
      kind: 'found',
      name: 'owner',
      label: t('common.publisher'),
      of: 'publisher',
      load: loadPayees,
      nameIn: (row) => row.owner,
    },
  ],
  rowActions: [
    { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    reverse,
  ],
  details: AdjustmentDrawer,
  detailsTitle: t('payouts.adjustment'),
  empty: { title: t('payouts.noAdjustments'), text: t('payouts.noAdjustmentsText') },
  nothingFound: t('payouts.noAdjustmentFits'),
});

export default function Adjustments() {
  return <LogPage log={adjustments} intro={<PageTabs label={t('menu.affiliateBilling')} tabs={payoutTabs} />} />;
}
