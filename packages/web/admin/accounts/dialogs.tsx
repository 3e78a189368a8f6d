// The add and edit dialogs (the specification, Console and Sentences).
import { type AccountRecord, CreateAccountBody } from '@tributary/contract/accounts/accounts';
import { signupMessages } from '@tributary/contract/messages';
import { z } from 'zod';
import { call } from '../../kit/api/api.ts';
import type { Field } from '../../kit/form/form-declaration.ts';
import { TermsLabel } from '../../kit/form/terms-label.tsx';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { t } from '../../words/admin.ts';
import { type AccountWords, createSentences, editSentences } from './words.ts';

interface Person {
  first_name: string;
  last_name: string;
  email: string;
  company: string;
  reference_id: string;
  tax_id: string;
  referred_by: string;
  managers: string;
}
interface NewPerson extends Person {
  password: string;
  terms: boolean;
}

const nameFields = [
  { name: 'first_name', label: t('accounts.firstName'), kind: 'text', required: true, half: true },
  { name: 'last_name', label: t('accounts.lastName'), kind: 'text', required: true, half: true },
  { name: 'email', label: t('accounts.email'), kind: 'email', required: true },
] as const satisfies readonly Field<Person>[];

const optionalFields = [
  { name: 'company', label: t('accounts.company'), kind: 'text', half: true },
  { name: 'reference_id', label: t('accounts.referenceId'), kind: 'text', half: true },
  { name: 'tax_id', label: t('accounts.taxId'), kind: 'text', half: true },
  { name: 'referred_by', label: t('accounts.referredBy'), kind: 'text', half: true },
  { name: 'managers', label: t('accounts.managers'), kind: 'text' },
] as const satisfies readonly Field<Person>[];

const blank: Person = {
  first_name: '',
  last_name: '',
  email: '',
  company: '',
  reference_id: '',
  tax_id: '',
  referred_by: '',
  managers: '',
};

const AGREE = t('accounts.iAgreeToTheTerms');
const NewPersonForm = CreateAccountBody.extend({ terms: z.literal(true, { error: signupMessages.terms }) });

export const addDialog = (words: AccountWords) =>
  formDialog<AccountRecord, NewPerson>({
    title: t('accounts.addNew', { One: words.One }),
    form: () => ({
      fields: [
        ...nameFields,
        {
          name: 'password',
          label: t('accounts.password'),
          kind: 'password',
          required: true,
          autoComplete: 'new-password',
        },
        ...optionalFields,
        {
          name: 'terms',
          label: AGREE,
          kind: 'checkbox',
          content: <TermsLabel text={AGREE} link={t('accounts.termsAndConditions')} />,
        },
      ],
      initial: { ...blank, password: '', terms: false },
      schema: NewPersonForm,
      submit: t('accounts.create', { One: words.One }),
      busy: t('common.creating'),
      sentences: createSentences(words),
    }),
    send: ({ terms: _terms, ...body }, _row, context) => call(words.routes.create, { body }, context),
    message: words.createdMessage,
    success: words.createdToast,
  });

export const editDialog = (words: AccountWords) =>
  formDialog<AccountRecord, Person>({
    title: t('accounts.edit2', { One: words.One }),
    form: (row) => ({
      fields: [...nameFields, ...optionalFields],
      initial: {
        first_name: row?.first_name ?? '',
        last_name: row?.last_name ?? '',
        email: row?.email ?? '',
        company: row?.company ?? '',
        reference_id: row?.reference_id ?? '',
        tax_id: row?.tax_id ?? '',
        referred_by: row?.referred_by ?? '',
        managers: row?.managers ?? '',
      },
      nativeRequired: true,
      submit: t('accounts.saveChanges'),
      busy: t('common.saving'),
      sentences: editSentences(words),
    }),
    send: async (values, row, context) => {
      if (!row) return;
      const body = { data: { id: row.id, ...values }, user_id: context.session.user.id };
      await call(words.routes.edit, { params: { id: row.id }, body }, context);
    },
    success: t('accounts.updatedSuccessfully', { One: words.One }),
  });
