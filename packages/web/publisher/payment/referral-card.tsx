// One's own link to bring other publishers by, where the workspace has a programme.
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type OwnReferrals, referralRoutes } from '@tributary/contract/billing/referrals';
import { call } from '../../kit/api/api.ts';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { Facts } from '../../kit/log-page/details.tsx';
import { Card } from '../../kit/settings/card.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { count, money, share } from '../../ui/format.ts';
import { t } from '../../words/publisher.ts';

type Terms = NonNullable<OwnReferrals['terms']>;
const shareWords: Record<Exclude<Terms['basis'], 'flat'>, (rate: string) => string> = {
  payout: (rate) => t('payment.shareOfPayout', { rate: share(rate) }),
  revenue: (rate) => t('payment.shareOfRevenue', { rate: share(rate) }),
  profit: (rate) => t('payment.shareOfProfit', { rate: share(rate) }),
};
const termsText = ({ basis, rate, flat, currency }: Terms): string =>
  basis === 'flat' ? t('payment.flatSum', { sum: money(flat ?? '0', currency) }) : shareWords[basis](rate ?? '0');

const linkOf = (code: string): string => new URL(`/publisher-signup?ref=${code}`, window.location.href).href;

export function ReferralCard() {
  const { session } = useSession();
  const answer = useQuery({
    queryKey: ['own-referrals', session.token],
    queryFn: ({ signal }) => call(referralRoutes.ownReferrals, {}, { session, signal }),
  });
  if (answer.isPending) return <Skeleton height={180} maw={760} />;
  const { data } = answer;
  // without a programme, and with nothing left of one, there is nothing to say
  if (!data || (data.code === null && data.referred === 0)) return null;
  return (
    <Card title={t('payment.referral')} note={t('payment.referralNote')}>
      <Stack gap="md">
        {data.code === null ? (
          <Text>{t('payment.referralOff')}</Text>
        ) : (
          <CopyLine label={t('payment.referralLink')} text={linkOf(data.code)} />
        )}
        <Facts
          facts={[
            [t('payment.youGet'), data.terms && termsText(data.terms)],
            [t('payment.forTime'), data.terms?.days && t('payment.days', { count: data.terms.days })],
            [
              t('payment.fromSum'),
              data.terms && data.terms.threshold !== '0' && money(data.terms.threshold, data.terms.currency),
            ],
            [t('payment.broughtSoFar'), count(data.referred)],
            [
              t('payment.commission'),
              data.commissions.map(({ amount, currency }) => money(amount, currency)).join(', '),
            ],
          ]}
        />
      </Stack>
    </Card>
  );
}
