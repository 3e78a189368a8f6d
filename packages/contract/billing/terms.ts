// Payment terms of one account, tax profiles and dated tax rules.
import { z } from 'zod';
import { isCountryCode } from '../countries.ts';
import { day } from '../days.ts';
import { hide, ofSide } from '../hiding.ts';
import { fileOf, list, oneOf } from '../lists.ts';
import type { FileReply } from '../reports/reports.ts';
import { route, session } from '../route.ts';
import { billingCycles, MAX_HOLD_DAYS, netDays } from '../settings/payment.ts';
import { isVatId, NO_GSTIN, NO_VAT_ID } from '../vat-ids.ts';
import { amount, billing, byId, Owner, ownPublisher, payouts, plain, sides } from './money.ts';

const text = (max: number) => z.string().trim().max(max, `Please use at most ${max} characters`);
const country = z.string().trim().toLowerCase().refine(isCountryCode, 'Please choose a country');
const net = z.union(
  netDays.map((days) => z.literal(days)),
  { error: 'Please choose 7, 15, 30, 45 or 60 days' },
);
const MAX_FILE = 10 * 1024 * 1024;
/** base64 is a third longer */
export const FILE_BODY = 14 * 1024 * 1024;
export const MAX_BILLING_FILE = MAX_FILE;
export const FileSent = z.object({
  name: text(120).min(1, 'Please choose a file'),
  data: z.base64('Please send the file as base64').min(1, 'Please choose a file'),
});

/** null: as Settings › Payment says */
export const BillingTerms = z
  .object({
    owner: Owner,
    cycle: z.enum(billingCycles).nullable(),
    net_days: z.int().nullable(),
    hold_days: z.int().nullable(),
    minimum: z.string().nullable(),
    po_number: z.string().nullable(),
    version: z.int(),
    /** of the minimum */
    home_currency: z.string(),
    /** what holds, all told */
    in_force: z.object({ cycle: z.enum(billingCycles), net_days: z.int(), hold_days: z.int(), minimum: z.string() }),
  })
  .meta({ id: 'BillingTerms' });
export const BillingTermsForm = z.object({
  version: z.int().min(0),
  cycle: z.enum(billingCycles).nullable(),
  net_days: net.nullable(),
  hold_days: z.int().min(0, 'At least 0').max(MAX_HOLD_DAYS, `At most ${MAX_HOLD_DAYS}`).nullable(),
  minimum: amount('Minimum')
    .refine((micros) => micros >= 0n, 'A minimum is not negative')
    .nullable(),
  po_number: text(60).nullable().optional(),
});

export const taxForms = ['W-9', 'W-8BEN', 'W-8BEN-E', 'PAN'] as const;
export const taxParties = ['person', 'business'] as const;
export const vatKinds = ['domestic', 'reverse', 'outside'] as const;
export const TaxProfile = z
  .object({
    owner: Owner,
    /** 0: nobody has filled it in yet */
    version: z.int(),
    party: z.enum(taxParties),
    legal_name: hide('account_name', z.string()),
    country: z.string(),
    vat_id: hide('account_contact', z.string().nullable()),
    street: hide('account_contact', z.string()),
    house_number: hide('account_contact', z.string()),
    postcode: hide('account_contact', z.string()),
    town: hide('account_contact', z.string()),
    form: z.enum(taxForms).nullable(),
    form_file: z.object({ id: z.string(), name: z.string() }).nullable(),
    form_expires_on: z.string().nullable(),
    /** which form the rule in force asks for, and how that stands */
    form_wanted: z.enum(taxForms).nullable(),
    form_standing: z.enum(['not-needed', 'there', 'missing', 'expired']),
    agreement: z.object({ version: z.int(), accepted_at: z.int(), until: z.int(), in_force: z.boolean() }).nullable(),
    /** what would be agreed to now; empty: this workspace writes no invoices for publishers */
    agreement_text: z.string(),
    agreement_version: z.int(),
  })
  .meta({ id: 'TaxProfile' });
