import { describe, expect, it } from 'vitest';
import { listChanges, listWords, valueWords } from './change-words.ts';

const id = '01a1e23f-1bb8-75a3-861b-395a5eaf5b32';
const goal = '01a1e23f-1bb8-75a3-861b-395a5eaf5b99';
const about = { currency: 'INR', named: { [id]: 'Priya Shah', [goal]: 'Deposit' } };
const rule = {
  id: 'x',
  number: 1,
  publisherId: null,
  goalId: null,
  countries: [],
  source: null,
  fromConversions: 0,
  startsAt: null,
  endsAt: null,
  payout: '500',
  percent: null,
  revenue: null,
  revenue_percent: null,
};
const cap = { publisher_id: null, metric: 'conversions', period: 'day', limit: '10', action: 'fallback' };

describe('the history speaks as the screens do', () => {
  it('an advertiser by name and number, a stranger by number alone', () => {
    const about = { currency: 'INR', named: { 'advertiser 3': 'Adam Novak' } };
    expect([3, 9].map((number) => valueWords('advertiser_id', number, about))).toEqual(['Adam Novak (3)', '9']);
  });

  it.each([
    ['payout_rules', rule, 'Pays ₹500.00. For every publisher'],
    [
      'payout_rules',
      { ...rule, publisherId: id, goalId: goal, payout: null, percent: 7.5 },
      'Pays 7.5% of the sale. For Priya Shah, goal Deposit',
    ],
    ['caps', cap, '10 conversions per day, for the whole offer: Send further clicks to the fallback'],
    [
      'caps',
      { ...cap, publisher_id: id, metric: 'payout', period: 'total', limit: '2500.5', action: 'pause_offer' },
      '₹2,500.50 payout in total, for Priya Shah: Pause the offer',
    ],
    ['targets', { target: { field: 'browser', op: 'not_in', values: ['Firefox'] } }, 'Browser is none of Firefox'],
    [
      'kpi_targets',
      { from_goal_id: null, to_goal_id: goal, op: 'at_least', percent: 5, min_sample: 100 },
      'Clicks to Deposit: at least 5%, once there are 100',
    ],
    ['creatives', { name: 'Short', kind: 'text', upload_id: null, content: 'Try it' }, 'Short (Text): Try it'],
    ['creatives', { name: 'Top', kind: 'image', upload_id: id, content: null }, 'Top (Picture)'],
    [
      'goals',
      { name: 'Repeat', sends: 'repeat', revenue: '20', revenue_percent: null, payout: '0', payout_percent: 3 },
      'Repeat (repeat): earns ₹20.00, pays 3% of the sale',
    ],
    ['landing_pages', { name: 'Two', url: 'https://a.example/' }, 'Two: https://a.example/'],
  ])('%s %#', (list, row, words) => {
    expect(listWords(list, row, about)).toBe(words);
  });
  it.each([
    ['payout', '500', '₹500.00'],
    ['hold_minutes', 4320, '3 days'],
    ['hide_payout', true, 'Yes'],
    ['status', 'active', 'Active'],
    ['start_date', 1763164800, 'Nov 15, 2025, 12:00 AM UTC'],
    ['thumbnail_id', id, 'Picture'],
    ['geo_coverage', 'in,us', 'India, United States'],
    ['publisher_ids', [id], 'Priya Shah'],
    ['publisher_id', goal.replace('99', '11'), '-'],
    ['note', '<p>Hello <b>you</b></p>', 'Hello you'],
    ['note', null, '-'],
    ['status_after_hold', 'approved', 'Approved'],
    ['counted_by', null, '-'],
  ])('%s %#', (name, value, words) => {
    expect(valueWords(name, value, about)).toBe(words);
  });
  it('a list shows what came and what went, not what stayed', () => {
    const after = [
      { ...rule, payout: '50', id: 'y', number: 2 },
      { ...rule, source: 'a' },
    ];
    expect(listChanges('payout_rules', [rule, { ...rule, source: 'a', id: 'z' }], after, about)).toEqual({
      gone: ['Pays ₹500.00. For every publisher'],
      come: ['Pays ₹50.00. For every publisher'],
    });
  });
  it('nothing of it is an id, an enum value or a field’s raw name', () => {
    const all = [listWords('caps', { ...cap, publisher_id: goal.replace('99', '11') }, about)];
    expect(all.join()).not.toMatch(/[0-9a-f]{8}-|_|fallback,|publisher id/);
  });
});
