// What money is moved by asks first, and says how much: bulk verbs, a limit below what is used, a payment of an invoice.
import { screen } from '@testing-library/react';
import { type DocumentRow, documentRoutes } from '@tributary/contract/billing/documents';
import { expect, it, vi } from 'vitest';
import { answers, openScreen, session } from '../../kit/testing/open-screen.tsx';
import { stopsAtOnce } from '../advertiser-billing/balances.tsx';
import { partFor } from '../advertiser-billing/record-payment.tsx';
import { bulkActions, sumsText } from './document-actions.ts';
import { standingText, standingTone } from './payments/words.ts';

it('adds up by currency', () => {
  expect(
    sumsText([
      { currency: 'USD', total: '98.92' },
      { currency: 'EUR', total: '9.21' },
      { currency: 'USD', total: '0.08' },
    ]),
  ).toBe('$99.00, €9.21');
});

it('issues many documents only after saying how many and how much, and asks nobody where the answer is no', async () => {
  const heard = answers({ [`POST ${documentRoutes.issueDocuments.path}`]: () => ({ body: { done: 2, refused: [] } }) });
  const rows = ['98.92', '1.08'].map((total, at) => ({ id: `d${at}`, state: 'draft', currency: 'USD', total }));
  const [issue] = bulkActions;
  const tools = { session, reload: vi.fn(), go: vi.fn(), show: vi.fn(), open: vi.fn() };
  const { user } = openScreen(
    <button type="button" onClick={() => void issue?.run(rows as unknown as DocumentRow[], tools)}>
      Go
    </button>,
  );
  await user.click(screen.getByText('Go'));
  expect(await screen.findByText('Issue 2 documents?')).toBeTruthy();
  expect(screen.getByText(/\$100\.00 in all/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(heard).toEqual([]);
  await user.click(screen.getByText('Go'));
  await user.click(await screen.findByRole('button', { name: 'Issue' }));
  await vi.waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ ids: ['d0', 'd1'] }]));
});

it('says how many of the chosen it leaves out', async () => {
  const heard = answers({
    [`POST ${documentRoutes.approveDocuments.path}`]: () => ({ body: { done: 1, refused: [] } }),
  });
  const rows = ['self-bill', 'credit-note'].map((kind, at) => ({
    ...{ id: `d${at}`, kind, state: 'issued', currency: 'USD', total: '5', version: 1 },
  }));
  const approve = bulkActions[1];
  const tools = { session, reload: vi.fn(), go: vi.fn(), show: vi.fn(), open: vi.fn() };
  const { user } = openScreen(
    <button type="button" onClick={() => void approve?.run(rows as unknown as DocumentRow[], tools)}>
      Go
    </button>,
  );
  await user.click(screen.getByText('Go'));
  expect(await screen.findByText(/1 of those chosen is left out/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await vi.waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ ids: ['d0'] }]));
});

it('is about what is used: at the limit traffic stops, too, and no limit stops nothing', () => {
  const used = { exposure: '459.2' };
  expect(['400', ' 459.20 ', '459.21', '', 'much'].map((limit) => stopsAtOnce(limit, used))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('pays of an invoice what it asks for, and no more', () => {
  expect([partFor('9.6', '9.6'), partFor('5', '9.6'), partFor('20', '9.6')]).toEqual(['9.6', '5', '9.6']);
});

it('warns where the last payment to the same account did not arrive', () => {
  const row = { blocked: 'none', waiting: '0', last_failure: null } as const;
  expect(standingTone(row)).toBe('good');
  expect([standingText({ ...row, last_failure: 'AC04' }), standingTone({ ...row, last_failure: 'AC04' })]).toEqual([
    'The last one failed AC04',
    'bad',
  ]);
});
