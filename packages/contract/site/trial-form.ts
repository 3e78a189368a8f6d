// The free-trial form: its choices and its checks, in field order. Zod-free, so that the small public site can carry
// it; the schema in trial.ts runs the same function, and therefore says the same sentences in the same order.
import { isCountryCode } from '../countries.ts';

export const businessTypes = [
  'Brand/Direct Advertiser',
  'Agency',
  'Affiliate/Ad Network',
  'Mobile Apps',
  'Media Buyer',
  'Social Media Advertising',
] as const;
export type BusinessType = (typeof businessTypes)[number];

export const usageTypes = [
  'CPI & App Promotion',
  'Lead Generation',
  'E-Commerce',
  'Email Marketing',
  'Traffic Source',
  'Finance & Fintech',
  'Travel & Hospitality',
  'Multi',
] as const;
export type UsageType = (typeof usageTypes)[number];

export interface TrialForm {
  name: string;
  email: string;
  company: string;
  businessType: string;
  usageType: readonly string[];
  /** two letters in lower case, or empty */
  country: string;
  mobile: string;
  microsoftTeams: string;
}

export const trialLengths = { name: 120, email: 254, company: 120, mobile: 32, microsoftTeams: 120 } as const;

export const trialFaults = {
  name: 'Name is required',
  nameLength: 'Name is too long',
  email: 'Email is required',
  emailShape: 'Please enter a valid email address',
  company: 'Company is required',
  companyLength: 'Company is too long',
  businessType: 'Business Type is required',
  usageType: 'Usage Type is required',
  country: 'Please choose a country from the list',
  mobile: 'Please enter a valid mobile number',
  microsoftTeams: 'Microsoft Teams is too long',
} as const;
export type TrialFault = keyof typeof trialFaults;

const EMAIL = /^[^\s@"(),:;<>[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/;
const MOBILE = /^[+\d][\d\s().-]{4,}$/;

export const isEmail = (text: string): boolean => text.length <= trialLengths.email && EMAIL.test(text);

const oneOf = (choices: readonly string[], value: string): boolean => choices.includes(value);

/** what is wrong with one field; the values are read as trimmed */
const checks: { [Field in keyof TrialForm]: (form: TrialForm) => TrialFault | null } = {
  name: ({ name }) => (!name.trim() ? 'name' : name.trim().length > trialLengths.name ? 'nameLength' : null),
  email: ({ email }) => (!email.trim() ? 'email' : isEmail(email.trim()) ? null : 'emailShape'),
  company: ({ company }) =>
    !company.trim() ? 'company' : company.trim().length > trialLengths.company ? 'companyLength' : null,
  businessType: ({ businessType }) => (oneOf(businessTypes, businessType) ? null : 'businessType'),
  usageType: ({ usageType }) =>
    usageType.length > 0 && usageType.every((value) => oneOf(usageTypes, value)) ? null : 'usageType',
  country: ({ country }) => (country === '' || isCountryCode(country) ? null : 'country'),
  mobile: ({ mobile }) => {
    const text = mobile.trim();
    return text === '' || (text.length <= trialLengths.mobile && MOBILE.test(text)) ? null : 'mobile';
  },
  microsoftTeams: ({ microsoftTeams }) =>
    microsoftTeams.trim().length > trialLengths.microsoftTeams ? 'microsoftTeams' : null,
};

export interface FieldFault {
  field: keyof TrialForm;
  fault: TrialFault;
}

/** every fault, in the order of the fields on the screen */
export function checkTrial(form: TrialForm): FieldFault[] {
  return (Object.keys(checks) as (keyof TrialForm)[]).flatMap((field) => {
    const fault = checks[field](form);
    return fault ? [{ field, fault }] : [];
  });
}

/** how the call looks on the wire; trial.ts completes it to a route */
export const freeTrialCall = {
  method: 'POST',
  path: '/api/v1/free-trial',
  wire: 'envelope',
  headers: ['csrf', 'requested-with', 'client-version'],
} as const;
