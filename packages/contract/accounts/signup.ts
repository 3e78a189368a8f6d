// Public sign-up of publishers and advertisers, and the publisher's fuller registration as the step after it.
import { z } from 'zod';
import { MIN_PASSWORD_LENGTH, signupMessages } from '../messages.ts';
import { anyone, route } from '../route.ts';
import { HONEYPOT_FIELD } from '../site/honeypot.ts';
import { usageTypes } from '../site/trial-form.ts';

const required = (sentence: string, max: number) =>
  z.string({ error: sentence }).trim().min(1, sentence).max(max, `Please use at most ${max} characters`);

/** in the specification's order of checks; shared by both sign-ups and by the account manager's "Add New" dialogs */
export const newPersonFields = {
  first_name: required(signupMessages.firstName, 100),
  last_name: required(signupMessages.lastName, 100),
  email: required(signupMessages.email, 320).pipe(z.email('Please enter a valid email address')),
  password: z
    .string({ error: signupMessages.password })
    .refine((text) => text.trim().length > 0, { message: signupMessages.password, abort: true })
    .refine((text) => text.trim().length >= MIN_PASSWORD_LENGTH, signupMessages.passwordLength)
    .refine((text) => new TextEncoder().encode(text).length <= 1024, 'Password is too long'),
} as const;

export const SignupBody = z.object({ ...newPersonFields, [HONEYPOT_FIELD]: z.string().nullish() });

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
    errors: ['invalid_request', 'invalid_input', 'password_refused', 'forbidden', 'rate_limited', 'busy'],
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

export const signupRoutes = {
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
