// Add a conversion by hand: by its click, or by offer and publisher where no click is known.
import { Button, Group, SegmentedControl, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type ConversionRow, conversionRoutes, conversionStatuses } from '@tributary/contract/conversions/conversions';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { firstComplaint } from '../../kit/form/form-declaration.ts';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { KeptTypingAlert } from '../../kit/form/kept-work-alert.tsx';
import { type Complaint, type Form, useForm } from '../../kit/form/use-form.ts';
import { RemoteSelect } from '../../kit/inputs/remote-select.tsx';
import { loadChoices } from '../../kit/log-page/named-filter.ts';
import type { DialogProps } from '../../kit/resource/declaration.ts';
import { words } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { sendOrOver } from './over-cap.ts';
import { useGoals } from './use-goals.ts';

const initial = {
  click_id: '',
  offer_id: '',
  publisher_id: '',
  goal_id: '',
  txn_id: '',
  at: '',
  sale_amount: '',
  revenue: '',
  payout: '',
  status: 'approved',
  reason: '',
};
type Values = typeof initial;

type Name = keyof Values;

const bodyOf = ({ at, status, ...rest }: Values, byClick: boolean) => ({
  ...rest,
  ...(byClick ? { offer_id: '', publisher_id: '', goal_id: '' } : { click_id: '' }),
  at: at ? Math.floor(new Date(at).getTime() / 1000) : null,
  status: conversionStatuses.find((one) => one === status) ?? 'approved',
});
const fields = (Object.keys(initial) as Name[]).map((name) => ({ name, label: name, kind: 'text' as const }));

/** what the server would ask for first, asked here */
function missing({ click_id, offer_id, publisher_id }: Values, byClick: boolean): Complaint<Values> | null {
  if (byClick) return click_id.trim() ? null : { field: 'click_id', sentence: t('conversions.pleaseEnterTheClickId') };
  if (!offer_id) return { field: 'offer_id', sentence: t('conversions.pleaseChooseAnOffer') };
  return publisher_id ? null : { field: 'publisher_id', sentence: t('common.pleaseChooseAPublisher') };
}

const TITLE = t('conversions.addAConversion');

export function AddConversionDialog({ close, tools }: DialogProps<ConversionRow>) {
  const [byClick, setByClick] = useState(true);
  const { body: schema } = conversionRoutes.addConversion;
  const form = useForm<Values>(initial, {
    check: (values) => {
      const wrong = missing(values, byClick) ?? firstComplaint({ fields, schema }, bodyOf(values, byClick));
      return wrong && { field: wrong.field, sentence: wrong.sentence };
    },
    keep: { as: TITLE, dialog: TITLE },
    send: async (values) => {
      const isAdded = await sendOrOver(t('conversions.addIt'), t('conversions.add'), (over_cap) =>
        call(conversionRoutes.addConversion, { body: { ...bodyOf(values, byClick), over_cap } }, tools),
      );
      if (!isAdded) return undefined;
      toast.success(t('conversions.conversionAdded'));
      close();
      await tools.reload();
      return undefined;
    },
  });
  return (
    <FormModal opened onClose={close} title={TITLE} size={600}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <KeptTypingAlert kept={form.kept} />
          <FormMessage message={form.message} />
          <SegmentedControl
            aria-label={t('conversions.howTheConversionIsAttributed')}
            data={[
              { value: 'click', label: t('conversions.byClickId') },
              { value: 'pair', label: t('conversions.byOfferAndPublisher') },
            ]}
            value={byClick ? 'click' : 'pair'}
            onChange={(how) => setByClick(how === 'click')}
          />
          {byClick ? <ClickPart form={form} /> : <PairPart form={form} />}
          <AmountsPart form={form} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={form.busy}>
              {form.busy ? t('conversions.adding') : t('conversions.addConversion')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}

interface PartProps {
  form: Form<Values>;
}

const typed = ({ values, set, faulty }: Form<Values>, name: Name) => ({
  name,
  value: values[name],
  error: faulty === name,
  onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
});

const ClickPart = ({ form }: PartProps) => (
  <TextInput
    label={t('common.clickId')}
    withAsterisk
    description={t('conversions.offerAndPublisherFollowFrom')}
    data-autofocus
    {...typed(form, 'click_id')}
  />
);

function PairPart({ form }: PartProps) {
  const { values, set, faulty } = form;
  const goals = useGoals(values.offer_id);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <RemoteSelect
        name="offer_id"
        label={t('common.offer')}
        required
        error={faulty === 'offer_id'}
        value={values.offer_id}
        onChange={(id) => {
          set('offer_id', id);
          set('goal_id', '');
        }}
        of={['offer']}
        load={loadChoices('offer')}
      />
      <RemoteSelect
        name="publisher_id"
        label={t('common.publisher')}
        required
        error={faulty === 'publisher_id'}
        value={values.publisher_id}
        onChange={(id) => set('publisher_id', id)}
        of={['publisher']}
        load={loadChoices('publisher')}
      />
      <Select
        name="goal_id"
        label={t('common.goal')}
        placeholder={t('conversions.theDefaultGoal')}
        clearable
        clearButtonProps={{ 'aria-label': t('common.clearGoal') }}
        disabled={goals.length === 0}
        data={goals}
        value={values.goal_id || null}
        onChange={(id) => set('goal_id', id ?? '')}
      />
    </SimpleGrid>
  );
}

const AmountsPart = ({ form }: PartProps) => (
  <>
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <TextInput
        label={t('common.transactionId')}
        description={t('conversions.repeatsAreKnownByIt')}
        {...typed(form, 'txn_id')}
      />
      <TextInput
        type="datetime-local"
        label={t('common.time')}
        description={t('conversions.emptyNow')}
        {...typed(form, 'at')}
      />
      <TextInput label={t('conversions.saleAmount')} inputMode="decimal" {...typed(form, 'sale_amount')} />
      <Select
        label={t('common.status')}
        data={conversionStatuses.map((one) => ({ value: one, label: words(one) }))}
        allowDeselect={false}
        value={form.values.status}
        onChange={(status) => form.set('status', status ?? 'approved')}
      />
      <TextInput
        label={t('common.revenue')}
        placeholder={t('conversions.byTheOffersRules')}
        inputMode="decimal"
        {...typed(form, 'revenue')}
      />
      <TextInput
        label={t('common.payout')}
        placeholder={t('conversions.byTheOffersRules')}
        inputMode="decimal"
        {...typed(form, 'payout')}
      />
    </SimpleGrid>
    <Textarea label={t('common.reason')} withAsterisk autosize minRows={2} {...typed(form, 'reason')} />
  </>
);
