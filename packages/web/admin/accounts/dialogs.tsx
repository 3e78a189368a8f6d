// The add and edit dialogs (seed 001, sections 3, 5 and 8).
import { type AccountRecord, CreateAccountBody } from '@tributary/contract/accounts';
import { signupMessages } from '@tributary/contract/messages';
import { z } from 'zod';
import { call } from '../../kit/api.ts';
import type { Field } from '../../kit/form/form-declaration.ts';
import { TermsLabel } from '../../kit/form/terms-label.tsx';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
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
  { name: 'first_name', label: 'First Name', kind: 'text', required: true, half: true },
  { name: 'last_name', label: 'Last Name', kind: 'text', required: true, half: true },
  { name: 'email', label: 'Email', kind: 'email', required: true },
] as const satisfies readonly Field<Person>[];

const optionalFields = [
  { name: 'company', label: 'Company', kind: 'text', half: true },
  { name: 'reference_id', label: 'Reference ID', kind: 'text', half: true },
  { name: 'tax_id', label: 'Tax ID', kind: 'text', half: true },
  { name: 'referred_by', label: 'Referred By', kind: 'text', half: true },
  { name: 'managers', label: 'Managers', kind: 'text' },
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

const AGREE = 'I agree to the terms and conditions';
const NewPersonForm = CreateAccountBody.extend({ terms: z.literal(true, { error: signupMessages.terms }) });

export const addDialog = (words: AccountWords) =>
  formDialog<AccountRecord, NewPerson>({
    title: `Add New ${words.One}`,
    form: () => ({
      fields: [
        ...nameFields,
        { name: 'password', label: 'Password', kind: 'password', required: true, autoComplete: 'new-password' },
        ...optionalFields,
        {
          name: 'terms',
          label: AGREE,
          kind: 'checkbox',
          content: <TermsLabel text={AGREE} link="terms and conditions" />,
        },
      ],
      initial: { ...blank, password: '', terms: false },
      schema: NewPersonForm,
      submit: `Create ${words.One}`,
      busy: 'Creating...',
      sentences: createSentences(words),
    }),
    send: ({ terms: _terms, ...body }, _row, context) => call(words.routes.create, { body }, context),
    message: words.createdMessage,
    success: words.createdToast,
  });

export const editDialog = (words: AccountWords) =>
  formDialog<AccountRecord, Person>({
    title: `Edit ${words.One}`,
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
      submit: 'Save Changes',
      busy: 'Saving...',
      sentences: editSentences(words),
    }),
    send: async (values, row, context) => {
      if (!row) return;
      const body = { data: { id: row.id, ...values }, user_id: context.session.user.id };
      await call(words.routes.edit, { params: { id: row.id }, body }, context);
    },
    success: `${words.One} updated successfully!`,
  });
