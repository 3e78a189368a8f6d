// Public sign-up of publishers and advertisers, and the publisher's fuller registration as the step after it.
import { z } from 'zod';
import { languages } from '../languages.ts';
import { MIN_PASSWORD_LENGTH, signupMessages } from '../messages.ts';
import { anyone, route } from '../route.ts';
import { GivenAnswers, Question, signupStates } from '../settings/signup.ts';
import { HONEYPOT_FIELD } from '../site/honeypot.ts';
import { usageTypes } from '../site/trial-form.ts';

/** what is asked of a person is one line, whatever was pasted: it stands in mails and files */
const BREAKS = /[\s\p{Cc}]+/gu;
const required = (sentence: string, max: number) =>
  z
    .string({ error: sentence })
    .overwrite((text) => text.replaceAll(BREAKS, ' ').trim())
    .min(1, sentence)
    .max(max, `Please use at most ${max} characters`);

/** a name is one line, whatever was pasted: it stands in mails and files */
const ONE_LINE = /[\s\p{Cc}]+/gu;
const name = (sentence: string) =>
  z
    .string({ error: sentence })
    .overwrite((text) => text.replaceAll(ONE_LINE, ' ').trim())
    .min(1, sentence)
    .max(100, 'Please use at most 100 characters');

/** in the specification's order of checks; shared by both sign-ups and by the account manager's "Add New" dialogs */
export const newPersonFields = {
  first_name: name(signupMessages.firstName),
  last_name: name(signupMessages.lastName),
  email: required(signupMessages.email, 320).pipe(z.email('Please enter a valid email address')),
  password: z
    .string({ error: signupMessages.password })
    .refine((text) => text.trim().length > 0, { message: signupMessages.password, abort: true })
    .refine((text) => text.trim().length >= MIN_PASSWORD_LENGTH, signupMessages.passwordLength)
    .refine((text) => new TextEncoder().encode(text).length <= 1024, 'Password is too long'),
} as const;

export const SignupBody = z.object({
  ...newPersonFields,
  [HONEYPOT_FIELD]: z.string().nullish(),
  /** to what the workspace asks beside; by the question's id */
  answers: GivenAnswers.nullish(),
  /** of the form that was shown: where it is another by now, the answer says so */
  form_version: z.string().max(64).nullish(),
  /** the terms that were agreed to; whoever names none is asked for them at the first sign-in */
  terms_id: z.string().max(40).nullish(),
  invitation: z.string().max(64).nullish(),
  /** of the publisher whose link led here; one that is nobody's is left out */
  ref: z.string().max(64).nullish(),
  language: z.enum(languages).nullish(),
});

/** a language's text of the terms; English where nobody has written that one */
export const TermsText = z.object({
  id: z.string(),
  number: z.int(),
  effective_at: z.int(),
  language: z.enum(languages),
  html: z.string(),
});
export type TermsText = z.output<typeof TermsText>;

export const SignupForm = z.object({
  /** closed to this visitor, or in general; by invitation: the code is missing or no longer good */
  state: z.enum(signupStates),
  version: z.string(),
  questions: z.array(Question),
  /** null where the workspace has published none: then those that every workspace begins with hold */
  terms_id: z.string().nullable(),
});
export type SignupForm = z.output<typeof SignupForm>;

const signup = (who: 'publisher' | 'advertiser') =>
  route({
    method: 'POST',
    path: `/api/${who}-signup`,
    summary: `Signs a ${who} up; the account waits for an account manager's approval`,
    access: anyone('tenant'),
    wire: 'envelope',
    headers: ['csrf', 'requested-with', 'client-version', 'subdomain'],
    body: SignupBody,
    /** opens the registration step; the same for an address that is known already */
    reply: z.object({ registration: z.string() }),
    errors: ['invalid_request', 'invalid_input', 'password_refused', 'forbidden', 'conflict', 'rate_limited', 'busy'],
    rates: ['public-signup', 'public-signup-tenant'],
  });

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .nullish()
    .transform((text) => text || null);

export const RegistrationAnswers = z.object({
  usage_types: z
    .array(z.enum(usageTypes), { error: 'Please choose at least one usage type' })
    .min(1, 'Please choose at least one usage type'),
  company: optionalText(200),
  website: optionalText(500).refine(
    (url) => url === null || /^https?:\/\/\S+\.\S+$/.test(url),
    'Please enter a web address that begins with http:// or https://',
  ),
  country: optionalText(2),
  phone: optionalText(40),
  messenger: optionalText(100),
  traffic: optionalText(2000),
});
export type RegistrationAnswers = z.output<typeof RegistrationAnswers>;

export const partnerKinds = ['publisher', 'advertiser'] as const;
const ofKind = z.object({ kind: z.enum(partnerKinds) });

export const signupRoutes = {
  signupForm: route({
    method: 'GET',
    path: '/api/signup-form/{kind}',
    summary: 'Whether publishers or advertisers can sign up, what is asked, and which terms they agree to',
    access: anyone('tenant'),
    wire: 'json',
    headers: ['subdomain'],
    params: ofKind,
    names: { noId: 'one of two kinds' },
    query: z.object({ invitation: z.string().max(64).optional() }),
    reply: SignupForm,
    errors: [],
    rates: ['signup-form'],
  }),
  termsInForce: route({
    method: 'GET',
    path: '/api/terms-in-force/{kind}',
    summary: 'The terms that hold for publishers or advertisers, in a language or else in English',
    access: anyone('tenant'),
    wire: 'json',
    headers: ['subdomain'],
    params: ofKind,
    names: { noId: 'one of two kinds' },
    query: z.object({ language: z.enum(languages).optional() }),
    reply: z.object({ terms: TermsText.nullable() }),
    errors: [],
    rates: ['signup-form'],
  }),
  publisherSignup: signup('publisher'),
  advertiserSignup: signup('advertiser'),
  publisherRegistration: route({
    method: 'POST',
    path: '/api/publisher-registration',
    summary: "Stores a new publisher's answers for the account managers who decide",
    access: anyone('tenant'),
    wire: 'json',
    headers: ['subdomain'],
    body: RegistrationAnswers.extend({ registration: z.string().min(1).max(100) }),
    reply: z.object({ saved: z.literal(true) }),
    errors: ['invalid_input', 'forbidden', 'rate_limited'],
    rates: ['public-signup'],
  }),
};
