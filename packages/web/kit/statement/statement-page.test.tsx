import { screen, waitFor, within } from '@testing-library/react';
import { type Statement, type StatementEntry, statementRoutes } from '@tributary/contract/conversions/statement';
import { expect, it } from 'vitest';
import { answers, openScreen } from '../testing/open-screen.tsx';
import { type AccountStatement, fileOfAccount, StatementPage, type StatementQuery } from './statement-page.tsx';

const entry = (id: string, change: Partial<StatementEntry>): StatementEntry => ({
  id,
  at: 1_770_000_000,
  leg: 'payout',
  subject: { kind: 'conversion', id: `c${id}` },
  reason: 'Approved',
  currency: 'USD',
  debit: null,
  credit: '4',
  balance: '4',
  ...change,
});
const newest = [
  entry('3', { debit: '4', credit: null, balance: '4', reason: 'A test order' }),
  entry('2', { balance: '8' }),
];
const oldest = [entry('1', { subject: { kind: 'payment', id: 'p1' } })];
const ends = {
  owner: { id: 'p', number: 12, name: 'Ana Ruiz' },
  currencies: ['USD', 'EUR'],
  opening: '0',
  closing: '4',
  waiting: '1.5',
};

function open(currencies = ['USD', 'EUR'], empty = false) {
  const asked: StatementQuery[] = [];
  const statement: AccountStatement = {
    name: 'statement',
    title: 'Statement',
    purpose: 'What was booked',
    currencies,
    kindOf: ({ leg, debit }) => (debit ? `${leg} taken back` : leg),
    subjectOf: ({ subject }) =>
      subject.kind === 'conversion' ? { text: 'Conversion', to: `/c?record=${subject.id}` } : { text: 'Payment' },
    load: async (query): Promise<Statement> => {
      asked.push(query);
      const rows = empty ? [] : query.after ? oldest : newest;
      return {
        ...ends,
        currency: empty ? null : (query.currency ?? 'USD'),
        rows,
        next: empty || query.after ? null : '2',
      };
    },
    file: fileOfAccount(statementRoutes.exportPublisherStatement, 'p1'),
  };
  return { asked, ...openScreen(<StatementPage statement={statement} />) };
}
const cells = async () =>
  (await screen.findAllByRole('row')).slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(1)
      .map((cell) => cell.textContent),
  );

it('shows both ends of the period, what waits, and each entry with the balance after it', async () => {
  open();
  const figures = await screen.findByRole('region', { name: 'Balances of Ana Ruiz' });
  within(figures).getByRole('heading', { name: 'Ana Ruiz (12)' });
  expect([...figures.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
    '$0.00',
    '$4.00',
    '$1.50',
  ]);
  expect(await cells()).toEqual([
    ['payout taken back', 'Conversion', 'A test order', '$4.00', '-', '$4.00'],
    ['payout', 'Conversion', 'Approved', '-', '$4.00', '$8.00'],
  ]);
});

it('an entry leads to what it is about, where that is shown', async () => {
  const { user } = open();
  const links = await screen.findAllByRole<HTMLAnchorElement>('link', { name: 'Conversion' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/c?record=c3', '/c?record=c2']);
  await user.click(screen.getByRole('button', { name: 'Older' }));
  await screen.findByText('Payment');
  expect(screen.queryByRole('link', { name: 'Payment' })).toBeNull();
});

it('pages on the server by the last entry seen', async () => {
  const { asked, user } = open();
  await user.click(await screen.findByRole('button', { name: 'Older' }));
  await screen.findByText('Payment');
  expect(asked.at(-1)).toMatchObject({ after: '2', limit: 25 });
});

it('another currency is another account, and asked for as one; one alone is no choice', async () => {
  const { asked, user } = open();
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('combobox', { name: 'Currency' }));
  await user.click(await screen.findByRole('option', { name: 'EUR' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText('Currency: EUR');
  expect(asked.at(-1)).toMatchObject({ currency: 'EUR' });
});

it('with one currency there is nothing to choose', async () => {
  open(['USD']);
  await screen.findAllByRole('row');
  expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull();
});

it('an account on which nothing was booked says so', async () => {
  open([], true);
  await screen.findByText('Nothing has been booked yet');
  expect(screen.queryByRole('region', { name: /^Balances/ })).toBeNull();
});

it('the file is of what is shown, whole, and of this account', async () => {
  const heard = answers({ 'GET /api/admin/publishers/p1/statement/export': () => ({ body: 'Entry' }) });
  const { user } = open();
  await screen.findByRole('button', { name: 'Older' });
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  await waitFor(() => expect(heard.map(({ query }) => String(query))).toEqual(['format=csv']));
});
