// Affiliate Referral: who brought whom, what that one has earned, and what the referrer was booked for it.
import { Button, Group } from '@mantine/core';
import { type Referral, referralBases, referralList, referralRoutes } from '@tributary/contract/billing/referrals';
import { call } from '../../kit/api/api.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { calendarDay, money, share, shortDate } from '../../ui/format.ts';
import { IconBan, IconCheck } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { AddReferral, basisWords } from './add-referral.tsx';
import { referralTabs } from './tabs.ts';

const stateWords = { running: t('money.running'), held: t('money.held'), ended: t('money.ended') } as const;
const stateTones = { running: 'good', held: 'warn', ended: 'neutral' } as const;
const heldWords = {
  device: t('money.heldDevice'),
  address: t('money.heldAddress'),
  'payout-account': t('money.heldAccount'),
} as const;

const referrals = resource(referralList, {
  name: 'referrals',
  title: t('menu.affiliateReferral'),
  countText: (count) => t('money.referralsCount', { count }),
  load: referralRoutes.referrals,
  file: referralRoutes.exportReferrals,
  nameOf: (row) => t('money.broughtBy', { referred: row.referred.name, referrer: row.referrer.name }),
  searchPlaceholder: t('money.searchReferrals'),
  defaultSort: '-valid_from',
  add: { label: t('money.addReferral'), calls: referralRoutes.addReferral, dialog: 'add' },
  columns: [
    { id: 'referrer', title: t('money.referrer'), fixed: true },
    { id: 'referred', title: t('money.referred') },
    {
      id: 'joined_at',
      title: t('money.joined'),
      kind: 'text',
      value: (row) => shortDate(row.joined_at),
    },
    {
      id: 'basis',
      title: t('money.terms'),
      kind: 'text',
      value: (row) =>
        row.flat === null ? `${share(row.rate ?? '0')} ${basisWords[row.basis]}` : money(row.flat, row.currency),
    },
    { id: 'valid_from', title: t('money.fromDay'), kind: 'text', value: (row) => calendarDay(row.valid_from) },
    { id: 'days', title: t('money.forDays') },
    { id: 'earned', title: t('money.earned'), converted: true },
    {
      id: 'commission',
      title: t('money.commission'),
      kind: 'link',
      to: ({ commissions, referrer }) =>
        commissions.length > 0 ? `/am/billing/journal?leg=referral&q=${referrer.number}` : undefined,
      value: (row) =>
        row.commissions.flatMap((one) => (one.amount === '' ? [] : [money(one.amount, one.currency)])).join(', '),
    },
    { id: 'state', title: t('common.state'), words: stateWords, tones: stateTones },
    {
      id: 'held_for',
      title: t('money.heldWhy'),
      kind: 'text',
      value: (row) => (row.state === 'held' && row.held_for ? heldWords[row.held_for] : null),
    },
  ],
  filters: [
    {
      kind: 'one',
      name: 'state',
      label: t('common.state'),
      options: Object.entries(stateWords).map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'one',
      name: 'basis',
      label: t('money.basis'),
      options: referralBases.map((value) => ({ value, label: basisWords[value] })),
    },
  ],
  rowActions: [
    rowCall<Referral>({
      label: t('money.releaseReferral'),
      calls: referralRoutes.releaseReferral,
      icon: IconCheck,
      when: (row) => row.state === 'held',
      ask: (row) => ({
        title: t('money.releaseAsk', { name: row.referred.name }),
        text: t('money.releaseText'),
        confirm: t('money.releaseReferral'),
      }),
      send: ({ id }, context) => call(referralRoutes.releaseReferral, { params: { id } }, context),
      done: t('money.referralReleased'),
    }),
    rowCall<Referral>({
      label: t('money.endReferral'),
      calls: referralRoutes.endReferral,
      icon: IconBan,
      danger: true,
      when: (row) => row.state !== 'ended',
      ask: (row) => ({
        title: t('money.endAsk', { name: row.referred.name }),
        text: t('money.endText'),
        confirm: t('money.endReferral'),
        danger: true,
      }),
      send: ({ id }, context) => call(referralRoutes.endReferral, { params: { id } }, context),
      done: t('money.referralEnded'),
    }),
  ],
  dialogs: { add: AddReferral },
  texts: { loading: t('money.loading'), emptyTitle: t('money.noReferrals'), emptyText: t('money.noReferralsText') },
});

function Run() {
  const { session } = useSession();
  const may = useMay();
  if (!may(referralRoutes.runReferrals)) return null;
  const run = async () => {
    try {
      await call(referralRoutes.runReferrals, {}, { session });
      toast.success(t('money.runStarted'));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  return (
    <Group mb="md">
      <Button variant="default" onClick={() => void run()}>
        {t('money.runNow')}
      </Button>
    </Group>
  );
}

export default function Referrals() {
  return (
    <ResourcePage
      list={referrals}
      intro={
        <>
          <PageTabs label={t('menu.affiliateReferral')} tabs={referralTabs} />
          <Run />
        </>
      }
    />
  );
}
