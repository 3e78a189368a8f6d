// Public sign-up of publishers and advertisers: one form, two doors (the specification, Signing in and up). The account waits
// for an account manager; a publisher may then say more about himself.
import { Stack } from '@mantine/core';
import { signupRoutes } from '@tributary/contract/accounts/signup';
import { MIN_PASSWORD_LENGTH } from '@tributary/contract/messages';
import type { Question } from '@tributary/contract/settings/signup';
import { useRef, useState } from 'react';
import { call } from '../kit/api/api.ts';
import { ApiError } from '../kit/api/api-error.ts';
import type { Field } from '../kit/form/form-declaration.ts';
import { FormMessage } from '../kit/form/form-message.tsx';
import { SchemaForm } from '../kit/form/schema-form.tsx';
import { TermsLabel } from '../kit/form/terms-label.tsx';
import type { Complaint } from '../kit/form/use-form.ts';
import { LinkButton } from '../kit/link-button.tsx';
import { HoneypotField, honeypotOf } from '../ui/honeypot-field.tsx';
import { type Language, useLanguage } from '../words/words.ts';
import { Registration } from './registration.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { type AnswerName, answersIn, firstUnanswered, questionField, useSignupForm } from './use-signup-form.ts';
import { useT } from './words.ts';

interface Person extends Record<AnswerName, unknown> {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  terms: boolean;
}

type T = ReturnType<typeof useT>;
type Kind = 'publisher' | 'advertiser';

/** the specification's order, after trimming */
function check(t: T, person: Person, questions: readonly Question[], language: Language): Complaint<Person> | null {
  if (!person.first_name.trim()) return { field: 'first_name', sentence: t('firstNameRequired') };
  if (!person.last_name.trim()) return { field: 'last_name', sentence: t('lastNameRequired') };
  if (!person.email.trim()) return { field: 'email', sentence: t('emailRequired') };
  const password = person.password.trim();
  if (!password) return { field: 'password', sentence: t('passwordRequired') };
  if (password.length < MIN_PASSWORD_LENGTH) return { field: 'password', sentence: t('passwordLength') };
  const unanswered = firstUnanswered(questions, { ...person }, language);
  if (unanswered) return unanswered;
  return person.terms ? null : { field: 'terms', sentence: t('termsRequired') };
}

const fieldsIn = (t: T, kind: Kind, asked: readonly Field<Person>[]): Field<Person>[] => [
  { name: 'first_name', label: t('firstName'), kind: 'text', half: true, autoComplete: 'given-name' },
  { name: 'last_name', label: t('lastName'), kind: 'text', half: true, autoComplete: 'family-name' },
  { name: 'email', label: t('email'), kind: 'email', autoComplete: 'email' },
  { name: 'password', label: t('password'), kind: 'password', help: t('passwordHelp'), autoComplete: 'new-password' },
  ...asked,
  {
    name: 'terms',
    label: t('agree'),
    kind: 'checkbox',
    content: <TermsLabel text={t('agree')} link={t('agreeLink')} audience={kind} />,
  },
];

export function Signup({ kind }: { kind: Kind }) {
  const t = useT();
  const language = useLanguage();
  const { form, invitation, ref, reload } = useSignupForm(kind);
  const questions = form?.questions ?? [];
  const [registration, setRegistration] = useState<string | null>(null);
  const honeypot = useRef<HTMLInputElement>(null);
  const title = kind === 'publisher' ? t('publisherSignupTitle') : t('advertiserSignupTitle');
  const purpose = kind === 'publisher' ? t('publisherSignupPurpose') : t('advertiserSignupPurpose');
  const back = (
    <LinkButton to="/" variant="subtle" fullWidth h={40}>
      {t('backToLogin')}
    </LinkButton>
  );
  if (registration !== null) {
    return (
      <SignInFrame title={title}>
        <Stack gap="lg">
          <FormMessage message={{ tone: 'success', text: t('signupSuccess') }} />
          {kind === 'publisher' && <Registration registration={registration} />}
          {back}
        </Stack>
      </SignInFrame>
    );
  }
  if (form && form.state !== 'open') {
    return (
      <SignInFrame title={title}>
        <Stack gap="lg">
          <p>{form.state === 'closed' ? t('signupClosed') : t('signupByInvitation')}</p>
          {back}
        </Stack>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={title} purpose={purpose}>
      <SchemaForm<Person>
        fullWidth
        beside={
          <>
            {back}
            <HoneypotField input={honeypot} />
          </>
        }
        form={{
          fields: fieldsIn(
            t,
            kind,
            questions.map((question) => questionField(question, language, t)),
          ),
          initial: { first_name: '', last_name: '', email: '', password: '', terms: false },
          check: (person) => check(t, person, questions, language),
          submit: t('signUp'),
          busy: t('signingUp'),
          sentences: {
            encryption: t('signupEncryption'),
            decryption: t('signupDecryption'),
            network: t('network'),
            failed: t('signupFailed'),
          },
        }}
        send={async ({ first_name, last_name, email, password, terms: _agreed, ...given }) => {
          const person = {
            ...{ first_name: first_name.trim(), last_name: last_name.trim(), email: email.trim(), password },
            ...(ref ? { ref } : {}),
            ...(form &&
              (questions.length > 0 || form.terms_id !== null || invitation) && {
                answers: answersIn(questions, given),
                form_version: form.version,
                terms_id: form.terms_id,
                language,
                invitation,
              }),
          };
          const route = kind === 'publisher' ? signupRoutes.publisherSignup : signupRoutes.advertiserSignup;
          try {
            setRegistration((await call(route, { body: { ...person, ...honeypotOf(honeypot) } })).registration);
          } catch (error) {
            // the workspace may ask otherwise by now: the new form takes over what was typed
            if (error instanceof ApiError && error.failure.kind === 'refused') await reload();
            throw error;
          }
          return undefined;
        }}
      />
    </SignInFrame>
  );
}
