import { describe, expect, it } from 'vitest';
import { emptyRule, type RuleDraft, ruleBody, ruleFault, ruleLoses, scopeText, valueText } from './payout-rules.ts';

const rule = (part: Partial<RuleDraft>): RuleDraft => ({ ...emptyRule, ...part });

describe('a payout rule', () => {
  it('is sent with an amount or a percentage, never both, and amounts as text', () => {
    const body = ruleBody(rule({ payout: '3.5', percent: 20, starts_at: '2026-11-15 00:00:00', countries: ['in'] }));
    expect(body).toMatchObject({ payout: '3.5', payout_percent: null, revenue: null, countries: ['in'] });
    expect(body.starts_at).toBe('2026-11-15 00:00:00 UTC');
    expect(ruleBody(rule({ pays: 'percent', payout: '3.5', percent: 20 }))).toMatchObject({
      payout: null,
      payout_percent: 20,
      countries: [],
    });
  });
  it('is told in words: what it pays, and for whom', () => {
    const amounts = { revenue: '5', revenue_percent: null, payout: '2', payout_percent: null };
    const goals = [{ id: 'g', number: 2, name: 'Deposit', token: 'deposit', ...amounts }];
    const told = rule({
      payout: '3.5',
      earns: 'amount',
      revenue: '9',
      publisher_name: 'Priya',
      goal_id: 'g',
      from_conversions: 100,
    });
    expect(valueText(told, 'USD')).toBe('Pays $3.50, earns $9.00');
    expect(scopeText(told, goals)).toBe('For Priya, goal Deposit, from 100 conversions in the month on');
    const shared = rule({ pays: 'percent', percent: 7.5, earns: 'percent', revenue: '9', revenue_percent: 10 });
    expect(valueText(shared, 'USD')).toBe('Pays 7.5% of the sale, earns 10% of the sale');
    expect(ruleBody(shared)).toMatchObject({ revenue: null, revenue_percent: 10, payout: null, payout_percent: 7.5 });
    expect(scopeText(emptyRule, goals)).toBe('For every publisher');
  });
  it('is not taken without an amount, or when it ends before it begins', () => {
    expect(ruleFault(emptyRule)).toBe('Please enter the payout, such as 0.3.');
    expect(ruleFault(rule({ pays: 'as before' }))).toBe('Please enter a payout or a revenue.');
    const dates = { starts_at: '2026-11-16 00:00:00', ends_at: '2026-11-15 00:00:00' };
    expect(ruleFault(rule({ payout: '1', ...dates }))).toBe('A rule must end after it begins.');
    expect(ruleFault(rule({ payout: '1' }))).toBeNull();
  });
  it('says so where it pays more than a goal it is for earns', () => {
    const paid = (revenue: string, payout: string, share: number | null = null) => ({
      revenue,
      revenue_percent: share,
      payout,
      payout_percent: null,
    });
    const goals = [
      { id: 'a', number: 1, name: 'Default', token: '', ...paid('180', '100') },
      { id: 'b', number: 2, name: 'Deposit', token: 'deposit', ...paid('900', '100') },
      { id: 'c', number: 3, name: 'Sale', token: 'sale', ...paid('0', '0', 10) },
    ];
    const cases: [Partial<RuleDraft>, boolean][] = [
      [{ payout: '500' }, true],
      [{ payout: '180' }, false],
      [{ payout: '500', goal_id: 'b' }, false],
      [{ payout: '500', earns: 'amount', revenue: '499.999999' }, true],
      [{ pays: 'as before', earns: 'amount', revenue: '99', goal_id: 'a' }, true],
      [{ pays: 'percent', percent: 12, goal_id: 'c' }, true],
      [{ pays: 'percent', percent: 10, goal_id: 'c' }, false],
      // an amount against a share: only the sale can tell
      [{ payout: '500', goal_id: 'c' }, false],
    ];
    expect(cases.map(([part]) => ruleLoses(rule(part), goals))).toEqual(cases.map(([, loses]) => loses));
  });
});
