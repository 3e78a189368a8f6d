// A figure of the balances opens its own rows.
import { screen, within } from '@testing-library/react';
import { documentRoutes } from '@tributary/contract/billing/documents';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { billingTermsRoutes } from '@tributary/contract/billing/terms';
import { expect, it, vi } from 'vitest';
import { answers, openScreen, refused, session } from '../../kit/testing/open-screen.tsx';
import { BalanceDrawer } from './balance-drawer.tsx';

const owner = { id: 'o1', number: 7, name: 'Lena Fischer' };
const balance = {
  id: 'o1.EUR',
  owner,
  currency: 'EUR',
  pending: '2.7',
  approved: '80.26',
  hold: '81.09',
  disputed: '27',
  available: '0',
  billed: '183.03',
  next_due: '2026-12-31',
  method: null,
  form: 'there',
};
const gone = () => refused(404, 'not_found', 'Not found');
const tools = { session, reload: vi.fn(), go: vi.fn(), show: vi.fn(), open: vi.fn() };
const openPart = (part: string) => {
  const heard = answers({
    [`GET ${documentRoutes.billingBalances.path}`]: () => ({ body: { rows: [balance], total: 1 } }),
    [`GET ${billingTermsRoutes.publisherTerms.path.replace('{id}', 'o1')}`]: gone,
    [`GET ${billingTermsRoutes.publisherTaxProfile.path.replace('{id}', 'o1')}`]: gone,
    [`GET ${entryRoutes.publisherEntries.path}`]: () => ({ body: { rows: [], next: null } }),
    [`GET ${documentRoutes.documents.path}`]: () => ({
      body: {
        rows: [{ id: 'd1', kind: 'self-bill', state: 'approved', number: 'SB-7-0001', total: '200', open: '183.03' }],
        next: null,
      },
    }),
  });
  openScreen(<BalanceDrawer id={`o1.EUR${part}`} close={vi.fn()} tools={tools} />);
  return heard;
};

it('by the address: the entries of what was clicked', async () => {
  const heard = openPart(':disputed');
  expect(await screen.findByText('Entries: Disputed')).toBeTruthy();
  await vi.waitFor(() =>
    expect(heard.find(({ path }) => path === entryRoutes.publisherEntries.path)?.query.get('standing')).toBe(
      'disputed',
    ),
  );
});

it('in documents: what is left of each', async () => {
  const heard = openPart(':claimed');
  const row = (await screen.findByText('SB-7-0001')).closest('tr');
  expect(row && within(row).getByText('€183.03')).toBeTruthy();
  expect(heard.find(({ path }) => path === documentRoutes.documents.path)?.query.get('open')).toBe('1');
});
