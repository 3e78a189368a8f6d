// Advertisers Billing: who owes what, has paid in what, and how much of its credit is used.
import { Anchor, Table } from '@mantine/core';
import {
  type AdvertiserAccount,
  type AdvertiserBalance,
  advertiserBalanceList,
  advertiserBillingRoutes as routes,
} from '@tributary/contract/billing/advertisers';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { type DetailsProps, resource } from '../../kit/resource/declaration.ts';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { count, dateTime, money, percent } from '../../ui/format.ts';
import { IconCoin, IconEye, IconPencil, IconShieldCheck } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { TermsDialog } from './terms-dialog.tsx';
import { BALANCES, billingTabs, newKey, openedKey, standingTones, standingWords, today } from './words.ts';

const usedText = ({ used }: AdvertiserBalance): string | null => (used === null ? null : percent(used / 100));

function Account({ account }: { account: AdvertiserAccount }) {
  const home = (amount: string) => money(amount, account.currency);
  return (
    <>
      <StatusBadge status={standingWords[account.standing]} tone={standingTones[account.standing]} />
      <Facts
        facts={[
          [t('advertiserBilling.exposure'), home(account.exposure)],
          [t('advertiserBilling.limit'), account.limit === null ? standingWords.unlimited : home(account.limit)],
          [t('advertiserBilling.used'), usedText(account)],
          [t('advertiserBilling.stoppedSince'), account.stopped_at && dateTime(account.stopped_at)],
          [t('advertiserBilling.overshoot'), account.overshoot === '0' ? null : home(account.overshoot)],
          [t('advertiserBilling.waitingConversions'), account.waiting === 0 ? null : count(account.waiting)],
          [t('advertiserBilling.overdue'), account.overdue_count === 0 ? null : home(account.overdue)],
          [
            t('advertiserBilling.terms'),
            account.net_days === null ? null : t('advertiserBilling.netDays', { count: account.net_days }),
          ],
          [t('advertiserBilling.po'), account.po_number],
          [t('advertiserBilling.withoutRate'), account.unrated.join(', '), 'wide'],
        ]}
      />
      <Section title={t('advertiserBilling.byCurrency')}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('advertiserBilling.currency')}</Table.Th>
              <Table.Th ta="end">{t('advertiserBilling.receivable')}</Table.Th>
              <Table.Th ta="end">{t('common.pending')}</Table.Th>
              <Table.Th ta="end">{t('advertiserBilling.prepaid')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {account.currencies.map(({ currency, receivable, pending, prepaid }) => (
              <Table.Tr key={currency}>
                <Table.Td>{currency}</Table.Td>
                <Table.Td ta="end">{money(receivable, currency)}</Table.Td>
                <Table.Td ta="end">{money(pending, currency)}</Table.Td>
                <Table.Td ta="end">{money(prepaid, currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Section>
      <Anchor component={Link} to={`/am/advertisers/${account.id}/statement`}>
        {t('advertiserBilling.everyEntry')}
      </Anchor>
      <Anchor component={Link} to={`/am/advertisers/billing/invoices?advertiser_id=${account.id}`}>
        {t('advertiserBilling.itsInvoices')}
      </Anchor>
      <Anchor component={Link} to={`/am/advertisers/billing/deposits?advertiser_id=${account.id}`}>
        {t('advertiserBilling.itsDeposits')}
      </Anchor>
    </>
  );
}

const Drawer = ({ id }: DetailsProps<AdvertiserBalance>) => (
  <LoadedRecord of={[BALANCES, id]} load={(context) => call(routes.advertiserAccount, { params: { id } }, context)}>
    {(account) => <Account account={account} />}
  </LoadedRecord>
);

interface DepositValues {
  advertiser_id: string;
  currency: string;
  amount: string;
  received_on: string;
  reference: string;
  note: string;
  allocate: 'oldest' | 'none';
}

const deposit = formDialog<AdvertiserBalance, DepositValues>({
  title: (row) => t('advertiserBilling.depositOf', { name: row?.advertiser.name ?? '' }),
  form: (row) => {
    return {
      fields: [
        { name: 'amount', label: t('advertiserBilling.amount'), kind: 'text', required: true, half: true },
        { name: 'currency', label: t('advertiserBilling.currency'), kind: 'text', required: true, half: true },
        { name: 'received_on', label: t('advertiserBilling.receivedOn'), kind: 'date', required: true, half: true },
        { name: 'reference', label: t('advertiserBilling.reference'), kind: 'text', half: true },
        {
          name: 'allocate',
          label: t('advertiserBilling.whatItPays'),
          kind: 'select',
          options: [
            { value: 'oldest', label: t('advertiserBilling.payByItself') },
            { value: 'none', label: t('advertiserBilling.keepPrepaid') },
          ],
        },
        { name: 'note', label: t('advertiserBilling.note'), kind: 'textarea' },
      ],
      initial: {
        advertiser_id: row?.id ?? '',
        currency: row?.currency ?? '',
        amount: '',
        received_on: today(),
        reference: '',
        note: '',
        allocate: 'oldest',
      },
      schema: routes.recordDeposit.body,
      submit: t('advertiserBilling.recordDeposit'),
      busy: t('common.saving'),
    };
  },
  send: (body, _row, context) => call(routes.recordDeposit, { body }, { ...context, idempotencyKey: openedKey() }),
  success: t('advertiserBilling.depositRecorded'),
});

const limit = formDialog<AdvertiserBalance, { limit: string; reason: string; version: number }>({
  title: (row) => t('advertiserBilling.limitOf', { name: row?.advertiser.name ?? '' }),
  form: (row) => ({
    fields: [
      {
        name: 'limit',
        label: t('advertiserBilling.limitIn', { currency: row?.currency ?? '' }),
        kind: 'text',
        help: t('advertiserBilling.limitHelp'),
      },
      { name: 'reason', label: t('common.reason'), kind: 'textarea', required: true },
    ],
    initial: { limit: row?.limit ?? '', reason: '', version: row?.version ?? 0 },
    submit: t('advertiserBilling.setLimit'),
    busy: t('common.saving'),
  }),
  send: (values, row, context) =>
    call(
      routes.setCreditLimit,
      { params: { id: row?.id ?? '' }, body: { ...values, limit: values.limit.trim() === '' ? null : values.limit } },
      context,
    ),
  success: t('advertiserBilling.limitSet'),
});

const balances = resource(advertiserBalanceList, {
  name: BALANCES,
  title: t('menu.advertisersBilling'),
  countText: (total) => t('advertiserBilling.advertisersCount', { count: total }),
  load: routes.advertiserBalances,
  file: routes.exportAdvertiserBalances,
  columns: [
    { id: 'advertiser', title: t('common.advertiser'), fixed: true, opens: true },
    { id: 'standing', title: t('advertiserBilling.credit'), words: standingWords, tones: standingTones },
    { id: 'receivable', title: t('advertiserBilling.receivable') },
    { id: 'pending', title: t('common.pending') },
    { id: 'prepaid', title: t('advertiserBilling.prepaid') },
    { id: 'exposure', title: t('advertiserBilling.exposure') },
    { id: 'limit', title: t('advertiserBilling.limit') },
    { id: 'used', title: t('advertiserBilling.used'), kind: 'text', value: usedText },
    { id: 'overshoot', title: t('advertiserBilling.overshoot'), hidden: true },
    { id: 'overdue', title: t('advertiserBilling.overdue') },
  ],
  nameOf: ({ advertiser }) => advertiser.name,
  searchPlaceholder: t('advertiserBilling.searchAdvertisers'),
  filters: [
    {
      kind: 'choices',
      name: 'standing',
      label: t('advertiserBilling.credit'),
      options: Object.entries(standingWords).map(([value, label]) => ({ value, label })),
    },
    { kind: 'flag', name: 'overdue', label: t('advertiserBilling.onlyOverdue') },
  ],
  rowActions: [
    { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    {
      label: t('advertiserBilling.recordDeposit'),
      calls: routes.recordDeposit,
      icon: IconCoin,
      when: () => true,
      run: (row, { open }) => {
        newKey();
        open('deposit', row);
      },
    },
    {
      label: t('advertiserBilling.setLimit'),
      calls: routes.setCreditLimit,
      icon: IconShieldCheck,
      when: () => true,
      run: (row, { open }) => open('limit', row),
    },
    {
      label: t('advertiserBilling.termsAndPo'),
      calls: routes.setAdvertiserTerms,
      icon: IconPencil,
      when: () => true,
      run: (row, { open }) => open('terms', row),
    },
  ],
  dialogs: { deposit, limit, terms: (props) => <TermsDialog {...props} /> },
  details: Drawer,
  detailsTitle: t('advertiserBilling.account'),
  defaultSort: '-exposure',
  texts: {
    loading: t('advertiserBilling.loading'),
    emptyTitle: t('advertiserBilling.noAdvertisers'),
    emptyText: t('advertiserBilling.noAdvertisersText'),
  },
});

export default function Balances() {
  return <ResourcePage list={balances} intro={<PageTabs label={t('menu.advertisersBilling')} tabs={billingTabs} />} />;
}
