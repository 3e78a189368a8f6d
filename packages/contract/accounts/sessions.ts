// Signing in and out, and passwords.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { loginMessages, MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH, signupMessages } from '../messages.ts';
import { anyone, route, session } from '../route.ts';
import { FactorCode, PasskeyAnswer } from './factors.ts';
import { hideableNames } from './hidden.ts';
import { needs, sectionNames } from './sections.ts';

export const everyRole = ['admin', 'publisher', 'advertiser'] as const;

/** taken exactly as typed: no trimming, up to 1,024 bytes */
export const Password = z
  .string({ error: signupMessages.password })
  .min(1, signupMessages.password)
  .min(MIN_PASSWORD_LENGTH, signupMessages.passwordLength)
  .refine((text) => new TextEncoder().encode(text).length <= MAX_PASSWORD_BYTES, 'Password is too long');

export const accountStatuses = ['pending', 'approved', 'rejected'] as const;
export const AccountStatus = z.enum(accountStatuses);
export type AccountStatus = z.infer<typeof AccountStatus>;

export const SignedInUser = z
  .object({
    id: z.string(),
    first_name: hide('account_name', z.string()),
    last_name: hide('account_name', z.string()),
    email: hide('account_contact', z.string()),
    subdomain: z.string(),
    status: AccountStatus,
  })
  .meta({ id: 'SignedInUser' });
export type SignedInUser = z.infer<typeof SignedInUser>;

export const UserType = z.enum(everyRole);

export const LoginBody = z.object({
  email: z.string({ error: 'Email is required' }).trim().min(1, 'Email is required').max(320),
  password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(MAX_PASSWORD_BYTES),
  rememberMe: z.boolean().nullish(),
  /** where a second factor is on: one of these, with the password once more */
  code: FactorCode.nullish(),
  passkey: PasskeyAnswer.nullish(),
});

export const LoginReply = z.object({
  token: z.string(),
  user: SignedInUser,
  type: UserType,
  must_change_password: z.boolean(),
});

const own = {
  section: 'self',
  impersonated: 'allowed',
  whenReadOnly: 'allowed',
  beforePasswordChange: 'allowed',
  beforeTerms: 'allowed',
  beforeTwoFactor: 'allowed',
} as const;

export const sessionRoutes = {
  login: route({
    method: 'POST',
    path: '/api/subdomain-login',
    summary: 'Signs a user of the tenant in',
    access: anyone('tenant'),
    wire: 'envelope',
    headers: ['csrf', 'requested-with', 'client-version', 'subdomain'],
    body: LoginBody,
    reply: LoginReply,
    errors: ['invalid_request', 'wrong_credentials', 'code_needed', 'account_not_open', 'rate_limited', 'busy'],
    rates: ['login', 'login-tenant'],
  }),
  logout: route({
    method: 'POST',
    path: '/api/logout',
    summary: 'Ends this session: its token and its cookie',
    access: session(everyRole, own),
    wire: 'json',
    headers: ['subdomain'],
    reply: z.object({ ended: z.literal(true) }),
    errors: [],
  }),
  currentSession: route({
    method: 'GET',
    path: '/api/session',
    summary: 'Who is signed in, and until when',
    access: session(everyRole, own),
    wire: 'json',
    headers: ['subdomain'],
    reply: z.object({
      user: SignedInUser,
      type: UserType,
      is_owner: z.boolean(),
      /** what an account manager's role is called and opens; null in the portals */
      role: z
        .object({
          name: z.string(),
          sections: z.partialRecord(z.enum(sectionNames), z.enum(needs)),
          /** all accounts, and everything of them */
          sees_all: z.boolean(),
        })
        .nullable(),
      /** classes of fields that his role, the visitor's, or the workspace keeps from him: their columns are left out */
      hidden: z.array(z.enum(hideableNames)),
      must_change_password: z.boolean(),
      /** new terms are in force: nothing else opens before they are accepted */
      must_accept_terms: z.boolean(),
      /** whether a second factor is on; by when one must be, where the workspace demands it; whether that day is over */
      two_factor: z.object({ on: z.boolean(), due_at: z.int().nullable(), must_set_up: z.boolean() }),
      expires_at: z.number().int(),
      /** the workspace's, by whose days billing is dated */
      time_zone: z.string(),
      /** set while an account manager is signed in as this user */
      impersonated_by: z.object({ name: z.string(), email: z.string() }).nullable(),
    }),
    errors: [],
  }),
  confirmPassword: route({
    method: 'POST',
    path: '/api/confirm-password',
    summary: 'Takes the password again, for calls that want it typed within the last 12 hours',
    access: session(everyRole, {
      section: 'self',
      impersonated: 'denied',
      whenReadOnly: 'allowed',
      beforeTwoFactor: 'allowed',
    }),
    wire: 'json',
    headers: ['subdomain'],
    body: z.object({ password: z.string().min(1, 'Password is required').max(MAX_PASSWORD_BYTES) }),
    reply: z.object({ confirmed: z.literal(true) }),
    errors: ['wrong_credentials', 'rate_limited', 'busy'],
    rates: ['login'],
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/change-password',
    summary: 'Changes the own password and ends every other session; API keys stay, unless they are to be suspended',
    access: session(everyRole, {
      section: 'self',
      impersonated: 'denied',
      whenReadOnly: 'allowed',
      beforePasswordChange: 'allowed',
      beforeTwoFactor: 'allowed',
    }),
    wire: 'json',
    headers: ['subdomain'],
    body: z.object({
      current_password: z.string().max(MAX_PASSWORD_BYTES),
      new_password: Password,
      suspend_api_keys: z.boolean().optional(),
    }),
    reply: z.object({ changed: z.literal(true) }),
    errors: ['wrong_credentials', 'password_refused', 'rate_limited', 'busy'],
    rates: ['login'],
  }),
  forgotPassword: route({
    method: 'POST',
    path: '/api/forgot-password',
    summary: 'Mails a one-use link that sets a new password; answers the same for an unknown address',
    access: anyone('tenant'),
    wire: 'json',
    headers: ['subdomain'],
    body: z.object({ email: z.string().trim().min(1, 'Email is required').max(320) }),
    reply: z.object({ sent: z.literal(true) }),
    errors: ['rate_limited'],
    rates: ['password-reset'],
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/reset-password',
    summary: 'Sets a new password with the link from the mail',
    access: anyone('tenant'),
    wire: 'json',
    headers: ['subdomain'],
    body: z.object({ link: z.string().min(1).max(200), password: Password }),
    reply: z.object({ changed: z.literal(true) }),
    errors: ['link_expired', 'password_refused', 'rate_limited', 'busy'],
    rates: ['password-reset'],
  }),
};

export { loginMessages };
