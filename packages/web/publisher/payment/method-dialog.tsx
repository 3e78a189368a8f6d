// Says where one is paid: the fields of the method that is chosen, and the password.
import { Alert, Button, Select, Stack } from '@mantine/core';
import {
  METHOD_HOLD_HOURS,
  type MethodKind,
  networks,
  type OwnMethod,
  payingRoutes,
} from '@tributary/contract/billing/paying';
import { isCurrency } from '@tributary/contract/tracker/receipt-rules';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import type { Field } from '../../kit/form/form-declaration.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { allCountries } from '../../kit/inputs/country-selection.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { money } from '../../ui/format.ts';
import { t } from '../../words/publisher.ts';
import { methodWords } from './words.ts';

const nothing = {
  name: '',
  recipient: '',
  bic: '',
  network: '',
  street: '',
  building: '',
  postcode: '',
  town: '',
  country: '',
  currency: '',
  password: '',
};
type Values = typeof nothing;

const text = (name: keyof Values, label: string, more: Partial<Field<Values>> = {}): Field<Values> =>
  ({ name, label, kind: 'text', half: true, autoComplete: 'off', ...more }) as Field<Values>;
const currencies = (): Field<Values> => ({
  name: 'currency',
  label: t('payment.currency'),
  kind: 'select',
  half: true,
  required: true,
  searchable: true,
  options: Intl.supportedValuesOf('currency')
    .filter(isCurrency)
    .map((code) => ({ value: code, label: code })),
});
const country = (required: boolean): Field<Values> => ({
  name: 'country',
  label: t('payment.country'),
  kind: 'select',
  half: true,
  required,
  searchable: true,
  options: allCountries().map(({ code, name }) => ({ value: code, label: name })),
});
const name = () => text('name', t('payment.payee'), { required: true, help: t('payment.payeeHelp'), half: false });
const to = (label: string, help: string, more: Partial<Field<Values>> = {}) =>
  text('recipient', label, { required: true, help, half: false, ...more });

/** what only one currency can be is not asked */
const onlyIn: Partial<Record<MethodKind, string>> = { upi: 'INR', usdt: 'USD' };
const fieldsOf: Record<MethodKind, () => Field<Values>[]> = {
  bank: () => [
    name(),
    to(t('payment.iban'), t('payment.ibanHelp')),
    text('bic', t('payment.bic'), { help: t('payment.bicHelp') }),
    currencies(),
    text('street', t('payment.street')),
    text('building', t('payment.building')),
    text('postcode', t('payment.postcode')),
    text('town', t('payment.town'), { required: true }),
    country(true),
  ],
  paypal: () => [name(), to(t('payment.paypalEmail'), t('payment.paypalHelp'), { kind: 'email' }), currencies()],
  wise: () => [name(), to(t('payment.wiseTo'), t('payment.wiseHelp')), country(false), currencies()],
  payoneer: () => [name(), to(t('payment.payoneerTo'), t('payment.payoneerHelp')), currencies()],
  upi: () => [name(), to(t('payment.upiTo'), t('payment.upiHelp'))],
  usdt: () => [
    name(),
    {
      name: 'network',
      label: t('payment.network'),
      kind: 'select',
      required: true,
      help: t('payment.networkHelp'),
      options: networks.map((one) => ({ value: one, label: one })),
    },
    to(t('payment.wallet'), t('payment.walletHelp')),
  ],
  'by-hand': () => [name(), to(t('payment.how'), t('payment.howHelp')), currencies()],
};
const password = (): Field<Values> => ({
  name: 'password',
  label: t('payment.password'),
  kind: 'password',
  required: true,
  help: t('payment.passwordHelp'),
  autoComplete: 'current-password',
});

/** undefined where it costs nothing and pays any sum */
const costText = ({ fee, minimum }: OwnMethod['methods'][number], home: string): string | undefined =>
  [
    fee !== '0' && t('payment.fee', { fee: money(fee, home) }),
    minimum !== '0' && t('payment.paidFrom', { minimum: money(minimum, home) }),
  ]
    .filter(Boolean)
    .join(' ') || undefined;

interface MethodDialogProps {
  own: OwnMethod;
  close: () => void;
  changed: () => Promise<void>;
}

export function MethodDialog({ own, close, changed }: MethodDialogProps) {
  const { session } = useSession();
  const offered = own.methods.map(({ kind }) => kind);
  const first = own.method && offered.includes(own.method.kind) ? own.method.kind : offered[0];
  const [kind, setKind] = useState<MethodKind | undefined>(first);
  if (!kind) return null;
  const chosen = own.methods.find((one) => one.kind === kind);
  const send = async ({ currency, password: typed, network, ...details }: Values) => {
    const body = {
      kind,
      currency: onlyIn[kind] ?? currency,
      details: { ...details, network: networks.find((one) => one === network) ?? ('' as const) },
      password: typed,
    };
    await call(payingRoutes.setPayoutMethod, { body }, { session });
    close();
    toast.success(t('payment.methodSaved'));
    await changed();
    return undefined;
  };
  return (
    <FormModal
      opened
      onClose={close}
      title={own.method ? t('payment.changeMethod') : t('payment.addMethod')}
      size={560}
    >
      <Stack gap="md">
        {own.method && (
          <Alert role="status" color="yellow">
            {t('payment.changeHolds', { count: METHOD_HOLD_HOURS })}
          </Alert>
        )}
        <Select
          label={t('payment.method')}
          data={offered.map((one) => ({ value: one, label: methodWords[one] }))}
          value={kind}
          allowDeselect={false}
          description={chosen && costText(chosen, own.home_currency)}
          onChange={(next) => setKind(offered.find((one) => one === next) ?? kind)}
        />
        <SchemaForm
          key={kind}
          form={{
            fields: [...fieldsOf[kind](), password()],
            initial: { ...nothing, currency: own.method?.currency ?? own.home_currency },
            submit: t('payment.save'),
            busy: t('payment.saving'),
          }}
          keep={{ as: kind, dialog: t('payment.changeMethod') }}
          send={send}
          beside={
            <Button variant="default" onClick={close}>
              {t('payment.cancel')}
            </Button>
          }
        />
      </Stack>
    </FormModal>
  );
}
