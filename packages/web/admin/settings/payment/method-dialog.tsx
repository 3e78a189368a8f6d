// One method: whether it is offered, what it costs, from which sum on, and the columns of its file where there are any.
import { Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { MethodRules, type PaymentColumn, paymentColumnFields } from '@tributary/contract/settings/paying';
import { FormModal } from '../../../kit/dialogs/form-modal.tsx';
import { FormMessage } from '../../../kit/form/form-message.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { newKey } from '../../../kit/inputs/row-keys.ts';
import { RowList } from '../../../kit/inputs/row-list.tsx';
import { t } from '../../../words/admin.ts';
import { saidByServer } from '../../../words/said.ts';
import { methodWords } from '../../payouts/payments/words.ts';
import { hasColumns, type Method, type PaymentRules, type SavePart } from './methods.tsx';

interface MethodDialogProps {
  method: Method;
  rules: PaymentRules;
  save: SavePart;
  close: () => void;
}

const columnWords: Record<PaymentColumn['field'], string> = {
  recipient: t('payment.columnRecipient'),
  name: t('payment.columnName'),
  latin_name: t('payment.columnLatinName'),
  email: t('payment.columnEmail'),
  amount: t('payouts.amount'),
  currency: t('payments.currency'),
  id: t('payments.reference'),
  text: t('payouts.document'),
  bic: t('payment.bic'),
  network: t('payment.columnNetwork'),
  street: t('payment.street'),
  building: t('payment.houseNumber'),
  postcode: t('payment.postcode'),
  town: t('payment.town'),
  country: t('common.country'),
  fixed: t('payment.columnFixed'),
};

type Keyed = PaymentColumn & { key: string };
interface Values {
  is_on: boolean;
  fee: string;
  minimum: string;
  columns: Keyed[];
}

const plain = ({ key: _key, fixed, ...column }: Keyed): PaymentColumn => ({
  ...column,
  ...(column.field === 'fixed' ? { fixed: fixed ?? '' } : {}),
});

export function MethodDialog({ method, rules, save, close }: MethodDialogProps) {
  const { kind } = method;
  const ruleOf = ({ columns, ...rest }: Values) => ({ kind, ...rest, columns: columns.map(plain) });
  const { values, set, message, busy, faulty, onSubmit } = useForm<Values>(
    {
      is_on: method.is_on,
      fee: method.fee,
      minimum: method.minimum,
      columns: method.columns.map((column) => ({ ...column, key: newKey() })),
    },
    {
      check: (entered) => {
        const issue = MethodRules.safeParse(ruleOf(entered)).error?.issues[0];
        if (!issue) return null;
        const field = (['fee', 'minimum', 'columns'] as const).find((one) => one === issue.path[0]) ?? 'fee';
        return { field, sentence: saidByServer(issue.message) };
      },
      send: async (entered) => {
        const next = ruleOf(entered);
        await save({ methods: rules.methods.map((one) => (one.kind === kind ? next : one)) });
        close();
        return undefined;
      },
    },
  );
  const change = (key: string, part: Partial<PaymentColumn>) =>
    set(
      'columns',
      values.columns.map((one) => (one.key === key ? { ...one, ...part } : one)),
    );
  const heads = [t('payment.heading'), t('payment.holds'), t('payment.always')] as const;
  return (
    <FormModal opened onClose={close} title={methodWords[kind]} size={hasColumns(kind) ? 760 : 480}>
      <form onSubmit={onSubmit}>
        <Stack>
          <FormMessage message={message} />
          <Switch
            label={t('payment.offerIt')}
            description={t('payment.offerItHelp')}
            checked={values.is_on}
            onChange={(event) => set('is_on', event.currentTarget.checked)}
          />
          <TextInput
            name="fee"
            label={t('payments.fee')}
            description={t('payment.feeHelp')}
            error={faulty === 'fee'}
            value={values.fee}
            onChange={(event) => set('fee', event.currentTarget.value)}
          />
          <TextInput
            name="minimum"
            label={t('payment.methodMinimum')}
            description={t('payment.methodMinimumHelp')}
            error={faulty === 'minimum'}
            value={values.minimum}
            onChange={(event) => set('minimum', event.currentTarget.value)}
          />
          {hasColumns(kind) && (
            <RowList
              label={t('payment.columns')}
              help={t('payment.columnsHelp')}
              columns={heads}
              rows={values.columns}
              nameOf={({ heading }) => heading}
              cells={(row) => [
                <TextInput
                  key="heading"
                  aria-label={heads[0]}
                  value={row.heading}
                  onChange={(event) => change(row.key, { heading: event.currentTarget.value })}
                />,
                <Select
                  key="field"
                  aria-label={heads[1]}
                  data={paymentColumnFields.map((value) => ({ value, label: columnWords[value] }))}
                  allowDeselect={false}
                  value={row.field}
                  onChange={(value) => {
                    const field = paymentColumnFields.find((one) => one === value);
                    if (field) change(row.key, { field });
                  }}
                />,
                <TextInput
                  key="fixed"
                  aria-label={heads[2]}
                  disabled={row.field !== 'fixed'}
                  value={row.field === 'fixed' ? (row.fixed ?? '') : ''}
                  onChange={(event) => change(row.key, { fixed: event.currentTarget.value })}
                />,
              ]}
              remove={(key) =>
                set(
                  'columns',
                  values.columns.filter((one) => one.key !== key),
                )
              }
              add={
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => set('columns', [...values.columns, { key: newKey(), heading: '', field: 'text' }])}
                >
                  {t('payment.addColumn')}
                </Button>
              }
              empty={t('payment.noColumns')}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={busy}>
              {busy ? t('common.saving') : t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
