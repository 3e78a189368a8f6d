// What everyone who signs in can see and change about himself, and an advertiser's company details.
import { z } from 'zod';
import { isCountryCode } from '../countries.ts';
import { hide } from '../hiding.ts';
import { languages } from '../languages.ts';
import { MAX_PASSWORD_BYTES } from '../messages.ts';
import { anyone, route, session } from '../route.ts';
import { isCompanyTaxId, NO_GSTIN, NO_VAT_ID } from '../vat-ids.ts';
import { everyRole } from './sessions.ts';
import { newPersonFields } from './signup.ts';

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .nullish()
    .transform((text) => text || null);

export { languages };

export const ProfileBody = z.object({
  first_name: newPersonFields.first_name,
  last_name: newPersonFields.last_name,
  company: optional(200),
  phone: optional(40),
  time_zone: z.string().refine((zone) => isTimeZone(zone), 'Please choose a time zone from the list'),
  language: z.enum(languages),
});
export const Profile = z.object({
  first_name: hide('account_name', z.string()),
  last_name: hide('account_name', z.string()),
  email: hide('account_contact', z.string()),
  /** an address that was asked for and has not been confirmed */
  waiting_for: hide('account_contact', z.string().nullable()),
  company: hide('account_name', z.string().nullable()),
  phone: hide('account_contact', z.string().nullable()),
  time_zone: z.string(),
  language: z.enum(languages),
  user_sequence_id: z.number().int(),
  created_at: z.number().int(),
});

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export const CompanyDetailsBody = z
  .object({
    legal_name: optional(200),
    tax_id: optional(100),
    address: optional(1000),
    country: optional(2)
      .transform((code) => code?.toLowerCase() ?? null)
      .refine((code) => code === null || isCountryCode(code), 'Please choose a country'),
    billing_name: optional(200),
    billing_email: optional(320).refine(
      (email) => email === null || z.email().safeParse(email).success,
      'Please enter a valid billing email address',
    ),
  })
  // elsewhere it is any number of a tax office
  .refine(({ tax_id, country }) => !tax_id || country !== 'in' || isCompanyTaxId(tax_id, country), {
    path: ['tax_id'],
    error: NO_GSTIN,
  })
  .refine(({ tax_id, country }) => !tax_id || !country || country === 'in' || isCompanyTaxId(tax_id, country), {
    path: ['tax_id'],
    error: NO_VAT_ID,
  });
const CompanyDetails = z.object({
  legal_name: hide('account_name', z.string().nullable()),
  tax_id: hide('account_contact', z.string().nullable()),
  address: hide('account_contact', z.string().nullable()),
  country: z.string().nullable(),
  billing_name: hide('account_name', z.string().nullable()),
  billing_email: hide('account_contact', z.string().nullable()),
});

const open = { impersonated: 'allowed' } as const;

export const profileRoutes = {
  profile: route({
    ...plain,
    method: 'GET',
    path: '/api/profile',
    summary: 'The own profile',
    access: session(everyRole, { ...open, section: 'self', beforeTwoFactor: 'allowed' }),
    reply: Profile,
    errors: [],
  }),
  saveProfile: route({
    ...plain,
    method: 'PUT',
    path: '/api/profile',
    summary: 'Changes the own profile (not the e-mail address)',
    // names and companies stand on invoices and payouts: a manager changes them in his own name, not in theirs
    access: session(everyRole, { section: 'self', impersonated: 'denied' }),
    body: ProfileBody,
    reply: Profile,
    errors: ['invalid_input'],
  }),
  changeEmail: route({
    ...plain,
    method: 'POST',
    path: '/api/change-email',
    summary: 'Asks for another e-mail address, with the password; it changes once the link mailed there is opened',
    access: session(everyRole, { section: 'self', impersonated: 'denied' }),
    body: z.object({ email: newPersonFields.email, password: z.string().max(1024) }),
    /** the address as it still is, and the one that has to be confirmed; the same where that one is somebody's */
    reply: z.object({ email: z.string(), waiting_for: z.string() }),
    errors: ['invalid_input', 'wrong_credentials', 'rate_limited', 'busy'],
    rates: ['login', 'change-email'],
  }),
  confirmEmail: route({
    ...plain,
    method: 'POST',
    path: '/api/confirm-email',
    summary: 'Confirms an e-mail address with the link that was mailed to it',
    access: anyone('tenant'),
    body: z.object({
      link: z.string().min(1).max(200),
      /** of the sign-up whose address it is; one's own change of address was asked for with the password already */
      password: z.string().max(MAX_PASSWORD_BYTES).optional(),
    }),
    reply: z.object({ confirmed: z.literal(true) }),
    errors: ['link_expired', 'wrong_credentials', 'rate_limited', 'busy'],
    rates: ['password-reset'],
  }),
  sessions: route({
    ...plain,
    method: 'GET',
    path: '/api/sessions',
    summary: 'The own open sessions',
    access: session(everyRole, { ...open, section: 'self' }),
    reply: z.object({
      rows: z.array(
        z.object({
          id: z.string(),
          current: z.boolean(),
          created_at: z.number().int(),
          last_seen_at: z.number().int(),
          ip: hide('ip', z.string()),
          user_agent: hide('device_ids', z.string()),
          impersonated: z.boolean(),
        }),
      ),
      total: z.number().int(),
    }),
    errors: [],
  }),
  endOwnSession: route({
    ...plain,
    method: 'DELETE',
    path: '/api/sessions/{id}',
    summary: 'Ends one of the own sessions',
    access: session(everyRole, { section: 'self', impersonated: 'denied', whenReadOnly: 'allowed' }),
    params: z.object({ id: z.string().max(100) }),
    names: 'session',
    reply: z.object({ id: z.string() }),
    errors: ['not_found'],
  }),
  endOtherSessions: route({
    ...plain,
    method: 'POST',
    path: '/api/sessions/end-others',
    summary: 'Ends all own sessions but this one',
    access: session(everyRole, { section: 'self', impersonated: 'denied', whenReadOnly: 'allowed' }),
    reply: z.object({ ended: z.number().int() }),
    errors: [],
  }),
  company: route({
    ...plain,
    method: 'GET',
    path: '/api/company',
    summary: "The advertiser's company details",
    access: session(['advertiser'], open),
    reply: CompanyDetails,
    errors: [],
  }),
  saveCompany: route({
    ...plain,
    method: 'PUT',
    path: '/api/company',
    summary: "Changes the advertiser's company details",
    access: session(['advertiser'], { impersonated: 'denied' }),
    body: CompanyDetailsBody,
    reply: CompanyDetails,
    errors: ['invalid_input'],
  }),
};
