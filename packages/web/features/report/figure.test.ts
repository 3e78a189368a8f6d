// Amounts without a rate, and figures that add up, wherever a report's figures are shown.
import { describe, expect, it } from 'vitest';
import { changeText, differenceOf } from './difference.ts';
import { type Figures, figureIn } from './figure.ts';

const EUR = (amount: string) => [{ currency: 'EUR', amount }];
const both: Figures = {
  cells: { revenue: '171.404', payout: '128.056', profit: '43.348', epc: '0.12159', margin: null, clicks: 7 },
  missing: {
    revenue: EUR('62.336'),
    payout: EUR('46.7566'),
    profit: EUR('15.5794'),
    epc: EUR('0.193212'),
    margin: [],
  },
};

describe('a figure with a part that has no rate', () => {
  it.each([
    ['revenue', '$171.40 + €62.34 (no rate)'],
    ['payout', '$128.06 + €46.76 (no rate)'],
    // what is left of the two above, in each currency
    ['profit', '$43.34 + €15.58 (no rate)'],
    ['epc', '$0.1216 + €0.1932 (no rate)'],
    ['margin', '- (no rate)'],
    ['clicks', '7'],
  ] as const)('%s is shown as %s', (id, text) => expect(figureIn(id, both, 'USD')).toBe(text));
});

describe('beside another', () => {
  const dollars = (revenue: string, missing?: string): Figures => ({
    cells: { revenue },
    missing: missing === undefined ? null : { revenue: EUR(missing) },
  });
  it.each([
    // now, before, the difference, its share
    [dollars('15'), dollars('12'), '+$3.00', '+25.00%'],
    [dollars('0', '12.25'), dollars('0', '16.25'), '-€4.00 (no rate)', '-24.62%'],
    [dollars('0', '12.25'), dollars('0'), '+€12.25 (no rate)', 'new'],
    [dollars('0'), dollars('0', '5'), '-€5.00 (no rate)', '-100.00%'],
    [dollars('3', '12.25'), dollars('1', '16.25'), '+$2.00, -€4.00 (no rate)', '- (no rate)'],
    [dollars('3', '5'), dollars('1'), '+$2.00, +€5.00 (no rate)', '- (no rate)'],
    [dollars('0'), dollars('0'), '$0.00', '0.00%'],
    // the difference of what is shown
    [dollars('111.814'), dollars('100.006'), '+$11.80', '+11.80%'],
  ])('%j and %j differ by %s, %s', (now, before, difference, share) => {
    expect(differenceOf('revenue', now, before, 'USD').text).toBe(difference);
    expect(changeText('revenue', now, before, 'USD')).toBe(share);
  });

  it('what is not known on one side has no difference', () => {
    const [some, none]: [Figures, Figures] = [{ cells: { cr: '4.3' } }, { cells: { cr: null } }];
    expect(differenceOf('cr', some, none, 'USD').text).toBe('-');
    expect(changeText('cr', some, none, 'USD')).toBe('-');
  });
});