export type TaxProfile = z.infer<typeof TaxProfile>;
export const TaxProfileForm = z
  .object({
    version: z.int().min(0),
    party: z.enum(taxParties, { error: 'Please say whether this is a person or a business' }),
    legal_name: text(200).min(1, 'Please enter the legal name'),
    country,
    vat_id: text(40)
      .regex(/^[A-Za-z0-9 .+*-]*$/, 'A VAT id has letters and digits')
      .nullable(),
    street: text(120).min(1, 'Please enter the street'),
    house_number: text(20),
    postcode: text(20),
    town: text(80).min(1, 'Please enter the town'),
    form: z.enum(taxForms).nullable(),
    form_expires_on: day.nullable(),
  })
  // whoever has one is paid VAT on top
  .refine(({ vat_id, country: of }) => !vat_id || of !== 'in' || isVatId(vat_id, of), {
    path: ['vat_id'],
    error: NO_GSTIN,
  })
  .refine(({ vat_id, country: of }) => !vat_id || of === 'in' || isVatId(vat_id, of), {
    path: ['vat_id'],
    error: NO_VAT_ID,
  });

export const TaxRule = z
  .object({
    id: z.string(),
    side: z.enum(sides),
    from: z.string(),
    /** none: everywhere else */
    countries: z.array(z.string()),
    party: z.enum(['any', ...taxParties]),
    form: z.enum(taxForms).nullable(),
    vat: z.enum(vatKinds),
    /** per cent, as decimals */
    vat_rate: z.string(),
    withholding_rate: z.string(),
    /** a year, in the workspace's currency */
    threshold: z.string(),
    without_form_rate: z.string(),
    note: z.string(),
    /** shipped to begin with, and nobody's advice; a rule of one's own takes its place */
    is_sample: z.boolean(),
  })
  .meta({ id: 'TaxRule' });
export type TaxRule = z.infer<typeof TaxRule>;
/** the newest first, the samples last */
export const taxRuleList = list({
  row: TaxRule,
  filters: { side: oneOf(sides), vat: oneOf(vatKinds), origin: oneOf(['own', 'sample']) },
  columns: {
    side: { kind: 'status', value: (row) => row.side, sort: true, file: 'Of whom' },
    from: { kind: 'text', value: (row) => row.from, sort: true, file: 'From' },
    countries: { kind: 'tags', value: (row) => row.countries, file: 'Countries' },
    party: { kind: 'text', value: (row) => row.party, file: 'Kind' },
    vat: { kind: 'text', value: (row) => row.vat, sort: true, file: 'VAT' },
    vat_rate: { kind: 'text', value: (row) => row.vat_rate, sort: true, file: 'VAT, per cent' },
    withholding_rate: { kind: 'text', value: (row) => row.withholding_rate, sort: true, file: 'Withheld, per cent' },
    threshold: { kind: 'text', value: (row) => row.threshold, file: 'Withheld above, a year' },
    without_form_rate: { kind: 'text', value: (row) => row.without_form_rate, file: 'Without the form, per cent' },
    form: { kind: 'text', value: (row) => row.form, file: 'Form' },
    note: { kind: 'text', value: (row) => row.note, file: 'Note' },
    origin: { kind: 'status', value: (row) => (row.is_sample ? 'sample' : 'own'), file: 'Origin' },
  },
});
const MOST_PERCENT = 100_000_000n;
const percent = (what: string) =>
  amount(what)
    .refine((micros) => micros >= 0n && micros <= MOST_PERCENT, `${what} lies between 0 and 100`)
    .refine((micros) => micros % 100n === 0n, `${what} has at most four decimals`);
export const TaxRuleForm = z.object({
  side: z.enum(sides),
  from: day,
  countries: z.array(country).max(250),
  party: z.enum(['any', ...taxParties]),
  form: z.enum(taxForms).nullable(),
  vat: z.enum(vatKinds),
  vat_rate: percent('A VAT rate'),
  withholding_rate: percent('A withholding rate'),
  threshold: amount('Threshold').refine((micros) => micros >= 0n, 'A threshold is not negative'),
  without_form_rate: percent('A rate without form'),
  note: text(300),
});

const publisherOfPath = { params: byId, names: 'publisher' } as const;

