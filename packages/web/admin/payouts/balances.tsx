// Affiliate Billing › Balances: what publishers have earned and what a run would take now.
import { type BalanceRow, balanceList, documentRoutes } from '@tributary/contract/billing/documents';
import { billingTermsRoutes } from '@tributary/contract/billing/terms';
import { call } from '../../kit/api/api.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { resource } from '../../kit/resource/declaration.ts';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { calendarDay } from '../../ui/format.ts';
import { IconCalendar, IconPencil, IconReceipt2 } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { loadPayees } from '../billing/people.ts';
import { publisherTerms } from '../billing/terms-dialogs.ts';
import { BalanceDrawer } from './balance-drawer.tsx';
import { BalanceTotals } from './balance-totals.tsx';
import { BALANCES, formTones, formWords, payoutTabs } from './words.ts';

const adjust = formDialog<BalanceRow, { amount: string; reason: string }>({
  title: (row) => t('payouts.adjustOf', { name: row?.owner.name ?? '' }),
  form: (row) => ({
    fields: [
      {
        name: 'amount',
        label: t('payouts.amount'),
        help: t('payouts.amountHelp', { currency: row?.currency ?? '' }),
        kind: 'text',
        required: true,
      },
      { name: 'reason', label: t('common.reason'), kind: 'textarea', required: true },
    ],
    initial: { amount: '', reason: '' },
    schema: documentRoutes.addAdjustment.body.pick({ amount: true, reason: true }),
    submit: t('payouts.book'),
    busy: t('common.saving'),
  }),
  send: (values, row, context) =>
    call(
      documentRoutes.addAdjustment,
      { body: { ...values, owner_id: row?.owner.id ?? '', currency: row?.currency ?? '' } },
      context,
    ),
  success: t('payouts.adjusted'),
});

const balances = resource(balanceList, {
  name: BALANCES,
  title: t('menu.affiliateBilling'),
  countText: (total) => t('payouts.accounts', { count: total }),
  load: documentRoutes.billingBalances,
  file: documentRoutes.exportBillingBalances,
  nameOf: (row) => `${row.owner.name} ${row.currency}`,
  searchPlaceholder: t('payouts.searchAccounts'),
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
  columns: [
    { id: 'owner', title: t('common.publisher'), fixed: true, opens: true },
    { id: 'pending', title: t('common.pending'), opens: 'pending' },
    { id: 'approved', title: t('common.approved'), opens: 'unclaimed' },
    { id: 'hold', title: t('common.hold'), opens: 'held' },
    { id: 'disputed', title: t('payouts.disputed'), opens: 'disputed' },
    { id: 'available', title: t('payouts.available'), opens: 'available' },
    { id: 'billed', title: t('payouts.inDocuments'), opens: 'claimed', hidden: true },
    {
      id: 'next_due',
      title: t('payouts.nextDue'),
      kind: 'text',
      value: (row: BalanceRow) => calendarDay(row.next_due),
    },
    { id: 'method', title: t('payouts.method') },
    { id: 'form', title: t('payouts.form'), words: formWords, tones: formTones },
  ],
  rowActions: [
    {
      label: t('payouts.entries'),
      calls: null,
      icon: IconReceipt2,
      when: () => true,
      run: (row, { show }) => show(row),
    },
    {
      label: t('payouts.terms'),
      calls: billingTermsRoutes.savePublisherTerms,
      icon: IconCalendar,
      when: () => true,
      run: (row, { open }) => open('terms', row),
    },
    {
      label: t('payouts.adjust'),
      calls: documentRoutes.addAdjustment,
      icon: IconPencil,
      when: () => true,
      run: (row, { open }) => open('adjust', row),
    },
  ],
  dialogs: { adjust, terms: publisherTerms },
  details: BalanceDrawer,
  detailsTitle: t('payouts.account'),
  texts: {
    loading: t('payouts.loadingBalances'),
    emptyTitle: t('payouts.noBalances'),
    emptyText: t('payouts.noBalancesText'),
  },
});

export default function Balances() {
  return (
    <ResourcePage
      list={balances}
      intro={
        <>
          <PageTabs label={t('menu.affiliateBilling')} tabs={payoutTabs} />
          <BalanceTotals />
        </>
      }
    />
  );
}
