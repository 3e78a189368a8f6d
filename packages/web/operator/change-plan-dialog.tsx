// Puts a tenant on a paid plan: which, and its last day. Says what the change means for the limits.
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { operatorRoutes } from '@tributary/contract/operator';
import { type PlanId, plans } from '@tributary/contract/plans';
import { FormMessage } from '../kit/form/form-message.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { FormModal } from '../kit/form-modal.tsx';
import type { DialogProps } from '../kit/resource/declaration.ts';
import { toast } from '../kit/toast.tsx';
import { count } from '../ui/format.ts';
import { endOfDay } from './last-day.ts';
import { operate } from './session.ts';
import type { Tenant } from './tenants.tsx';

const limitsOf = (id: PlanId): string => {
  const plan = plans.find((one) => one.id === id);
  if (!plan) return '';
  const clicks = plan.clicks === null ? 'unlimited clicks' : `${count(plan.clicks)} clicks`;
  return `${count(plan.conversions)} conversions and ${clicks} a month.`;
};

export function ChangePlanDialog({ row, close, tools }: DialogProps<Tenant>) {
  const form = useForm<{ plan: PlanId; lastDay: string }>(
    { plan: row?.plan ?? 'basic', lastDay: '' },
    {
      send: async ({ plan, lastDay }) => {
        const body = { plan, ends_at: endOfDay(lastDay) };
        await operate(operatorRoutes.changePlan, { params: { id: row?.id ?? '' }, body });
        close();
        toast.success('Plan changed');
        await tools.reload();
        return undefined;
      },
    },
  );
  return (
    <FormModal opened onClose={close} title={`Change the plan of ${row?.display_name ?? ''}`} size={480}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <FormMessage message={form.message} />
          <Select
            label="Plan"
            name="plan"
            data={plans.map(({ id, name }) => ({ value: id, label: name }))}
            value={form.values.plan}
            description={limitsOf(form.values.plan)}
            allowDeselect={false}
            onChange={(value) => value && form.set('plan', value)}
          />
          <TextInput
            label="Last day"
            name="lastDay"
            type="date"
            description="Until midnight UTC. Leave it empty for a plan without end."
            value={form.values.lastDay}
            onChange={(event) => form.set('lastDay', event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={form.busy}>
              {form.busy ? 'Changing...' : 'Change plan'}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