export const billingTermsRoutes = {
  publisherTerms: route({
    ...plain,
    ...publisherOfPath,
    method: 'GET',
    path: '/api/billing/publishers/{id}/terms',
    summary: 'What differs for a publisher from Settings › Payment, and what holds',
    access: payouts,
    reply: ofSide('publisher', BillingTerms),
    errors: ['not_found'],
  }),
  savePublisherTerms: route({
    ...plain,
    ...publisherOfPath,
    method: 'PUT',
    path: '/api/billing/publishers/{id}/terms',
    summary: 'Saves a publisher’s payment terms; 409 if somebody else has saved them since',
    access: payouts,
    body: BillingTermsForm,
    reply: ofSide('publisher', BillingTerms),
    errors: ['invalid_input', 'not_found', 'conflict'],
    rates: ['admin-writes'],
  }),
  publisherTaxProfile: route({
    ...plain,
    ...publisherOfPath,
    method: 'GET',
    path: '/api/billing/publishers/{id}/tax-profile',
    summary: 'A publisher’s tax profile, its form and its self-billing agreement',
    access: payouts,
    reply: ofSide('publisher', TaxProfile),
    errors: ['not_found'],
  }),
  publisherTaxForm: route({
    wire: 'file',
    headers: ['subdomain'],
    ...publisherOfPath,
    method: 'GET',
    path: '/api/billing/publishers/{id}/tax-profile/form',
    summary: 'The form that a publisher has sent',
    access: payouts,
    reply: z.custom<FileReply>(),
    errors: ['not_found'],
  }),
  ownTaxProfile: route({
    ...plain,
    method: 'GET',
    path: '/api/publisher/tax-profile',
    summary: 'One’s own tax profile, form and self-billing agreement',
    access: ownPublisher,
    reply: TaxProfile,
    errors: [],
  }),
  saveOwnTaxProfile: route({
    ...plain,
    method: 'PUT',
    path: '/api/publisher/tax-profile',
    summary: 'Saves one’s own tax profile; 409 if it was saved elsewhere since',
    access: session(['publisher'], { impersonated: 'denied' }),
    body: TaxProfileForm,
    reply: TaxProfile,
    errors: ['invalid_input', 'conflict'],
  }),
  ownTaxForm: route({
    wire: 'file',
    headers: ['subdomain'],
    method: 'GET',
    path: '/api/publisher/tax-profile/form',
    summary: 'The form that one has sent',
    access: ownPublisher,
    reply: z.custom<FileReply>(),
    errors: ['not_found'],
  }),
  sendOwnTaxForm: route({
    ...plain,
    method: 'POST',
    path: '/api/publisher/tax-profile/form',
    summary: 'The filled-in form as a PDF, PNG or JPEG of at most 10 MB, sent as base64',
    access: session(['publisher'], { impersonated: 'denied' }),
    body: FileSent,
    bodyLimit: FILE_BODY,
    reply: TaxProfile,
    errors: ['invalid_input', 'conflict', 'too_large'],
  }),
  acceptSelfBilling: route({
    ...plain,
    method: 'POST',
    path: '/api/publisher/tax-profile/agreement',
    summary: 'Accepts the self-billing agreement, or renews it, for twelve months',
    access: session(['publisher'], { impersonated: 'denied' }),
    body: z.object({ version: z.int() }),
    reply: TaxProfile,
    errors: ['conflict'],
  }),
  taxRules: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/tax-rules',
    summary: 'Tax rules: the workspace’s own, and the samples that it began with',
    access: billing,
    query: taxRuleList.query,
    reply: taxRuleList.reply,
    errors: ['invalid_input'],
  }),
  exportTaxRules: route({
    ...fileOf(taxRuleList),
    path: '/api/billing/tax-rules/export',
    summary: 'The filtered tax rules as a file',
    access: billing,
  }),
  addTaxRule: route({
    ...plain,
    method: 'POST',
    path: '/api/billing/tax-rules',
    summary: 'Adds a dated tax rule; documents that are issued stay as they are',
    access: billing,
    body: TaxRuleForm,
    reply: TaxRule,
    status: 201,
    errors: ['invalid_input'],
    rates: ['admin-writes'],
  }),
  removeTaxRule: route({
    ...plain,
    method: 'DELETE',
    path: '/api/billing/tax-rules/{id}',
    summary: 'Takes a tax rule out of force',
    access: billing,
    params: byId,
    names: 'tax-rule',
    reply: z.object({ id: z.string() }),
    errors: ['not_found'],
    rates: ['admin-writes'],
  }),
};
