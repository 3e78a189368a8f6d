// What stands in a preview, a trial run and a test mail where no real object says it: for each variable a value that could be one.
import { type Sentence, type SentenceKey, sentence, valuesIn } from '../../words/sentences.ts';
import { eventOf } from './events.ts';
import type { MailName, MailValues } from './templates.ts';

export type SampleValues = Readonly<Record<string, string | number | Sentence>>;

export const samples: SampleValues = {
  name: 'Priya Shah',
  email: 'priya@example.com',
  company: 'Lantern Ltd',
  role: 'Affiliate manager',
  device: 'Firefox on Linux',
  hint: '…4f2a',
  scopes: 'reports:read',
  day: '2026-12-01',
  differences: 2,
  file: 'orders-week-1.csv',
  changed: 3,
  target: 'Lantern VPN (12)',
  rule: 'Landing pages',
  calls: 42,
  outcome: 'No click id',
  offer: 'Lantern prepaid card',
  number: 1042,
  amount: '450',
  currency: 'USD',
  model: 'CPA',
  countries: 'IN, US, ES',
  traffic: 'Search and newsletters',
  message: 'Please send me your newest placements by Friday.',
  address: 'https://example.com',
  answer: '503',
  host: 'smtp.example.com',
  event: 'campaign-approved',
  language: 'en',
  old_address: 'priya@example.com',
  new_address: 'priya.shah@example.com',
  origin: 'https://example.com',
  publisher: 'Priya Shah',
  publisherNumber: 7,
  advertiser: 'Lantern Ltd',
  period: sentence('cap.period.day'),
  metric: sentence('cap.metric.conversions'),
  count: 3,
  from: '2026-11-01',
  to: '2026-11-07',
  zone: 'UTC',
  figures: 'Clicks 12,400, Conversions 310, Payout 1,395.00',
  networks: '203.0.113.0/24',
  rows: 12,
  report: 'Weekly figures',
  month: '2026-11',
  reason: 'A rate was wrong',
  used: '9,200.00 USD',
  limit: '10,000.00 USD',
  invoice: 'INV-2026-0042',
  due: '1 Dec 2026',
  old_method: 'PayPal p•••@example.com',
  new_method: 'Bank •••• 3000',
  payment: 'P12-3-1-a1b2c3',
};

/** lines that callers send as they are: an address of ours, a person's own message */
const verbatim: readonly SentenceKey[] = [
  ...(['line.sign-in-at', 'line.workspace', 'line.address', 'line.old-address', 'line.new-address'] as const),
  ...(['line.manager-writes', 'line.scopes', 'security.sender-set'] as const),
];
const filled = (key: SentenceKey, given: SampleValues): Sentence =>
  sentence(key, Object.fromEntries(valuesIn(key).map((name) => [name, given[name] ?? samples[name] ?? name])));

/** the mail as it could be sent; `real` says what is known of a real object */
export function sampleMail(
  name: MailName,
  { brand, firstName, origin, real = {} }: { brand: string; firstName: string; origin: string; real?: SampleValues },
): MailValues {
  const { lines, action } = eventOf(name);
  return {
    brand,
    firstName,
    lines: lines.map((key) => (verbatim.includes(key) ? { verbatim: filled(key, real) } : filled(key, real))),
    ...(action ? { action: { label: sentence(action), url: `${origin}/#preview` } } : {}),
  };
}
