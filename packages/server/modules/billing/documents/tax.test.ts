import { CompanyDetailsBody } from '@tributary/contract/accounts/profile';
import { TaxProfileForm } from '@tributary/contract/billing/terms';
import { paymentSection } from '@tributary/contract/settings/payment';
import { NO_GSTIN, NO_VAT_ID } from '@tributary/contract/vat-ids';
import { describe, expect, test } from 'vitest';
import { cutToMinor, minorUnit, roundToMinor } from '../minor-units.ts';
import { cycleEnd } from './balances.ts';
import { formStanding, hasAgreement, type Profile, type Rule, ruleFor, samplesFor, taxesOn } from './tax.ts';
import { mergeTerms, type PaymentSettings } from './terms.ts';

test.each([
  ['USD', 10_000n],
  ['JPY', 1_000_000n],
  ['KWD', 1_000n],
])('%s has a smallest unit of %s micro-units', (currency, unit) => expect(minorUnit(currency)).toBe(unit));

test('what is cut off stays: never more than there was, also below zero', () => {
  expect(cutToMinor(1_239_999n, 'USD')).toBe(1_230_000n);
  expect(cutToMinor(-1_231_000n, 'USD')).toBe(-1_240_000n);
  expect(cutToMinor(1_999_999n, 'JPY')).toBe(1_000_000n);
  expect(roundToMinor(1_235_000n, 'USD')).toBe(1_240_000n);
  expect(roundToMinor(-1_235_000n, 'USD')).toBe(-1_240_000n);
});

test.each([
  ['weekly', '2026-11-17', '2026-11-22'],
  ['weekly', '2026-11-22', '2026-11-22'],
  ['half-monthly', '2026-11-15', '2026-11-15'],
  ['half-monthly', '2026-11-16', '2026-11-30'],
  ['monthly', '2026-02-01', '2026-02-28'],
  ['monthly', '2024-02-29', '2024-02-29'],
] as const)('a %s period around %s ends on %s', (cycle, day, end) => expect(cycleEnd(cycle, day)).toBe(end));

const profile = (country: string, more: Partial<Profile> = {}): Profile => ({
  party: 'business',
  country,
  vatId: 'X1',
  form: null,
  formFileId: null,
  formExpiresOn: null,
  ...more,
});
const own = (rule: Partial<Rule>): Rule => ({
  ...({ id: 'own', side: 'publisher', from: '2026-01-01', countries: [], party: 'any', form: null } as const),
  ...({ vat: 'outside', vatPpm: 0, withholdingPpm: 0, threshold: 0n, withoutFormPpm: 0, note: '' } as const),
  isSample: false,
  ...rule,
});

describe('which rule', () => {
  const samples = samplesFor('de');
  test.each([
    ['at home', profile('de'), 'domestic'],
    ['elsewhere in the Union, a business', profile('fr'), 'reverse'],
    ['elsewhere in the Union, a person', profile('fr', { party: 'person' }), 'outside'],
    ['beyond it', profile('us'), 'outside'],
    ['nobody knows', null, 'outside'],
  ] as const)('%s', (_name, who, vat) => expect(ruleFor(samples, 'publisher', who, '2026-11-17')?.vat).toBe(vat));

  test.each([
    [
      'a consumer elsewhere in the Union pays the seller’s VAT',
      'de',
      profile('fr', { party: 'person', vatId: null }),
      190_000,
    ],
    ['so it does from any member', 'gr', profile('fr', { party: 'person', vatId: null }), 240_000],
    ['a business with a VAT id none', 'de', profile('fr'), 0],
    ['nor who is beyond the Union', 'de', profile('us', { party: 'person', vatId: null }), 0],
  ] as const)('of an advertiser: %s', (_name, home, who, ppm) => {
    const rule = ruleFor(samplesFor(home), 'advertiser', who, '2026-11-17');
    const of = {
      side: 'advertiser',
      net: 1_000_000n,
      currency: 'EUR',
      profile: who,
      form: 'not-needed',
      year: null,
    } as const;
    expect(taxesOn(rule, of).vatPpm).toBe(ppm);
  });

  test('one’s own before a sample, the newest that is in force', () => {
    const rules = [
      own({ id: 'a', from: '2026-01-01', countries: ['fr'], vat: 'domestic', vatPpm: 200_000 }),
      own({ id: 'b', from: '2026-06-01', countries: ['fr'], vat: 'domestic', vatPpm: 210_000 }),
      own({ id: 'c', from: '2027-01-01', countries: ['fr'], vat: 'domestic', vatPpm: 220_000 }),
      ...samples,
    ];
    const on = (day: string) => ruleFor(rules, 'publisher', profile('fr'), day)?.id;
    expect([on('2025-12-31'), on('2026-03-01'), on('2026-11-17'), on('2027-02-01')]).toEqual([
      'sample-publisher-eu',
      'a',
      'b',
      'c',
    ]);
  });
});

test('a form that is wanted is there, missing or over', () => {
  const rule = own({ form: 'W-9' });
  const day = '2026-11-17';
  expect(formStanding(own({}), profile('us'), day)).toBe('not-needed');
  expect(formStanding(rule, null, day)).toBe('missing');
  expect(formStanding(rule, profile('us', { form: 'W-9' }), day)).toBe('missing');
  expect(formStanding(rule, profile('us', { form: 'W-9', formFileId: 'f' }), day)).toBe('there');
  const over = { form: 'W-9', formFileId: 'f', formExpiresOn: '2026-11-16' } as const;
  expect(formStanding(rule, profile('us', over), day)).toBe('expired');
});

