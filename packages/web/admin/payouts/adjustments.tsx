// Affiliate Billing › Adjustments: bonuses and deductions by hand. They are booked from a balance's row.
import { type AdjustmentRow, adjustmentLog, documentRoutes } from '@tributary/contract/billing/documents';
import { call } from '../../kit/api/api.ts';
import { decisionAction } from '../../kit/log-page/decision.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { loadChoices } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { calendarDay, money } from '../../ui/format.ts';
import { IconX } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { payoutTabs } from './words.ts';

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

const adjustments = log(adjustmentLog, {
  name: 'payout-adjustments',
  title: t('menu.affiliateBilling'),
  purpose: t('payouts.adjustmentsPurpose'),
  load: documentRoutes.adjustments,
  file: documentRoutes.exportAdjustments,
  nameOf: (row) => `${row.owner.name} ${calendarDay(row.day)}`,
  columns: [
    {
      id: 'day',
      title: t('payouts.day'),
      kind: 'text',
      value: (row: AdjustmentRow) => calendarDay(row.day),
      fixed: true,
    },
    { id: 'owner', title: t('common.publisher') },
    { id: 'amount', title: t('payouts.amount') },
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
      load: loadChoices('publisher'),
      nameIn: (row) => row.owner,
    },
  ],
  rowActions: [reverse],
  empty: { title: t('payouts.noAdjustments'), text: t('payouts.noAdjustmentsText') },
  nothingFound: t('payouts.noAdjustmentFits'),
});

export default function Adjustments() {
  return <LogPage log={adjustments} intro={<PageTabs label={t('menu.affiliateBilling')} tabs={payoutTabs} />} />;
}
