// An account that is paid from: one for each currency. Banks take no address that is one line.
import { Button } from '@mantine/core';
import { OwnAccount as OwnAccountSchema } from '@tributary/contract/settings/paying';
import { FormModal } from '../../../kit/dialogs/form-modal.tsx';
import { SchemaForm } from '../../../kit/form/schema-form.tsx';
import { countryOptions } from '../../../kit/inputs/country-options.ts';
import { t } from '../../../words/admin.ts';
import type { OwnAccount, PaymentRules, SavePart } from './methods.tsx';

interface AccountDialogProps {
  account: OwnAccount | null;
  rules: PaymentRules;
  save: SavePart;
  close: () => void;
}

const blank: OwnAccount = {
  currency: '',
  name: '',
  iban: '',
  bic: '',
  street: '',
  building: '',
  postcode: '',
  town: '',
  country: '',
};

export function AccountDialog({ account, rules, save, close }: AccountDialogProps) {
  const title = account ? t('payment.editAccount', { currency: account.currency }) : t('payment.addAccount');
  const initial = account ? { ...account, country: account.country.toLowerCase() } : blank;
  return (
    <FormModal opened onClose={close} title={title} size={560}>
      <SchemaForm
        form={{
          fields: [
            { name: 'currency', label: t('payments.currency'), kind: 'text', required: true, half: true },
            { name: 'name', label: t('payment.accountName'), kind: 'text', required: true, half: true },
            { name: 'iban', label: t('payment.iban'), kind: 'text', required: true, half: true },
            { name: 'bic', label: t('payment.bic'), kind: 'text', half: true },
            { name: 'street', label: t('payment.street'), kind: 'text', half: true },
            { name: 'building', label: t('payment.houseNumber'), kind: 'text', half: true },
            { name: 'postcode', label: t('payment.postcode'), kind: 'text', half: true },
            { name: 'town', label: t('payment.town'), kind: 'text', required: true, half: true },
            {
              name: 'country',
              label: t('common.country'),
              kind: 'select',
              searchable: true,
              required: true,
              options: countryOptions(),
            },
          ],
          initial,
          schema: OwnAccountSchema,
          submit: t('common.save'),
          busy: t('common.saving'),
        }}
        keep={{ as: title, dialog: title }}
        send={async (values) => {
          const others = rules.accounts.filter((one) => one !== account);
          await save({ accounts: [...others, OwnAccountSchema.parse(values)] });
          close();
          return undefined;
        }}
        beside={
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
        }
      />
    </FormModal>
  );
}
