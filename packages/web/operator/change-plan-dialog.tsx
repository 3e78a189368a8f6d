// Puts a tenant on a paid plan: which, and its last day. Says what the change means for the limits.
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { operatorRoutes } from '@tributary/contract/operator';
import { type PlanId, plans } from '@tributary/contract/site/plans';
import { FormModal } from '../kit/dialogs/form-modal.tsx';
import { toast } from '../kit/dialogs/toast.tsx';
import { FormMessage } from '../kit/form/form-message.tsx';
import { useForm } from '../kit/form/use-form.ts';
import type { DialogProps } from '../kit/resource/declaration.ts';
import { count } from '../ui/format.ts';
import { t } from '../words/operator.ts';
import { endOfDay } from './last-day.ts';
import { operate } from './session.ts';
import type { Tenant } from './tenants.tsx';

const limitsOf = (id: PlanId): string => {
  const plan = plans.find((one) => one.id === id);
  if (!plan) return '';
  const clicks =
    plan.clicks === null
      ? t('changePlanDialog.unlimitedClicks')
      : t('changePlanDialog.clicks', { clicks: count(plan.clicks) });
  return t('changePlanDialog.conversionsAndAMonth', { conversions: count(plan.conversions), clicks });
};

export function ChangePlanDialog({ row, close, tools }: DialogProps<Tenant>) {
  const form = useForm<{ plan: PlanId; lastDay: string }>(
    { plan: row?.plan ?? 'basic', lastDay: '' },
    {
      send: async ({ plan, lastDay }) => {
        const body = { plan, ends_at: endOfDay(lastDay) };
        await operate(operatorRoutes.changePlan, { params: { id: row?.id ?? '' }, body });
        close();
        toast.success(t('changePlanDialog.planChanged'));
        await tools.reload();
        return undefined;
      },
    },
  );
  return (
    <FormModal
      opened
      onClose={close}
      title={t('changePlanDialog.changeThePlanOf', { name: row?.display_name ?? '' })}
      size={480}
    >
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <FormMessage message={form.message} />
          <Select
            label={t('common.plan')}
            name="plan"
            data={plans.map(({ id, name }) => ({ value: id, label: name }))}
            value={form.values.plan}
            description={limitsOf(form.values.plan)}
            allowDeselect={false}
            onChange={(value) => value && form.set('plan', value)}
          />
          <TextInput
            label={t('changePlanDialog.lastDay')}
            name="lastDay"
            type="date"
            description={t('changePlanDialog.untilMidnightUtcLeaveIt')}
            value={form.values.lastDay}
            onChange={(event) => form.set('lastDay', event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('changePlanDialog.cancel')}
            </Button>
            <Button type="submit" disabled={form.busy}>
              {form.busy ? t('changePlanDialog.changing') : t('common.changePlan')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
