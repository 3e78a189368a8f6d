// Every way a click or an impression can end, and every answer to a postback or pixel: one closed list each, with the
// words the panel shows. `billable` clicks count for payouts and caps; `invalid` ones were refused and sent along the
// fallback chain; what is neither was answered like a good click, but is not billed.

interface Verdict {
  label: string;
  billable: boolean;
  invalid: boolean;
}

const billable = (label: string): Verdict => ({ label, billable: true, invalid: false });
const unbilled = (label: string): Verdict => ({ label, billable: false, invalid: false });
const refused = (label: string): Verdict => ({ label, billable: false, invalid: true });

export const verdicts = {
  accepted: billable('Accepted'),

  head: unbilled('HEAD request'),
  prefetch: unbilled('Prefetch or prerender'),
  preview: unbilled('Link preview'),
  bot: unbilled('Bot'),
  embedded: unbilled('Loaded as an image, frame or script'),

  workspace_closed: refused('Workspace closed'),
  offer_unknown: refused('Offer not found'),
  offer_paused: refused('Offer paused'),
  offer_pending: refused('Offer not approved yet'),
  offer_not_started: refused('Offer not started yet'),
  offer_ended: refused('Offer ended'),
  advertiser_credit: refused('Advertiser’s credit used up'),
  publisher_unknown: refused('Publisher not found'),
  publisher_inactive: refused('Publisher not active'),
  publisher_not_allowed: refused('Publisher not approved for the offer'),
  link_unknown: refused('Link not found'),
  shield_ip: refused('Blocked IP address'),
  shield_user_agent: refused('Blocked user agent'),
  shield_referrer: refused('Blocked referrer'),
  shield_source: refused('Blocked source'),
  click_spam: refused('Too many clicks from one place'),
  outside_hours: refused('Outside the offer’s hours'),
  cap_reached: refused('Cap reached'),
  cap_unknown: refused('Cap could not be checked'),
  duplicate: refused('Duplicate click'),
  target_country: refused('Country not targeted'),
  target_region: refused('Region not targeted'),
  target_city: refused('City not targeted'),
  target_isp: refused('Internet provider not targeted'),
  target_hosting: refused('Hosting network'),
  target_device: refused('Device not targeted'),
  target_brand: refused('Device brand not targeted'),
  target_os: refused('Operating system not targeted'),
  target_os_version: refused('Operating system version not targeted'),
  target_browser: refused('Browser not targeted'),
  target_language: refused('Language not targeted'),
  target_source: refused('Source not targeted'),
  deep_link_refused: refused('Deep link not allowed'),
  no_destination: refused('Offer has no usable destination'),
} as const satisfies Record<string, Verdict>;

export type VerdictName = keyof typeof verdicts;

export const verdictsThatAre = (what: 'billable' | 'invalid'): string[] =>
  Object.entries(verdicts).flatMap(([name, verdict]) => (verdict[what] ? [name] : []));

export const isVerdict = (value: string): value is VerdictName => Object.hasOwn(verdicts, value);

interface Outcome {
  label: string;
  /** what the tracker answers; only `recorded` goes on to become a conversion */
  status: 200 | 400 | 403 | 404 | 429;
}

export const postbackOutcomes = {
  recorded: { label: 'Recorded', status: 200 },
  missing_click: { label: 'No click id', status: 400 },
  broken_click: { label: 'Invalid click id', status: 400 },
  foreign_click: { label: 'Click of another workspace', status: 400 },
  click_expired: { label: 'Click expired', status: 400 },
  offer_unknown: { label: 'Offer not found', status: 404 },
  offer_mismatch: { label: 'Click belongs to another offer', status: 400 },
  goal_unknown: { label: 'Goal not found', status: 400 },
  sender_unknown: { label: 'Advertiser not known or not active', status: 403 },
  token_mismatch: { label: 'Token does not match', status: 403 },
  ip_not_allowed: { label: 'IP address not allowed', status: 403 },
  signature_mismatch: { label: 'Signature does not match', status: 403 },
  signature_expired: { label: 'Signature is too old', status: 403 },
  parameter_unclear: { label: 'A parameter is misspelled, contradicted or in an unreadable body', status: 400 },
  macro_unfilled: { label: 'A macro was not filled in', status: 400 },
  txn_too_long: { label: 'Transaction id is longer than 255 bytes', status: 400 },
  status_unknown: { label: 'Status not known', status: 400 },
  currency_unknown: { label: 'Currency not known, or without an exchange rate', status: 400 },
  malformed_amount: { label: 'Amount is not a number', status: 400 },
  amount_out_of_bounds: { label: 'Amount out of bounds', status: 400 },
  too_many_pixels: { label: 'Too many pixels from one place', status: 429 },
  not_kept: { label: 'More calls without a genuine click, counted and not kept', status: 429 },
  workspace_closed: { label: 'Workspace closed', status: 403 },
} as const satisfies Record<string, Outcome>;

export type PostbackOutcome = keyof typeof postbackOutcomes;

/** refusals of the sender: the token itself is not kept, so only a person can overrule them */
export const senderOutcomes: readonly PostbackOutcome[] = [
  'sender_unknown',
  'token_mismatch',
  'ip_not_allowed',
  'signature_mismatch',
  'signature_expired',
];
