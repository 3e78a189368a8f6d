import { screen } from '@testing-library/react';
import type { HiddenClass } from '@tributary/contract/accounts/hidden';
import { expect, it } from 'vitest';
import { openScreen } from '../../kit/testing/open-screen.tsx';
import { Cards } from '../dashboard.tsx';

it.each<[string, HiddenClass[], readonly string[]]>([
  ['nothing', [], ['Conversions', 'Impressions', 'Clicks', 'Revenue', 'Payout', 'Profit']],
  ['profit', ['profit'], ['Conversions', 'Impressions', 'Clicks', 'Revenue', 'Payout']],
  ['revenue, and profit with it', ['revenue'], ['Conversions', 'Impressions', 'Clicks', 'Payout']],
])('has no card for %s that the role hides, while the figures are on their way', (_what, hidden, labels) => {
  openScreen(<Cards dashboard={undefined} choices={{ range: 'today', status: 'all' }} />, { hidden });
  expect(screen.getAllByRole('link').map((card) => card.dataset.stat)).toEqual(labels);
});
