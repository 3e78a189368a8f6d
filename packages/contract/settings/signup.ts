// Sign-up of a workspace's publishers and advertisers: who may sign up, and what is asked beside the form's own fields. The rules of
// an answer stand here, for the form and for the server.
import { z } from 'zod';
import { type Language, languages } from '../languages.ts';
import { section } from './section.ts';

export const MAX_QUESTIONS = 20;
export const MAX_OPTIONS = 30;
export const questionKinds = ['text', 'long_text', 'choice', 'choices', 'yes_no'] as const;
export type QuestionKind = (typeof questionKinds)[number];
/** by invitation: only with the code that the workspace hands out */
export const signupStates = ['open', 'invitation', 'closed'] as const;

const words = (max: number) => z.string().trim().max(max, `Please use at most ${max} characters`).default('');
/** English, and the other languages where somebody has written them; '' where not */
const said = (max: number, empty: string) =>
  z.strictObject({
    en: z.string().trim().min(1, empty).max(max, `Please use at most ${max} characters`),
    es: words(max),
    hi: words(max),
  });
export const Words = said(200, 'A question needs its text in English');
export type Words = z.output<typeof Words>;

export const Question = z
  .strictObject({
    /** stays the same when the question is worded anew */
    id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'A question needs an id of letters, digits and dashes'),
    kind: z.enum(questionKinds),
    required: z.boolean(),
    label: Words,
    /** of a choice; told apart by their English */
    options: z
      .array(said(200, 'A choice needs its text in English'))
      .max(MAX_OPTIONS, `At most ${MAX_OPTIONS} choices`),
  })
  .superRefine(({ kind, options }, context) => {
    const isChoice = kind === 'choice' || kind === 'choices';
    if (isChoice && options.length < 2)
      context.addIssue({ code: 'custom', path: ['options'], message: 'A question with choices needs at least two' });
    if (!isChoice && options.length > 0)
      context.addIssue({ code: 'custom', path: ['options'], message: 'Only a question with choices has any' });
    if (new Set(options.map(({ en }) => en.toLowerCase())).size < options.length)
      context.addIssue({ code: 'custom', path: ['options'], message: 'Two choices of a question are the same' });
  });
export type Question = z.output<typeof Question>;

const KindRules = z.strictObject({
  state: z.enum(signupStates),
  /** opens the form while sign-up is by invitation */
  invitation_code: z
    .string()
    .trim()
    .max(64, 'Please use at most 64 characters')
    .regex(/^[A-Za-z0-9_-]*$/, 'An invitation code may hold letters, digits, dashes and underscores'),
  questions: z
    .array(Question)
    .max(MAX_QUESTIONS, `At most ${MAX_QUESTIONS} questions`)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Two questions have the same id'),
});
const MIN_CODE = 8;
const Rules = KindRules.refine(
  ({ state, invitation_code: code }) => state !== 'invitation' || code.length >= MIN_CODE,
  { path: ['invitation_code'], message: `An invitation code needs at least ${MIN_CODE} characters` },
);
export type SignupRules = z.output<typeof Rules>;

const asItBegins: SignupRules = { state: 'open', invitation_code: '', questions: [] };
export const signupSection = section(
  'signup',
  'Sign-up',
  { publisher: Rules, advertiser: Rules },
  { publisher: asItBegins, advertiser: asItBegins },
);

/** by the question's id; a choice by its English */
export const GivenAnswers = z.record(
  z.string().max(40),
  z
    .union([
      z.string().max(4000, 'Please use at most 4000 characters'),
      z.array(z.string().max(200)).max(MAX_OPTIONS),
      z.boolean(),
    ])
    .nullable(),
);
export type GivenAnswers = z.output<typeof GivenAnswers>;
export type GivenAnswer = GivenAnswers[string];

export const MAX_ANSWER = { text: 500, long_text: 4000 } as const;
export const answerMessages = {
  missing: (label: string) => `Please answer: ${label}`,
  long: (label: string, max: number) => `${label}: please use at most ${max} characters`,
  unknown: (label: string) => `${label}: please choose one of the answers`,
  changed:
    'The questions or the terms have changed meanwhile. Please look at them again: what you typed is still there.',
};

export const inLanguage = (said: Words, language: Language): string => said[language] || said.en;

/** as it is kept: the question's own words and those of what was chosen, in every language that they had then */
export const KeptAnswer = z.object({
  id: z.string(),
  kind: z.enum(questionKinds),
  label: Words,
  /** null: left open */
  answer: z.union([z.string(), z.boolean(), z.array(Words)]).nullable(),
});
export type KeptAnswer = z.output<typeof KeptAnswer>;
export const SignupAnswers = z.object({ language: z.enum(languages), answers: z.array(KeptAnswer) });
export type SignupAnswers = z.output<typeof SignupAnswers>;

/** an answer as it is kept, or the sentence that says what is wrong with it */
export function readAnswer(
  question: Question,
  given: GivenAnswer | undefined,
  language: Language,
): KeptAnswer | string {
  const { id, kind, required, options } = question;
  const label = inLanguage(question.label, language);
  const kept = (answer: KeptAnswer['answer']): KeptAnswer => ({ id, kind, label: question.label, answer });
  const left = () => (required ? answerMessages.missing(label) : kept(null));
  if (kind === 'yes_no')
    return given === true || given === false ? kept(given) : isBlank(given) ? left() : answerMessages.unknown(label);
  if (kind === 'text' || kind === 'long_text') {
    if (isBlank(given)) return left();
    if (typeof given !== 'string') return answerMessages.unknown(label);
    const text = given.trim();
    return text.length > MAX_ANSWER[kind] ? answerMessages.long(label, MAX_ANSWER[kind]) : kept(text);
  }
  if (isBlank(given)) return left();
  const named = Array.isArray(given) ? given : [String(given)];
  const chosen = options.filter(({ en }) => named.includes(en));
  const isKnown = chosen.length === new Set(named).size && (kind === 'choices' || named.length === 1);
  return isKnown ? kept(chosen) : answerMessages.unknown(label);
}
const isBlank = (given: GivenAnswer | undefined): boolean =>
  given === undefined ||
  given === null ||
  (typeof given === 'string' && given.trim() === '') ||
  (Array.isArray(given) && given.length === 0);

/** an answer in the reader's words */
export function answerText({ answer }: KeptAnswer, language: Language, words: { yes: string; no: string }): string {
  if (answer === null) return '';
  if (typeof answer === 'boolean') return answer ? words.yes : words.no;
  return typeof answer === 'string' ? answer : answer.map((one) => inLanguage(one, language)).join(', ');
}