test('we write the invoices of who has agreed, for as long as it holds', () => {
  const now = new Date('2026-11-17T12:00:00Z');
  const until = (text: string) => ({ agreement: { until: new Date(text) } });
  expect(hasAgreement(null, now)).toBe(false);
  expect(hasAgreement({ agreement: null }, now)).toBe(false);
  expect(hasAgreement(until('2026-11-17T12:00:01Z'), now)).toBe(true);
  expect(hasAgreement(until('2026-11-17T12:00:00Z'), now)).toBe(false);
});

test('what an account has of its own comes first; the rest is the workspace’s, and an advertiser owes at once', () => {
  const settings: PaymentSettings = {
    ...paymentSection.defaults,
    ...({ cycle: 'weekly', net_days: 15, invoice_net_days: 45, hold_days: 7, minimum: '50' } as const),
  };
  const general = { cycle: 'weekly', poNumber: null };
  expect(mergeTerms(settings, 'publisher', undefined)).toEqual({
    ...{ ...general, netDays: 15, holdDays: 7, minimum: 50_000_000n },
  });
  expect(mergeTerms(settings, 'advertiser', undefined)).toEqual({
    ...{ ...general, netDays: 45, holdDays: 0, minimum: 0n },
  });
  const own = { cycle: 'monthly', netDays: 0, holdDays: 0, minimum: 0n, poNumber: 'PO-1', version: 1 } as const;
  const { version: _version, ...terms } = own;
  for (const side of ['publisher', 'advertiser'] as const) expect(mergeTerms(settings, side, own)).toEqual(terms);
});

describe('how much', () => {
  const on = (rule: Rule, more: Partial<Parameters<typeof taxesOn>[1]> = {}) =>
    taxesOn(rule, {
      side: 'publisher',
      net: 100_330_000n,
      currency: 'USD',
      profile: profile('de'),
      form: 'not-needed',
      year: { before: 0n, net: 100_330_000n },
      ...more,
    });
  test('VAT is rounded once, and none is charged by who is not registered', () => {
    const rule = own({ vat: 'domestic', vatPpm: 190_000 });
    expect(on(rule).vat).toBe(19_060_000n);
    expect(on(rule, { profile: profile('de', { vatId: null }) }).vat).toBe(0n);
    expect(on(rule, { side: 'advertiser', profile: null }).vat).toBe(19_060_000n);
    expect(on(own({ vat: 'reverse', vatPpm: 190_000 })).vat).toBe(0n);
  });
  test('withheld is from what goes beyond the year’s threshold', () => {
    const rule = own({ withholdingPpm: 100_000, threshold: 150_000_000n });
    expect(on(rule).withheld).toBe(0n);
    expect(on(rule, { year: { before: 100_000_000n, net: 100_330_000n } }).withheld).toBe(5_030_000n);
    expect(on(rule, { year: { before: 150_000_000n, net: 100_330_000n } }).withheld).toBe(10_030_000n);
  });
  test('without the form at its own rate', () => {
    const rule = own({ form: 'W-9', withoutFormPpm: 240_000 });
    expect(on(rule, { form: 'missing' }).withheld).toBe(24_080_000n);
    expect(on(rule, { form: 'there' }).withheld).toBe(0n);
  });
});

describe('a VAT id has the shape of its country', () => {
  const profileSays = (country: string, vat_id: string | null) =>
    TaxProfileForm.safeParse({
      ...{ version: 0, party: 'business', legal_name: 'Quill', country, vat_id, street: 'Torstraße', town: 'Berlin' },
      ...{ house_number: '1', postcode: '10119', form: null, form_expires_on: null },
    });
  const companySays = (country: string | null, tax_id: string | null) =>
    CompanyDetailsBody.safeParse({ country, tax_id });

  test.each([
    ['de', 'DE136695976', true],
    ['de', 'de 136 695.976', true],
    ['de', '+++', false],
    ['de', 'DE13669597', false],
    ['de', 'FR40303265045', false],
    ['fr', 'FR40303265045', true],
    ['at', 'ATU12345675', true],
    ['gr', 'EL123456789', true],
    ['gr', 'GR123456789', false],
    ['nl', 'NL123456789B01', true],
    ['gb', 'GB123456789', true],
    ['ch', 'CHE-123.456.789 MWST', true],
    ['no', '123456789MVA', true],
    ['no', '123456789', false],
    ['in', '27AAPFU0939F1ZV', true],
    ['in', '27 aapfu0939f 1zv', true],
    ['in', '27AAPFU0939F1ZW', false],
    ['in', '27AAPFU0939F1Z', false],
    ['in', '+++', false],
  ])('%s %s: %s', (country, id, fits) => {
    for (const read of [profileSays(country, id), companySays(country, id)]) {
      expect(read.success).toBe(fits);
      if (!read.success) expect(read.error.issues[0]?.message).toBe(country === 'in' ? NO_GSTIN : NO_VAT_ID);
    }
  });
  test('elsewhere, and without one, nothing is asked', () => {
    expect([profileSays('us', '12-3456789').success, profileSays('de', null).success]).toEqual([true, true]);
    expect(profileSays('us', '+++').success).toBe(false);
    // a PAN names a company, and is no number to charge tax by
    expect([companySays('in', 'AAPFU0939F').success, profileSays('in', 'AAPFU0939F').success]).toEqual([true, false]);
    expect([companySays(null, 'X1').success, companySays('us', '12-3456789').success]).toEqual([true, true]);
  });
});
