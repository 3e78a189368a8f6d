import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answers, openScreen } from '../../kit/testing/open-screen.tsx';
import { ImportRates } from './import-rates.tsx';

const rate = { line: 1, base: 'EUR', quote: 'USD', rate: '1.08', from: '2026-01-01', before: '1.07' };
const wrong = { line: 2, message: 'This is not a day.' };

it('marks the wrong lines, and saves only once there are none', async () => {
  let faults = [wrong];
  const asked = answers({ 'POST /api/rates/import': () => ({ body: { saved: false, rows: [rate], faults } }) });
  const close = vi.fn();
  const { user } = openScreen(<ImportRates close={close} reload={vi.fn()} />);
  const lines = await screen.findByLabelText('Or paste the lines here');
  await user.type(lines, 'EUR,USD,1.08,2026-01-01');
  await user.click(screen.getByRole('button', { name: 'Check the lines' }));
  const table = await screen.findByRole('table');
  expect(within(table).getByText('This is not a day.')).toBeTruthy();
  expect(within(table).getByText('1.07 → 1.08')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  faults = [];
  await user.type(lines, ' ');
  expect(screen.queryByRole('table')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Check the lines' }));
  await user.click(await screen.findByRole('button', { name: 'Save 1 rate' }));
  await vi.waitFor(() => expect(close).toHaveBeenCalled());
  expect(asked.map(({ body }) => body)).toMatchObject([{ save: false }, { save: false }, { save: true }]);
});
