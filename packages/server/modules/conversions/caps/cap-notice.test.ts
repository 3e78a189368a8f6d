import { expect, test } from 'vitest';
import { inWords } from '../../../words/sentences.ts';
import { reachedText } from '../jobs.ts';

const english = (cap: Parameters<typeof reachedText>[0]) => inWords('en', reachedText(cap));

const offer = { id: 'o', number: 7, name: 'Lantern' };
const publisher = { id: 'p', number: 4, name: 'Lena Fischer' };
const clicks = { offer, publisher: null, metric: 'clicks', period: 'day', currency: 'USD', limit: 1000n } as const;

test('a notice of an offer’s cap is about the offer', () => {
  expect(english(clicks)).toBe('Lantern (7) has reached its daily cap of 1,000 on clicks.');
});

test('a notice of one publisher’s cap names the publisher', () => {
  expect(english({ ...clicks, publisher })).toBe(
    'Lena Fischer (4) has reached the daily cap of 1,000 on clicks of Lantern (7).',
  );
});

test('an amount has its currency', () => {
  expect(english({ ...clicks, publisher, metric: 'payout', period: 'total', limit: 2_500_500_000n })).toBe(
    'Lena Fischer (4) has reached the total cap of 2500.5 USD on payout of Lantern (7).',
  );
});
