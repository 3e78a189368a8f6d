// What is in the way of a payment, and whose word it needs: each reason alone, worked out by hand.
import { payingSection } from '@tributary/contract/settings/paying';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../../platform/clock.ts';
import { testSecret } from '../../../../platform/testing.ts';
import { createVault } from '../../../../platform/vault.ts';
import { bankDetails, payPalDetails } from '../../../../testing-payable.ts';
import type { QuotedRate } from '../../../rates/index.ts';
import type { StoredProfile } from '../../documents/tax.repo.ts';
import { samplesFor } from '../../documents/tax.ts';
import { sealDetails } from '../methods/methods.ts';
import { needsTwo, type PayableFacts, type PayingScene, payableOf } from './payable.ts';

const vault = createVault(testSecret);
const now = new Date('2026-11-17T12:00:00Z');
const rate = (base: string, quote: string, rateMicros: bigint): QuotedRate => ({
  ...{ base, quote, from: '2026-01-01', rateMicros },
});
const { defaults } = payingSection;
const withMethod = (kind: string, change: object): Partial<PayingScene> => ({
  rules: { ...defaults, methods: defaults.methods.map((one) => (one.kind === kind ? { ...one, ...change } : one)) },
});
const scene = (more: Partial<PayingScene> = {}): PayingScene => ({
  ...{ rules: defaults, twoPersonSum: null, taxRules: [], rates: [], ratesTouched: new Map(), home: 'USD', vault, now },
  day: '2026-11-17',
  ...more,
});
const profile = (more: Partial<StoredProfile> = {}): StoredProfile => ({
  ...{ version: 1, party: 'business', legalName: 'Quill Ltd', country: 'us', vatId: null, taxId: null, street: '' },
  ...{ houseNumber: '', postcode: '', town: '', form: 'W-9', formFileId: 'f', formFileName: 'w9.pdf' },
  ...{ formExpiresOn: null, agreement: null },
  ...more,
});
const sealed = (details = payPalDetails) => sealDetails(vault, 'tenant', 'method', details);
/** an approved document of 100 USD, paid by PayPal */
const facts = (more: Partial<PayableFacts> = {}): PayableFacts => ({
  ...{ tenant_id: 'tenant', id: 'document', owner_id: 'owner', kind: 'self-bill', state: 'approved' },
  ...{ number_text: 'SB-1', currency: 'USD', due_on: '2026-11-15', net_micros: '100000000', total_micros: '100000000' },
  ...{ withheld_micros: '0', settled_micros: '0', waiting_micros: '0', gone_micros: '0', user_sequence_id: 1 },
  ...{
    first_name: 'Ines',
    last_name: 'Okafor',
    email: 'ines@example.test',
    status: 'approved',
    deleted_at: null,
    method_id: 'method',
  },
  ...{
    method_kind: 'paypal',
    method_currency: 'USD',
    mask: '…',
    sealed: sealed(),
    held_until: null,
    last_failure: null,
  },
  ...{ is_disputed: false, is_under_way: false, withheld_before: '0', profile: profile() },
  ...more,
});

const american = { taxRules: samplesFor('us') };
const bank = { method_kind: 'bank', sealed: sealed(bankDetails) };
test.each<[string, Partial<PayableFacts>, Partial<PayingScene>]>([
  ['none', {}, {}],
  ['not-approved', { state: 'issued' }, {}],
  ['under-way', { is_under_way: true }, {}],
  ['settled', { state: 'paid', settled_micros: '100000000' }, {}],
  ['disputed', { is_disputed: true }, {}],
  // a rule asks for it, whatever was withheld
  ['none', {}, american],
  ['form-missing', { profile: profile({ formFileId: null }) }, american],
  ['form-missing', { profile: profile({ form: 'W-8BEN' }) }, american],
  ['form-missing', { profile: profile({ formExpiresOn: '2026-11-16' }) }, american],
  ['none', { profile: profile({ formExpiresOn: '2026-11-17' }) }, american],
  ['account-closed', { status: 'rejected' }, {}],
  ['account-closed', { deleted_at: now }, {}],
  ['no-method', { method_id: null, method_kind: null, method_currency: null, sealed: null }, {}],
  ['method-off', {}, withMethod('paypal', { is_on: false })],
  ['held', { held_until: new Date(now.getTime() + 1) }, {}],
  ['none', { held_until: now }, {}],
  ['unreadable', { sealed: sealDetails(vault, 'another', 'method', payPalDetails) }, {}],
  ['name', { ...bank, sealed: sealed({ ...bankDetails, name: '王小明' }) }, {}],
  ['no-rate', { method_currency: 'EUR' }, {}],
  ['no-account', bank, {}],
  ['no-columns', { method_kind: 'wise' }, withMethod('wise', { is_on: true })],
  ['too-small', {}, withMethod('paypal', { fee: '100' })],
  ['none', {}, withMethod('paypal', { minimum: '100' })],
  ['below-minimum', {}, withMethod('paypal', { minimum: '100.01' })],
  // a rest would never reach it
  ['none', { state: 'part-paid', settled_micros: '99000000' }, withMethod('paypal', { minimum: '50' })],
])('%s: %#', (blocked, more, change) => expect(payableOf(facts(more), scene(change)).blocked).toBe(blocked));

describe('a second person', () => {
  const euro = rate('EUR', 'USD', 2_000_000n);
  const needs = (more: Partial<PayableFacts>, change: Partial<PayingScene>) => {
    const on = scene({ rates: [euro], twoPersonSum: 200_000_000n, ...change });
    return needsTwo([payableOf(facts(more), on)], on, 0n);
  };

  test.each<[string, boolean, Partial<PayableFacts>, Partial<PayingScene>]>([
    ['up to the sum is not asked for', false, {}, { twoPersonSum: 100_000_000n }],
    ['is above it', true, {}, { twoPersonSum: 99_999_999n }],
    [
      'is in the workspace’s currency',
      true,
      { currency: 'EUR', method_currency: 'EUR' },
      { twoPersonSum: 199_000_000n },
    ],
    ['is for every payment where the sum is nothing', true, {}, { twoPersonSum: 0n }],
    ['is for none where no sum is set', false, {}, { twoPersonSum: null }],
    ['is where no rate adds it up', true, { currency: 'EUR', method_currency: 'EUR' }, { rates: [] }],
    ['is not for what nobody is paid', false, { state: 'issued' }, { twoPersonSum: 1n }],
  ])('%s', (_name, needed, more, change) => expect(needs(more, change)).toBe(needed));

  // a document in pounds, paid in euros, of a workspace in dollars: each of the three rates makes the sum smaller or larger
  test.each([
    ['GBP/USD', 'what is owed'],
    ['EUR/GBP', 'what is paid'],
    ['EUR/USD', 'what leaves the bank'],
  ])('is asked for while %s is new: it measures %s', (pair) => {
    const rates = [euro, rate('GBP', 'USD', 1_000_000n), rate('GBP', 'EUR', 1_000_000n)];
    const pounds = { currency: 'GBP', method_currency: 'EUR' };
    const touched = (hours: number) => ({
      rates,
      ratesTouched: new Map([[pair, new Date(now.getTime() - hours * HOUR_MS)]]),
    });
    expect([needs(pounds, touched(71)), needs(pounds, touched(72))]).toEqual([true, false]);
    // nor does one of another pair count
    expect(needs({}, touched(1))).toBe(false);
  });
});
