// Settings › Payment › Where to pay: the accounts that advertisers pay to, as their portal shows them.
import { Button, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { advertiserBillingRoutes as routes } from '@tributary/contract/billing/advertisers';
import type { ResultOf } from '@tributary/contract/route';
import { call } from '../../kit/api/api.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { RowList } from '../../kit/inputs/row-list.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { Card, Cards } from '../../kit/settings/card.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { dateTime } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/admin.ts';
import { paymentTabs } from '../settings/payment/tabs.ts';

type PayIn = ResultOf<typeof routes.payIn>;
type Account = PayIn['value']['accounts'][number] & { key: string };
const PAY_IN = 'pay-in';

let made = 0;
const keyed = (account: PayIn['value']['accounts'][number]): Account => ({ ...account, key: String(++made) });
const blank = (): Account => keyed({ currency: '', holder: '', bank: '', account: '', code: '', note: '' });

function PayInForm({ stored }: { stored: PayIn }) {
  const { session } = useSession();
  const queries = useQueryClient();
  const mayWrite = useMay()(routes.savePayIn);
  const initial = { accounts: stored.value.accounts.map(keyed), note: stored.value.note };
  const { values, set, message, busy, onSubmit } = useForm<{ accounts: Account[]; note: string }>(initial, {
    send: async ({ accounts, note }) => {
      const value = { accounts: accounts.map(({ key: _key, ...account }) => account), note };
      const saved = await call(routes.savePayIn, { body: { version: stored.version, value } }, { session });
      queries.setQueryData([PAY_IN, session.token], saved);
      toast.success(t('advertiserBilling.payInSaved'));
      return undefined;
    },
  });
  const change = (key: string, part: Partial<Account>) =>
    set(
      'accounts',
      values.accounts.map((one) => (one.key === key ? { ...one, ...part } : one)),
    );
  const field = (row: Account, name: 'currency' | 'holder' | 'bank' | 'account' | 'code', label: string) => (
    <TextInput
      key={name}
      aria-label={label}
      value={row[name]}
      onChange={(event) => change(row.key, { [name]: event.currentTarget.value })}
    />
  );
  const columns = [
    t('advertiserBilling.currency'),
    t('advertiserBilling.holder'),
    t('advertiserBilling.bank'),
    t('advertiserBilling.accountNumber'),
    t('advertiserBilling.code'),
  ] as const;
  return (
    <form onSubmit={onSubmit}>
      <FormMessage message={message} />
      <RowList
        label={t('advertiserBilling.accounts')}
        columns={columns}
        widths="90px 1fr 1fr 1.4fr 1fr"
        least={240}
        rows={values.accounts}
        cells={(row) => [
          field(row, 'currency', columns[0]),
          field(row, 'holder', columns[1]),
          field(row, 'bank', columns[2]),
          field(row, 'account', columns[3]),
          field(row, 'code', columns[4]),
        ]}
        nameOf={({ currency, account }) => `${currency} ${account}`}
        remove={(key) =>
          set(
            'accounts',
            values.accounts.filter((one) => one.key !== key),
          )
        }
        add={
          mayWrite && (
            <Button variant="default" onClick={() => set('accounts', [...values.accounts, blank()])}>
              {t('advertiserBilling.addAccount')}
            </Button>
          )
        }
        empty={t('advertiserBilling.noAccounts')}
      />
      <Textarea
        mt="md"
        label={t('advertiserBilling.note')}
        autosize
        minRows={2}
        value={values.note}
        onChange={(event) => set('note', event.currentTarget.value)}
        readOnly={!mayWrite}
      />
      {mayWrite && (
        <Button type="submit" mt="md" disabled={busy}>
          {busy ? t('common.saving') : t('advertiserBilling.savePayIn')}
        </Button>
      )}
    </form>
  );
}

export default function PayInPage() {
  const { session } = useSession();
  useTitle(t('advertiserBilling.whereToPay'));
  const answer = useQuery({
    queryKey: [PAY_IN, session.token],
    queryFn: ({ signal }) => call(routes.payIn, {}, { session, signal }),
  });
  const { data } = answer;
  return (
    <>
      <PageHeader title={t('menu.payment')} note={t('advertiserBilling.payInPurpose')} />
      <PageTabs label={t('menu.payment')} tabs={paymentTabs} />
      {answer.isPending && <Skeleton height={240} />}
      {answer.isError && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {data && (
        <Cards>
          <Card
            title={t('advertiserBilling.whereToPay')}
            note={
              data.changed_at === null
                ? t('advertiserBilling.payInNote')
                : t('advertiserBilling.payInChanged', {
                    name: data.changed_by_name ?? '',
                    at: dateTime(data.changed_at),
                  })
            }
          >
            <PayInForm key={data.version} stored={data} />
          </Card>
        </Cards>
      )}
    </>
  );
}
