// What the workspace asks at sign-up, as fields of the form beside the specification's own.
import { type SignupForm, signupRoutes } from '@tributary/contract/accounts/signup';
import {
  type GivenAnswer,
  type GivenAnswers,
  inLanguage,
  type Question,
  readAnswer,
} from '@tributary/contract/settings/signup';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../kit/api/api.ts';
import type { Field } from '../kit/form/form-declaration.ts';
import type { Complaint } from '../kit/form/use-form.ts';
import { saidByServer } from '../words/said.ts';
import type { Language } from '../words/words.ts';
import { referralCode } from './referral.ts';
import type { useT } from './words.ts';

/** the names of the questions' fields, apart from the form's own */
export type AnswerName = `answer-${string}`;
const nameOf = ({ id }: Question): AnswerName => `answer-${id}`;

export function useSignupForm(kind: 'publisher' | 'advertiser') {
  const [search] = useSearchParams();
  const invitation = search.get('invitation') ?? undefined;
  const [ref] = useState(() => (kind === 'publisher' ? referralCode(search) : undefined));
  const [form, setForm] = useState<SignupForm | null>(null);
  const reload = useCallback(
    () =>
      call(signupRoutes.signupForm, { params: { kind }, query: { invitation } })
        .then(setForm)
        // the form's own fields are there without it; the server asks for what is missing
        .catch(() => undefined),
    [kind, invitation],
  );
  useEffect(() => {
    void reload();
  }, [reload]);
  return { form, invitation, ref, reload };
}

export function questionField(
  question: Question,
  language: Language,
  t: ReturnType<typeof useT>,
): Field<Record<AnswerName, unknown>> {
  const { kind, required, options } = question;
  const base = { name: nameOf(question), label: inLanguage(question.label, language), required };
  const choices = options.map((option) => ({ value: option.en, label: inLanguage(option, language) }));
  switch (kind) {
    case 'text':
      return { ...base, kind: 'text' };
    case 'long_text':
      return { ...base, kind: 'textarea' };
    case 'choice':
      return { ...base, kind: 'select', options: choices };
    case 'choices':
      return { ...base, kind: 'choices', options: choices };
    case 'yes_no':
      return {
        ...base,
        kind: 'select',
        options: [
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ],
      };
  }
}

const givenTo = ({ kind }: Question, value: unknown): GivenAnswer => {
  if (kind === 'yes_no') return value === 'yes' ? true : value === 'no' ? false : null;
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? value : null;
};

export const answersIn = (questions: readonly Question[], values: Readonly<Record<string, unknown>>): GivenAnswers =>
  Object.fromEntries(questions.map((question) => [question.id, givenTo(question, values[nameOf(question)])]));

/** the server's own rules, before it is asked */
export function firstUnanswered(
  questions: readonly Question[],
  values: Readonly<Record<string, unknown>>,
  language: Language,
): Complaint<Record<AnswerName, unknown>> | null {
  for (const question of questions) {
    const read = readAnswer(question, givenTo(question, values[nameOf(question)]), language);
    if (typeof read === 'string') return { field: nameOf(question), sentence: saidByServer(read) };
  }
  return null;
}
