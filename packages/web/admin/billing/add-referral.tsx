// Who brought whom, and on which terms.

import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { payingRoutes } from '@tributary/contract/billing/paying';
import { type Referral, referralBases, referralRoutes } from '@tributary/contract/billing/referrals';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { RemoteSelect } from '../../kit/inputs/remote-select.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import type { DialogProps } from '../../kit/resource/declaration.ts';
import { workspaceToday } from '../../kit/shell/workspace-day.ts';
import { t } from '../../words/admin.ts';
import { loadPayees } from './people.ts';

export const basisWords = {
  flat: t('money.flat'),
  payout: t('money.ofPayout'),
  revenue: t('money.ofRevenue'),
  profit: t('money.ofProfit'),
} as const satisfies Record<Referral['basis'], string>;

export function AddReferral({ close, tools }: DialogProps<Referral>) {
  const [values, setValues] = useState({
    referrer_id: '',
    referred_id: '',
    basis: 'payout' as Referral['basis'],
    value: '',
    /** null: the workspace's */
    currency: null as string | null,
    days: '365',
    threshold: '',
    valid_from: workspaceToday(),
  });
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (more: Partial<typeof values>) => setValues((before) => ({ ...before, ...more }));
  const rules = useQuery({
    queryKey: ['payment-rules', tools.session.token],
    queryFn: ({ signal }) => call(payingRoutes.paymentRules, {}, { session: tools.session, signal }),
  });
  const currency = values.currency ?? rules.data?.home_currency ?? '';
  const isFlat = values.basis === 'flat';
  const send = async () => {
    setBusy(true);
    setFault(null);
    const { value, days, threshold, ...rest } = values;
    const body = {
      ...rest,
      currency,
      rate: isFlat ? null : value,
      flat: isFlat ? value : null,
      days: days === '' ? null : Number(days),
      threshold: threshold === '' ? null : threshold,
    };
    try {
      await call(referralRoutes.addReferral, { body }, { session: tools.session });
      close();
      toast.success(t('money.referralAdded'));
      void tools.reload();
    } catch (error) {
      setFault(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormModal opened onClose={close} title={t('money.addReferral')} size={560}>
      <Stack gap="md">
        {fault !== null && <FormMessage message={{ tone: 'error', text: fault }} />}
        <RemoteSelect
          name="referrer_id"
          label={t('money.referrer')}
          required
          value={values.referrer_id}
          onChange={(referrer_id) => set({ referrer_id })}
          of={['publisher']}
          load={loadPayees}
        />
        <RemoteSelect
          name="referred_id"
          label={t('money.referred')}
          required
          value={values.referred_id}
          onChange={(referred_id) => set({ referred_id })}
          of={['publisher']}
          load={loadPayees}
        />
        <Group grow>
          <NativeSelect
            label={t('money.basis')}
            value={values.basis}
            data={referralBases.map((value) => ({ value, label: basisWords[value] }))}
            onChange={(event) => set({ basis: event.currentTarget.value as Referral['basis'] })}
          />
          <TextInput
            label={isFlat ? t('money.amount') : t('money.rateInPercent')}
            required
            value={values.value}
            onChange={(event) => set({ value: event.currentTarget.value })}
          />
          <TextInput
            label={t('money.currency')}
            required
            value={currency}
            onChange={(event) => set({ currency: event.currentTarget.value })}
          />
        </Group>
        <Group grow>
          <TextInput
            label={t('money.fromDay')}
            type="date"
            required
            value={values.valid_from}
            onChange={(event) => set({ valid_from: event.currentTarget.value })}
          />
          <TextInput
            label={t('money.forDays')}
            inputMode="numeric"
            value={values.days}
            onChange={(event) => set({ days: event.currentTarget.value.replaceAll(/\D/g, '') })}
          />
          <TextInput
            label={t('money.threshold')}
            value={values.threshold}
            onChange={(event) => set({ threshold: event.currentTarget.value })}
          />
        </Group>
      </Stack>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button disabled={busy} onClick={() => void send()}>
          {busy ? t('common.saving') : t('money.addReferral')}
        </Button>
      </Group>
    </FormModal>
  );
}
