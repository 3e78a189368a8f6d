// Deposits: what they have paid, oldest first or by hand, and back.
import { Anchor, Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type Deposit,
  type DepositDetail,
  depositLog,
  advertiserBillingRoutes as routes,
} from '@tributary/contract/billing/advertisers';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { decisionAction } from '../../kit/log-page/decision.ts';
import detailClasses from '../../kit/log-page/details.module.css';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { type DetailsProps, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import type { DialogProps, RowAction } from '../../kit/resource/declaration.ts';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { calendarDay, money } from '../../ui/format.ts';
import { IconArrowBackUp, IconCheck, IconEye, IconPencil, IconX } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { loadPayers } from '../billing/people.ts';
import { EntryTable } from '../payouts/entry-table.tsx';
import { billingTabs, DEPOSITS, depositTones, depositWords, newKey } from './words.ts';

const hasFree = (row: Deposit): boolean => row.state === 'received' && row.free !== '0';
const MOST = 100;

/** one invoice at a time, with its amount: what is open of it, or what is left of the deposit */
function AllocateByHand({ row, close, tools }: DialogProps<Deposit>) {
  const [key] = useState(newKey);
  const { session } = tools;
  const answer = useQuery({
    queryKey: [DEPOSITS, 'open-invoices', session.token, row?.id],
    queryFn: ({ signal }) =>
      call(
        routes.invoices,
        {
          query: {
            advertiser_id: row?.advertiser.id,
            currency: row?.currency,
            state: 'issued,part-paid',
            limit: MOST,
          },
        },
        { session, signal },
      ),
  });
  const open = answer.data?.rows.filter(({ kind }) => kind === 'invoice') ?? [];
  return (
    <FormModal opened onClose={close} title={t('advertiserBilling.allocateByHand')} size={560}>
      {answer.isPending && <Skeleton height={180} />}
      {answer.isError && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {answer.isSuccess && open.length === 0 && <p>{t('advertiserBilling.nothingOpen')}</p>}
      {open.length > 0 && (
        <SchemaForm
          form={{
            fields: [
              {
                name: 'id',
                label: t('advertiserBilling.invoice'),
                kind: 'select',
                required: true,
                options: open.map((one) => ({
                  value: one.id,
                  label: t('advertiserBilling.invoiceOpen', {
                    number: one.number,
                    amount: money(one.open, one.currency),
                  }),
                })),
              },
              {
                name: 'amount',
                label: t('advertiserBilling.amount'),
                kind: 'text',
                required: true,
                help: row ? t('advertiserBilling.freeAmount', { amount: money(row.free, row.currency) }) : '',
              },
            ],
            initial: { id: open[0]?.id ?? '', amount: row?.free ?? '' },
            submit: t('advertiserBilling.allocate'),
            busy: t('common.saving'),
          }}
          send={async (values) => {
            const body = { invoices: [values] };
            await call(
              routes.allocateDeposit,
              { params: { id: row?.id ?? '' }, body },
              { session, idempotencyKey: key },
            );
            close();
            toast.success(t('advertiserBilling.allocated'));
            void tools.reload();
            return undefined;
          }}
          beside={
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
          }
        />
      )}
    </FormModal>
  );
}

const oldestFirst = rowCall<Deposit>({
  label: t('advertiserBilling.oldestFirst'),
  calls: routes.allocateDeposit,
  icon: IconCheck,
  when: hasFree,
  send: ({ id }, context) => call(routes.allocateDeposit, { params: { id }, body: {} }, context),
  done: t('advertiserBilling.allocated'),
});

const giveBack = formDialog<Deposit, { reason: string }>({
  title: t('advertiserBilling.returnDeposit'),
  form: () => ({
    fields: [{ name: 'reason', label: t('common.reason'), kind: 'textarea', required: true }],
    initial: { reason: '' },
    schema: routes.returnDeposit.body,
    submit: t('advertiserBilling.returnDeposit'),
    busy: t('common.saving'),
  }),
  send: (body, row, context) => call(routes.returnDeposit, { params: { id: row?.id ?? '' }, body }, context),
  success: t('advertiserBilling.depositReturned'),
});

const actions: readonly RowAction<Deposit>[] = [
  oldestFirst,
  {
    label: t('advertiserBilling.allocateByHand'),
    calls: routes.allocateDeposit,
    icon: IconPencil,
    when: hasFree,
    run: (row, { open }) => open('byHand', row),
  },
  {
    label: t('advertiserBilling.returnDeposit'),
    calls: routes.returnDeposit,
    icon: IconArrowBackUp,
    danger: true,
    when: (row) => row.state === 'received' && row.allocated === '0',
    run: (row, { open }) => open('giveBack', row),
  },
];

type Paying = Deposit & { pays: DepositDetail['allocations'][number] };
/** one invoice is open again by what this deposit has paid of it */
const takeBack = decisionAction<Paying>({
  label: t('advertiserBilling.takeBack'),
  calls: routes.takeBackAllocation,
  icon: IconX,
  danger: true,
  when: () => true,
  title: ({ pays: { invoice } }) => t('advertiserBilling.takeBackAsk', { number: invoice.number }),
  text: ({ currency, pays: { amount, invoice } }) =>
    t('advertiserBilling.takeBackText', { amount: money(amount, currency), number: invoice.number }),
  usual: [t('advertiserBilling.meantAnother')],
  send: async ({ id, pays }, reason, session) => {
    const body = { invoice_id: pays.invoice.id, reason };
    await call(routes.takeBackAllocation, { params: { id }, body }, { session, idempotencyKey: newKey() });
    return undefined;
  },
  done: t('advertiserBilling.takenBack'),
});

function DepositDrawer({ id, tools }: DetailsProps<Deposit>) {
  return (
    <LoadedRecord of={[DEPOSITS, id]} load={(context) => call(routes.deposit, { params: { id } }, context)}>
      {(deposit) => (
        <>
          <Group gap="xs">
            <StatusBadge status={depositWords[deposit.state]} tone={depositTones[deposit.state]} />
            <VerbButtons row={deposit} actions={actions} tools={tools} />
          </Group>
          <Facts
            facts={[
              [t('common.advertiser'), `${deposit.advertiser.name} (${deposit.advertiser.number})`],
              [t('advertiserBilling.receivedOn'), calendarDay(deposit.received_on)],
              [t('advertiserBilling.amount'), money(deposit.amount, deposit.currency)],
              [t('advertiserBilling.allocatedAmount'), money(deposit.allocated, deposit.currency)],
              [t('advertiserBilling.free'), money(deposit.free, deposit.currency)],
              [t('advertiserBilling.reference'), deposit.reference],
              [t('advertiserBilling.note'), deposit.note, 'wide'],
            ]}
          />
          <Section title={t('advertiserBilling.paysInvoices')}>
            {deposit.allocations.length === 0 ? (
              <p className={detailClasses.saw}>{t('advertiserBilling.paysNone')}</p>
            ) : (
              <table className={detailClasses.table}>
                <tbody>
                  {deposit.allocations.map((one) => (
                    <tr key={one.invoice.id}>
                      <td>
                        <Anchor component={Link} to={`/am/advertisers/billing/invoices?record=${one.invoice.id}`}>
                          {one.invoice.number}
                        </Anchor>
                      </td>
                      <td data-right>{money(one.amount, deposit.currency)}</td>
                      <td data-right>
                        <VerbButtons row={{ ...deposit, pays: one }} actions={[takeBack]} tools={tools} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </Section>
          <Section title={t('payouts.entries')}>
            <EntryTable
              of={`${deposit.id}.${deposit.allocated}.${deposit.state}`}
              load={(page, context) => {
                const query = {
                  owner: deposit.advertiser.id,
                  account: 'prepaid',
                  subject: deposit.id,
                  ...page,
                } as const;
                return call(entryRoutes.advertiserEntries, { query }, context);
              }}
            />
          </Section>
        </>
      )}
    </LoadedRecord>
  );
}

const deposits = log(depositLog, {
  name: DEPOSITS,
  title: t('menu.advertisersBilling'),
  purpose: t('advertiserBilling.depositsPurpose'),
  load: routes.deposits,
  file: routes.exportDeposits,
  columns: [
    {
      id: 'received_on',
      title: t('advertiserBilling.receivedOn'),
      fixed: true,
      kind: 'text',
      value: (row) => calendarDay(row.received_on),
      opens: true,
    },
    { id: 'advertiser', title: t('common.advertiser') },
    { id: 'amount', title: t('advertiserBilling.amount'), opens: true },
    { id: 'allocated', title: t('advertiserBilling.allocatedAmount'), opens: true },
    { id: 'free', title: t('advertiserBilling.free'), opens: true },
    { id: 'reference', title: t('advertiserBilling.reference') },
    { id: 'state', title: t('common.status'), words: depositWords, tones: depositTones },
    { id: 'note', title: t('advertiserBilling.note'), clip: true, hidden: true },
  ],
  nameOf: (row) => `${row.advertiser.name}, ${money(row.amount, row.currency)}`,
  searchPlaceholder: t('advertiserBilling.searchDeposits'),
  hasPeriod: true,
  filters: [
    {
      kind: 'found',
      name: 'advertiser_id',
      label: t('common.advertiser'),
      of: 'advertiser',
      load: loadPayers,
      nameIn: (row) => row.advertiser,
    },
    {
      kind: 'one',
      name: 'state',
      label: t('common.status'),
      options: Object.entries(depositWords).map(([value, label]) => ({ value, label })),
    },
  ],
  rowActions: [
    { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    ...actions,
  ],
  details: DepositDrawer,
  detailsTitle: t('advertiserBilling.deposit'),
  dialogs: { byHand: (props) => <AllocateByHand {...props} />, giveBack },
  empty: { title: t('advertiserBilling.noDeposits'), text: t('advertiserBilling.noDepositsText') },
  nothingFound: t('advertiserBilling.nothingFound'),
});

export default function Deposits() {
  return <LogPage log={deposits} intro={<PageTabs label={t('menu.advertisersBilling')} tabs={billingTabs} />} />;
}
