// The tax profile as a form.
import { Button } from '@mantine/core';
import { billingTermsRoutes as routes, type TaxProfile, taxForms, taxParties } from '@tributary/contract/billing/terms';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import type { FormDeclaration } from '../../kit/form/form-declaration.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { allCountries } from '../../kit/inputs/country-selection.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/publisher.ts';
import { partyWords } from './words.ts';

interface Values {
  party: string;
  legal_name: string;
  country: string;
  vat_id: string;
  street: string;
  house_number: string;
  postcode: string;
  town: string;
  form: string;
  form_expires_on: string;
}
const NONE = 'none';

const formOf = (profile: TaxProfile): FormDeclaration<Values> => ({
  fields: [
    {
      name: 'party',
      label: t('payment.party'),
      kind: 'select',
      half: true,
      required: true,
      options: taxParties.map((value) => ({ value, label: partyWords[value] })),
    },
    {
      name: 'country',
      label: t('payment.country'),
      kind: 'select',
      half: true,
      required: true,
      searchable: true,
      options: allCountries().map(({ code, name }) => ({ value: code, label: name })),
    },
    { name: 'legal_name', label: t('payment.legalName'), kind: 'text', required: true, autoComplete: 'organization' },
    { name: 'street', label: t('payment.street'), kind: 'text', half: true, required: true },
    { name: 'house_number', label: t('payment.building'), kind: 'text', half: true },
    { name: 'postcode', label: t('payment.postcode'), kind: 'text', half: true },
    { name: 'town', label: t('payment.town'), kind: 'text', half: true, required: true },
    { name: 'vat_id', label: t('payment.vatId'), kind: 'text', help: t('payment.vatIdHelp') },
    {
      name: 'form',
      label: t('payment.form'),
      kind: 'select',
      half: true,
      help: t('payment.formHelp'),
      options: [{ value: NONE, label: t('payment.noForm') }, ...taxForms.map((value) => ({ value, label: value }))],
    },
    { name: 'form_expires_on', label: t('payment.formUntil'), kind: 'date', half: true, help: t('payment.untilHelp') },
  ],
  initial: {
    party: profile.party,
    legal_name: profile.legal_name,
    country: profile.country,
    vat_id: profile.vat_id ?? '',
    street: profile.street,
    house_number: profile.house_number,
    postcode: profile.postcode,
    town: profile.town,
    form: profile.form ?? NONE,
    form_expires_on: profile.form_expires_on ?? '',
  },
  submit: t('payment.save'),
  busy: t('payment.saving'),
});

interface TaxDialogProps {
  profile: TaxProfile;
  close: () => void;
  changed: () => Promise<void>;
}

export function TaxDialog({ profile, close, changed }: TaxDialogProps) {
  const { session } = useSession();
  const send = async ({ party, vat_id, form, form_expires_on, ...rest }: Values) => {
    const body = {
      ...rest,
      version: profile.version,
      party: taxParties.find((one) => one === party) ?? 'person',
      vat_id: vat_id.trim() || null,
      form: taxForms.find((one) => one === form) ?? null,
      form_expires_on: form_expires_on || null,
    };
    await call(routes.saveOwnTaxProfile, { body }, { session });
    close();
    toast.success(t('payment.profileSaved'));
    await changed();
    return undefined;
  };
  return (
    <FormModal opened onClose={close} title={t('payment.tax')} size={560}>
      <SchemaForm
        form={formOf(profile)}
        send={send}
        keep={{ as: 'tax-profile', dialog: t('payment.tax') }}
        beside={
          <Button variant="default" onClick={close}>
            {t('payment.cancel')}
          </Button>
        }
      />
    </FormModal>
  );
}
