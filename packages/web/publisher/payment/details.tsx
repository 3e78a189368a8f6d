// Payment Details: where one is paid, who one is to a tax office, and who writes the invoices.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { payingRoutes } from '@tributary/contract/billing/paying';
import { billingTermsRoutes } from '@tributary/contract/billing/terms';
import { call } from '../../kit/api/api.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { Cards } from '../../kit/settings/card.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/publisher.ts';
import { AgreementCard } from './agreement-card.tsx';
import { MethodCard } from './method-card.tsx';
import { ReferralCard } from './referral-card.tsx';
import { paymentTabs } from './tabs.ts';
import { TaxCard } from './tax-card.tsx';

export default function PaymentDetails() {
  const { session } = useSession();
  useTitle(t('menu.paymentDetails'));
  const answer = useQuery({
    queryKey: ['payment-details', session.token],
    queryFn: async ({ signal }) => {
      const context = { session, signal };
      const [own, profile] = await Promise.all([
        call(payingRoutes.ownPayoutMethod, {}, context),
        call(billingTermsRoutes.ownTaxProfile, {}, context),
      ]);
      return { own, profile };
    },
  });
  const { data } = answer;
  const reload = async () => void (await answer.refetch());
  return (
    <>
      <PageHeader title={t('menu.paymentDetails')} note={t('payment.purpose')} />
      <PageTabs label={t('menu.paymentDetails')} tabs={paymentTabs} />
      {answer.isPending && <Skeleton height={420} maw={760} />}
      {answer.isError && !data && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {data && (
        <Cards>
          <MethodCard own={data.own} changed={reload} />
          <TaxCard profile={data.profile} changed={reload} />
          <AgreementCard profile={data.profile} changed={reload} />
          <ReferralCard />
        </Cards>
      )}
    </>
  );
}
