import { screen, waitFor, within } from '@testing-library/react';
import { log as logOf, momentFilter, searched } from '@tributary/contract/lists';
import { session } from '@tributary/contract/route';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { IconCheck } from '../../ui/icons.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { decisionAction } from './decision.ts';
import { type LogQuery, log } from './log-declaration.ts';
import { LogPage } from './log-page.tsx';

const row = z.object({ id: z.string(), title: z.string() });
type Row = z.output<typeof row>;
const wire = logOf({
  row,
  filters: { ...searched, from: momentFilter, to: momentFilter },
  columns: { title: { kind: 'text', value: (one) => one.title } },
});
const write = { method: 'POST', access: session(['admin'], { impersonated: 'denied', section: 'logs' }) } as const;
const pages: Record<string, { rows: Row[]; next: string | null }> = {
  '': { rows: [{ id: '3', title: 'Newest' }], next: 'a' },
  a: { rows: [{ id: '2', title: 'Middle' }], next: 'b' },
  b: { rows: [{ id: '1', title: 'Oldest' }], next: null },
};

function open(path = '/', decide: (reason: string) => Promise<void> = async () => undefined) {
  const asked: LogQuery[] = [];
  const entries = log(wire, {
    name: 'entries',
    title: 'Entries',
    purpose: 'What happened',
    nameOf: ({ title }) => title,
    columns: [{ id: 'title', title: 'Title', opens: true }],
    searchPlaceholder: 'Search entries',
    hasPeriod: true,
    load: async (query) => {
      asked.push(query);
      if (query.q === 'broken') throw new Error('down');
      if (query.q === 'nothing') return { rows: [], next: null };
      return pages[query.after ?? ''] ?? { rows: [], next: null };
    },
    rowActions: [
      decisionAction<Row>({
        label: 'Approve',
        calls: write,
        icon: IconCheck,
        when: () => true,
        title: ({ title }) => `Approve ${title}?`,
        text: () => 'It counts from now on.',
        usual: ['Looks fine'],
        send: async (_row, reason) => {
          await decide(reason);
          return undefined;
        },
        done: 'Approved.',
      }),
    ],
    details: ({ id }) => <p>{`Everything about ${id}`}</p>,
    detailsTitle: 'Entry',
    empty: { title: 'Nothing yet', text: '' },
    nothingFound: 'No entry fits',
  });
  return { asked, ...openScreen(<LogPage log={entries} />, { path }) };
}

it('goes on from the last row seen, and back the way that it came', async () => {
  const { asked, user, router } = open();
  await screen.findByText('Newest');
  await user.click(screen.getByRole('button', { name: 'Older' }));
  await screen.findByText('Middle');
  await user.click(screen.getByRole('button', { name: 'Older' }));
  await screen.findByText('Oldest');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Older' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Newer' }));
  await screen.findByText('Middle');
  expect(router.state.location.search).toBe('?after=a');
  await user.click(screen.getByRole('button', { name: 'Newest' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(asked.slice(0, 3).map(({ after }) => after ?? null)).toEqual([null, 'a', 'b']);
});

it('a row opens in a drawer with an address of its own, and closing it leaves the page as it was', async () => {
  const { user, router } = open('/?after=a');
  await user.click(await screen.findByRole('button', { name: 'Middle' }));
  const drawer = await screen.findByRole('dialog', { name: 'Entry' });
  within(drawer).getByText('Everything about 2');
  expect(router.state.location.search).toBe('?record=2&after=a');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toBe('?after=a');
});

it('a drawer is there for whoever comes by its address', async () => {
  open('/?record=3');
  await screen.findByText('Everything about 3');
});

it('a period begins again at the newest row; nothing in it offers everything', async () => {
  const { asked, user, router } = open('/?after=a&q=nothing');
  await screen.findByText('No entry fits');
  await user.click(screen.getByRole('button', { name: 'Show everything' }));
  await screen.findByText('Newest');
  expect(router.state.location.search).toBe('');
  await user.click(screen.getByRole('button', { name: 'All time' }));
  await user.click(await screen.findByRole('button', { name: 'Last 7 days' }));
  await waitFor(() => expect(router.state.location.search).toBe('?period=7d'));
  expect(typeof asked.at(-1)?.from).toBe('number');
});

it('what could not be loaded is not called empty', async () => {
  open('/?q=broken');
  await screen.findByRole('alert');
  expect(screen.queryByText('No entry fits')).toBeNull();
});

it('two days are a period once one of them is given', async () => {
  const { user, router } = open();
  await screen.findByText('Newest');
  await user.click(screen.getByRole('button', { name: 'All time' }));
  const show = await screen.findByRole<HTMLButtonElement>('button', { name: 'Show these days' });
  expect(show.disabled).toBe(true);
  await user.type(screen.getByLabelText('From'), '2026-03-01');
  await user.click(show);
  await waitFor(() => expect(router.state.location.search).toBe('?period=2026-03-01..'));
});

it('a decision wants a reason; one that fails keeps what was written', async () => {
  const reasons: string[] = [];
  const { user } = open('/', async (reason) => {
    reasons.push(reason);
    if (reasons.length === 1) throw new Error('no');
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for Newest' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Approve' }));
  const question = await screen.findByRole('alertdialog', { name: 'Approve Newest?' });
  const approve = within(question).getByRole<HTMLButtonElement>('button', { name: 'Approve' });
  expect(approve.disabled).toBe(true);
  await user.click(within(question).getByRole('button', { name: 'Looks fine' }));
  await user.click(approve);
  await within(question).findByRole('alert');
  expect(within(question).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Looks fine');
  await user.click(approve);
  await screen.findByText('Approved.');
  expect(reasons).toEqual(['Looks fine', 'Looks fine']);
});
