// Advertisers Billing: who owes what, has paid in what, and how much of its credit is used.

import { Anchor, Button, Group } from '@mantine/core';
import {
  type AdvertiserAccount,
  type AdvertiserBalance,
  advertiserBalanceList,
  advertiserBillingRoutes as routes,
} from '@tributary/contract/billing/advertisers';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { parseMoney } from '@tributary/contract/money';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import detailClasses from '../../kit/log-page/details.module.css';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { type DetailsProps, resource } from '../../kit/resource/declaration.ts';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { workspaceToday } from '../../kit/shell/workspace-day.ts';
import { convertedMoney, count, dateTime, money, share } from '../../ui/format.ts';
import { IconCoin, IconEye, IconPencil, IconReceipt2, IconShieldCheck } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { startRun } from '../billing/runs-screen.tsx';
import { advertiserTerms } from '../billing/terms-dialogs.ts';
import { EntryTable } from '../payouts/entry-table.tsx';
import { BALANCES, billingTabs, newKey, openedKey, standingTones, standingWords } from './words.ts';

const usedText = ({ used }: Pick<AdvertiserBalance, 'used'>): string | null => (used === null ? null : share(used));

function Account({ account }: { account: AdvertiserAccount }) {
  // by the rates of the day; exact on hover
  const home = (amount: string) => (
    <span title={money(amount, account.currency)}>{convertedMoney(amount, account.currency)}</span>
  );
  return (
    <>
      <Group>
        <StatusBadge status={standingWords[account.standing]} tone={standingTones[account.standing]} />
      </Group>
      <Facts
        facts={[
          [t('advertiserBilling.exposure'), home(account.exposure)],
          [
            t('advertiserBilling.limit'),
            account.limit === null ? standingWords.unlimited : money(account.limit, account.currency),
          ],
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
      <Group gap="md">
        <Anchor component={Link} to={`/am/advertisers/${account.id}/statement`}>
          {t('advertiserBilling.everyEntry')}
        </Anchor>
        <Anchor component={Link} to={`/am/advertisers/billing/invoices?advertiser_id=${account.id}`}>
          {t('advertiserBilling.itsInvoices')}
        </Anchor>
        <Anchor component={Link} to={`/am/advertisers/billing/deposits?advertiser_id=${account.id}`}>
          {t('advertiserBilling.itsDeposits')}
        </Anchor>
      </Group>
      <ByCurrency account={account} />
    </>
  );
}

interface Opened {
  currency: string;
  account: 'receivable' | 'prepaid';
  standing: 'posted' | 'pending';
}

/** each currency in itself; an amount opens its entries */
function ByCurrency({ account: { id, currencies } }: { account: AdvertiserAccount }) {
  const [opened, open] = useState<Opened | null>(null);
  const [first] = currencies;
  if (!first) return null;
  const shown = opened ?? { currency: first.currency, account: 'receivable', standing: 'posted' };
  const amount = (value: string, of: Opened) => {
    const isShown = Object.entries(of).every(([name, one]) => shown[name as keyof Opened] === one);
    return (
      <td data-right>
        <Button
          variant={isShown ? 'light' : 'subtle'}
          size="compact-xs"
          pr={0}
          aria-pressed={isShown}
          onClick={() => open(of)}
        >
          {money(value, of.currency)}
        </Button>
      </td>
    );
  };
  return (
    <>
      <Section title={t('advertiserBilling.byCurrency')}>
        <div className={detailClasses.wide}>
          <table className={detailClasses.table}>
            <thead>
              <tr>
                <th>{t('advertiserBilling.currency')}</th>
                <th data-right>{t('advertiserBilling.receivable')}</th>
                <th data-right>{t('common.pending')}</th>
                <th data-right>{t('advertiserBilling.prepaid')}</th>
              </tr>
            </thead>
            <tbody>
              {currencies.map(({ currency, receivable, pending, prepaid }) => (
                <tr key={currency}>
                  <td>{currency}</td>
                  {amount(receivable, { currency, account: 'receivable', standing: 'posted' })}
                  {amount(pending, { currency, account: 'receivable', standing: 'pending' })}
                  {amount(prepaid, { currency, account: 'prepaid', standing: 'posted' })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
      <Section title={t('payouts.entries')}>
        <EntryTable
          of={`${id}.${Object.values(shown).join('.')}`}
          load={(page, context) =>
            call(entryRoutes.advertiserEntries, { query: { owner: id, ...shown, ...page } }, context)
          }
        />
      </Section>
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
        received_on: workspaceToday(),
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

/** more is used already: traffic ends with the limit */
export function stopsAtOnce(limit: string, { exposure }: Pick<AdvertiserBalance, 'exposure'>): boolean {
  const [asked, used] = [limit.trim() === '' ? null : parseMoney(limit.trim()), parseMoney(exposure)];
  return asked !== null && used !== null && used >= asked;
}
const stopQuestion = (limit: string, { exposure, currency, advertiser }: AdvertiserBalance) => ({
  title: t('advertiserBilling.stopsAsk', { name: advertiser.name }),
  text: t('advertiserBilling.stopsText', { exposure: money(exposure, currency), limit: money(limit.trim(), currency) }),
  confirm: t('advertiserBilling.stopTraffic'),
  danger: true,
});

const limit = formDialog<AdvertiserBalance, { limit: string; reason: string; version: number }>({
  title: (row) => t('advertiserBilling.limitOf', { name: row?.advertiser.name ?? '' }),
  form: (row) => ({
    fields: [
      {
        name: 'limit',
        label: t('advertiserBilling.limitIn', { currency: row?.currency ?? '' }),
        kind: 'text',
        help: [
          ...(row?.exposure ? [t('advertiserBilling.usedNow', { exposure: money(row.exposure, row.currency) })] : []),
          t('advertiserBilling.limitHelp'),
        ].join(' '),
      },
      { name: 'reason', label: t('common.reason'), kind: 'textarea', required: true },
    ],
    initial: { limit: row?.limit ?? '', reason: '', version: row?.version ?? 0 },
    submit: t('advertiserBilling.setLimit'),
    busy: t('common.saving'),
  }),
  send: async (values, row, context) => {
    if (row && stopsAtOnce(values.limit, row) && !(await confirmDialog(stopQuestion(values.limit, row)))) return false;
    return call(
      routes.setCreditLimit,
      { params: { id: row?.id ?? '' }, body: { ...values, limit: values.limit.trim() === '' ? null : values.limit } },
      context,
    );
  },
  success: t('advertiserBilling.limitSet'),
});

const invoice = startRun<AdvertiserBalance>('advertiser', ({ advertiser }) => advertiser);

const balances = resource(advertiserBalanceList, {
  name: BALANCES,
  title: t('menu.advertisersBilling'),
  countText: (total) => t('advertiserBilling.advertisersCount', { count: total }),
  load: routes.advertiserBalances,
  file: routes.exportAdvertiserBalances,
  columns: [
    {
      id: 'advertiser',
      title: t('common.advertiser'),
      kind: 'text',
      value: ({ advertiser }) => advertiser.name,
      fixed: true,
      opens: true,
    },
    // what a row is known by where the names are hidden
    { id: 'number', title: t('advertiserBilling.number'), fixed: true, opens: true },
    { id: 'standing', title: t('advertiserBilling.credit'), words: standingWords, tones: standingTones },
    { id: 'receivable', title: t('advertiserBilling.receivable'), converted: true, opens: true },
    { id: 'pending', title: t('common.pending'), converted: true, opens: true },
    { id: 'prepaid', title: t('advertiserBilling.prepaid'), converted: true, opens: true },
    { id: 'exposure', title: t('advertiserBilling.exposure'), converted: true, opens: true },
    { id: 'limit', title: t('advertiserBilling.limit') },
    { id: 'used', title: t('advertiserBilling.used'), kind: 'figure', value: usedText },
    { id: 'overshoot', title: t('advertiserBilling.overshoot'), converted: true, opens: true, hidden: true },
    { id: 'overdue', title: t('advertiserBilling.overdue'), converted: true, opens: true },
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
      label: t('advertiserBilling.makeInvoice'),
      calls: routes.makeInvoices,
      icon: IconReceipt2,
      when: () => true,
      run: (row, { open }) => open('invoice', row),
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
  dialogs: { deposit, limit, invoice, terms: advertiserTerms },
  details: Drawer,
  detailsTitle: t('advertiserBilling.account'),
  texts: {
    loading: t('advertiserBilling.loading'),
    emptyTitle: t('advertiserBilling.noAdvertisers'),
    emptyText: t('advertiserBilling.noAdvertisersText'),
  },
});

export default function Balances() {
  return <ResourcePage list={balances} intro={<PageTabs label={t('menu.advertisersBilling')} tabs={billingTabs} />} />;
}
