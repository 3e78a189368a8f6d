import { OfferPageFields } from '@tributary/contract/offers/offers';
import { describe, expect, it } from 'vitest';
import { firstComplaint } from './check-draft.ts';
import { convertAmount, withCurrency } from './convert-currency.ts';
import { defaultDates, emptyDraft, emptyGoal, emptyLandingPage, type OfferDraft, withObjective } from './draft.ts';
import { bodyOf, changedFields, draftOf } from './wire.ts';

const now = new Date('2026-11-15T00:00:00Z');
const filled = (part: Partial<OfferDraft> = {}): OfferDraft => ({
  ...emptyDraft(now),
  offer_name: 'Card',
  advertiser_id: '3',
  default_campaign_url: 'https://shop.example/?c={click_id}',
  revenue: '1',
  payout: '0.3',
  ...part,
});

describe('currency', () => {
  it('converts between rupees and dollars at 83 to two decimals, half a cent up', () => {
    expect(convertAmount('83', 'INR', 'USD')).toBe('1.00');
    expect(convertAmount('0.3', 'USD', 'INR')).toBe('24.90');
    expect(convertAmount('100', 'INR', 'USD')).toBe('1.20');
    expect(convertAmount('0.415', 'INR', 'USD')).toBe('0.01');
    expect(convertAmount('999999999999.99', 'USD', 'INR')).toBe('82999999999999.17');
  });
  it('leaves euros and what is no amount alone', () => {
    expect(convertAmount('5', 'INR', 'EUR')).toBe('5');
    expect(convertAmount('5', 'EUR', 'USD')).toBe('5');
    expect(convertAmount('', 'INR', 'USD')).toBe('');
    expect(convertAmount('abc', 'INR', 'USD')).toBe('abc');
  });
  it('takes the goals along', () => {
    const goals = [{ ...emptyGoal(), revenue: '83', payout: '166' }];
    expect(withCurrency(filled({ goals }), 'USD').goals).toMatchObject([{ revenue: '1.00', payout: '2.00' }]);
  });
});

describe('the first complaint', () => {
  it('follows the specification’s order', () => {
    const said: string[] = [];
    let draft = emptyDraft(now);
    for (const [field, value] of [
      ['offer_name', 'Card'],
      ['advertiser_id', '3'],
      ['default_campaign_url', 'https://shop.example/'],
      ['revenue', '1'],
      ['payout', '1'],
    ] as const) {
      said.push(firstComplaint(draft)?.sentence ?? '');
      draft = { ...draft, [field]: value };
    }
    expect(said).toEqual(
      ['Title', 'Advertiser', 'Default Campaign URL', 'Revenue', 'Payout'].map(
        (label) => `${label} is required. Please fill this field.`,
      ),
    );
    expect(firstComplaint(draft)?.sentence).toBe(
      'Please include at least one parameter (like {click_id}) in your campaign URL.',
    );
  });
  it('names unknown tokens, amounts and addresses that are none', () => {
    expect(firstComplaint(filled())).toBeNull();
    const url = 'https://shop.example/?c={clickid}';
    expect(firstComplaint(filled({ default_campaign_url: url }))?.sentence).toContain('{clickid}');
    expect(firstComplaint(filled({ revenue: '1.1234567' }))?.field).toBe('revenue');
    expect(firstComplaint(filled({ preview_url: 'javascript:alert(1)' }))?.field).toBe('preview_url');
    expect(firstComplaint(filled({ landing_pages: [emptyLandingPage()] }))?.field).toBe('landing_pages');
  });
});

describe('the wire', () => {
  it('carries the specification’s fields in the specification’s types', () => {
    const body = bodyOf(filled({ selected_days: ['Monday'], geo_coverage: ['in', 'us'], start_hour: '09' }));
    expect(body).toMatchObject({
      offer_type: 'CPR',
      advertiser_id: 3,
      revenue: 1,
      payout: 0.3,
      status: 'Approve',
      selected_days: '["Monday"]',
      geo_coverage: 'in,us',
      start_hour: 9,
      start_date: '2-October-2025 00:00:00',
      end_date: '2-October-2027 00:00:00',
    });
    expect(body).not.toHaveProperty('thumbnail_url');
  });
  it('never lets a float touch an amount that a float cannot hold', () => {
    expect(bodyOf(filled({ revenue: '123456789012.123456' })).revenue).toBe('123456789012.123456');
    expect(bodyOf(filled({ revenue: '0.30' })).revenue).toBe(0.3);
  });
  it('comes back as it went', () => {
    const draft = filled({
      goals: [{ ...emptyGoal(), name: 'Sale', token: 'sale', revenue: '2', payout: '1' }],
      landing_pages: [{ ...emptyLandingPage(), name: 'B', url: 'https://b.example/{click_id}' }],
      conversion_flow_by_language: { en: 'a', hi: 'b', es: 'c' },
      unique_click_hours: 24,
      hold_minutes: 90,
      min_ctit_seconds: 0,
      status: 'active',
      hide_payout: true,
      tags: ['a b'],
    });
    const fields = OfferPageFields.parse({
      ...bodyOf(draft),
      start_date: Date.UTC(2025, 9, 2) / 1000,
      end_date: Date.UTC(2027, 9, 2) / 1000,
      selected_days: [],
      revenue: '1',
      payout: '0.3',
    });
    const record = { fields, thumbnail_url: null };
    expect(changedFields(draft, draftOf(record, now))).toEqual([]);
    expect(changedFields(draft, { ...draft, tags: [], offer_name: 'Other' })).toEqual(['offer_name', 'tags']);
  });
});

it('the dates are the specification’s until their end, then today and two years on', () => {
  expect(defaultDates(now).end_date).toBe('2027-10-02 00:00:00');
  expect(defaultDates(new Date('2027-10-02T00:00:00Z'))).toEqual({
    start_date: '2027-10-02 00:00:00',
    end_date: '2029-10-02 00:00:00',
  });
});

it('the objective sets the type', () => {
  expect(withObjective('App Installs')).toEqual({ objective: 'App Installs', offer_type: 'CPI' });
});
