// Payment Methods: where to pay, with which reference, and how the account stands.
import { Alert, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { advertiserBillingRoutes as routes } from '@tributary/contract/billing/advertisers';
import type { ResultOf } from '@tributary/contract/route';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { Facts, Section } from '../../kit/log-page/details.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { Card, Cards } from '../../kit/settings/card.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { money, percent } from '../../ui/format.ts';
import { IconAlertTriangle, IconCreditCard } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/advertiser.ts';

type PayIn = ResultOf<typeof routes.ownPayIn>;

function Standing({ account }: { account: PayIn }) {
  const home = (amount: string) => money(amount, account.currency);
  return (
    <Stack gap="md">
      {account.standing === 'stopped' && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('billing.stoppedTitle')}>
          {t('billing.stoppedText')}
        </Alert>
      )}
      {account.standing === 'warned' && (
        <Alert
          role="status"
          color="yellow"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={t('billing.warnedTitle')}
        >
          {t('billing.warnedText')}
        </Alert>
      )}
      {account.currencies.map(({ currency, receivable, pending, prepaid }) => (
        <Section key={currency} title={currency}>
          <Facts
            facts={[
              [t('billing.toPay'), entriesOf(receivable, currency, 'account=receivable&standing=posted')],
              [t('billing.pending'), entriesOf(pending, currency, 'account=receivable&standing=pending')],
              [t('billing.prepaid'), entriesOf(prepaid, currency, 'account=prepaid')],
            ]}
          />
        </Section>
      ))}
      <Section title={t('billing.inAll', { currency: account.currency })}>
        <Facts
          facts={[
            [t('billing.toPay'), home(account.receivable)],
            [t('billing.pending'), home(account.pending)],
            [t('billing.prepaid'), home(account.prepaid)],
            [t('billing.credit'), account.limit === null ? t('billing.noLimit') : home(account.limit)],
            [t('billing.used'), account.used === null ? null : percent(account.used / 100)],
            [
              t('billing.overdue'),
              account.overdue_count > 0 && (
                <Link to="/advertiser/billing/invoices?overdue=1">{home(account.overdue)}</Link>
              ),
            ],
          ]}
        />
      </Section>
    </Stack>
  );
}

/** an amount that opens the entries that it is the sum of */
const entriesOf = (amount: string, currency: string, of: string) => (
  <Link to={`/advertiser/billing/history/statement?currency=${currency}&${of}`}>{money(amount, currency)}</Link>
);

function WhereToPay({ account }: { account: PayIn }) {
  if (account.accounts.length === 0) {
    return (
      <EmptyState
        icon={<IconCreditCard size={24} aria-hidden />}
        title={t('billing.noAccounts')}
        text={t('billing.noAccountsText')}
      />
    );
  }
  return (
    <Stack gap="lg">
      <CopyLine label={t('billing.reference')} text={account.reference} />
      {account.accounts.map((one) => (
        <Stack key={`${one.currency} ${one.account}`} gap="xs">
          <CopyLine label={t('billing.accountIn', { currency: one.currency })} text={one.account} />
          <Facts
            facts={[
              [t('billing.holder'), one.holder],
              [t('billing.bank'), one.bank],
              [t('billing.code'), one.code],
              [t('billing.note'), one.note, 'wide'],
            ]}
          />
        </Stack>
      ))}
      {account.note && <p>{account.note}</p>}
    </Stack>
  );
}

export default function PaymentMethods() {
  const { session } = useSession();
  useTitle(t('menu.paymentMethods'));
  const answer = useQuery({
    queryKey: ['own-pay-in', session.token],
    queryFn: ({ signal }) => call(routes.ownPayIn, {}, { session, signal }),
  });
  const { data } = answer;
  return (
    <>
      <PageHeader title={t('menu.paymentMethods')} note={t('billing.paymentMethodsPurpose')} />
      {answer.isPending && <Skeleton height={320} maw={760} />}
      {answer.isError && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {data && (
        <Cards>
          <Card title={t('billing.whereToPay')} note={t('billing.whereToPayNote')}>
            <WhereToPay account={data} />
          </Card>
          <Card title={t('billing.yourAccount')} note={t('billing.yourAccountNote')}>
            <Standing account={data} />
          </Card>
        </Cards>
      )}
    </>
  );
}
