import { screen, waitFor, within } from '@testing-library/react';
import { list, oneOf } from '@tributary/contract/lists';
import { session } from '@tributary/contract/route';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { IconCheck, IconPencil } from '../../ui/icons.ts';
import { ApiError } from '../api/api-error.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { type CallContext, type DialogProps, type ListQuery, resource } from './declaration.ts';
import { formDialog } from './form-dialog.tsx';
import { ResourcePage } from './resource-page.tsx';

const row = z.object({ id: z.string(), title: z.string(), clicks: z.number() });
type Row = z.output<typeof row>;
const wire = list({
  row,
  filters: { state: oneOf(['open', 'done']) },
  columns: {
    title: { kind: 'text', value: (one) => one.title, sort: true },
    clicks: { kind: 'number', value: (one) => one.clicks, sort: true },
  },
});
const write = { method: 'POST', access: session(['admin'], { impersonated: 'denied', section: 'offers' }) } as const;
const all: Row[] = Array.from({ length: 30 }, (_, at) => ({ id: `${at}`, title: `Note ${at}`, clicks: at }));
const refusal = (status: number, message: string) =>
  new ApiError({
    kind: 'refused',
    status,
    code: 'conflict',
    message,
    path: null,
    retryAfterSeconds: null,
    requestId: 'r1',
  });

function Counter({ row: one, close }: DialogProps<Row>) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => (count === 0 ? setCount(1) : close())}>
      {`${one?.title}: ${count}`}
    </button>
  );
}

interface Server {
  rows?: readonly Row[];
  save?: (title: string) => Promise<unknown>;
  approve?: (one: Row) => Promise<unknown>;
  load?: (query: ListQuery, context: CallContext) => void;
}

function open(
  { rows = all, save = async () => undefined, approve = async () => undefined, load }: Server = {},
  path = '/',
) {
  const asked: ListQuery[] = [];
  const notes = resource(wire, {
    name: 'notes',
    title: 'Notes',
    countText: (total) => `${total} notes`,
    nameOf: ({ title }) => title,
    columns: [
      { id: 'title', title: 'Title', fixed: true },
      { id: 'clicks', title: 'Clicks' },
    ],
    searchPlaceholder: 'Search notes',
    filters: [{ kind: 'one', name: 'state', label: 'State', options: [{ value: 'open', label: 'Open' }] }],
    load: async (query, context) => {
      asked.push(query);
      load?.(query, context);
      const first = (query.page - 1) * query.page_size;
      // two of each page are enough to look at; whoever asks for all of it gets all
      const many = query.page_size > 100 ? query.page_size : 2;
      return { rows: rows.slice(first, first + many), total: rows.length };
    },
    add: { label: 'Add note', calls: write, dialog: 'edit' },
    rowActions: [
      { label: 'Edit', calls: write, icon: IconPencil, when: () => true, run: (one, tools) => tools.open('edit', one) },
      {
        label: 'Count',
        calls: write,
        icon: IconPencil,
        when: () => true,
        run: (one, tools) => tools.open('count', one),
      },
    ],
    bulkActions: [
      {
        label: 'Approve',
        calls: write,
        icon: IconCheck,
        when: () => true,
        run: approve,
        done: (count) => ({ text: `${count} approved`, tone: 'success' }),
        failed: (count) => `${count} failed`,
      },
    ],
    dialogs: {
      count: Counter,
      edit: formDialog<Row, { title: string; reason: string }>({
        title: (one) => (one ? 'Edit note' : 'New note'),
        form: (one) => ({
          fields: [
            { name: 'title', label: 'Title', kind: 'text', required: true },
            { name: 'reason', label: 'Reason', kind: 'text' },
          ],
          initial: { title: one?.title ?? '', reason: '' },
          schema: z.object({ title: z.string().min(1, 'Please give it a title'), reason: z.string() }),
          submit: 'Save',
          busy: 'Saving...',
        }),
        send: ({ title }) => save(title),
        success: 'Note saved.',
      }),
    },
    texts: { loading: 'Loading notes', emptyTitle: 'No notes', emptyText: 'Write one' },
  });
  return { asked, ...openScreen(<ResourcePage list={notes} />, { path }) };
}
const settled = () => screen.findByText('Note 0');

it('a dialog may remember things of its own, and forgets them when it closes', async () => {
  const { user } = open();
  await settled();
  for (let time = 0; time < 2; time++) {
    await user.click(screen.getByRole('button', { name: 'Actions for Note 0' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Count' }));
    await user.click(await screen.findByRole('button', { name: 'Note 0: 0' }));
    await user.click(await screen.findByRole('button', { name: 'Note 0: 1' }));
  }
});

it('asks for a page of it, and for another by its number', async () => {
  const { asked, user, router } = open();
  await settled();
  screen.getByText('30 notes');
  screen.getByText('1–25 of 30');
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByText('Note 25');
  expect(asked.map(({ page, page_size }) => [page, page_size])).toEqual([
    [1, 25],
    [2, 25],
  ]);
  expect(router.state.location.search).toBe('?page=2');
});

it('a head sorts where the list can; figures the largest first, words from A', async () => {
  const { asked, user } = open();
  await settled();
  await user.click(screen.getByRole('button', { name: 'Clicks' }));
  await waitFor(() => expect(asked.at(-1)?.sort).toBe('-clicks'));
  await user.click(screen.getByRole('button', { name: 'Title' }));
  await waitFor(() => expect(asked.at(-1)?.sort).toBe('title'));
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('ascending');
});

it('a search and a filter begin again at the first page, and stand in the address', async () => {
  const { asked, user, router } = open({}, '/?page=2');
  await screen.findByText('Note 25');
  await user.type(screen.getByRole('searchbox', { name: 'Search notes' }), 'ba');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 1, q: 'ba' }));
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('combobox', { name: 'State' }));
  await user.click(await screen.findByRole('option', { name: 'Open' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ q: 'ba', state: 'open' }));
  expect(router.state.location.search).toBe('?q=ba&state=open');
  await user.click(screen.getByRole('button', { name: 'Remove State: Open' }));
  await waitFor(() => expect(asked.at(-1)?.state).toBeUndefined());
});

it('nothing there says what to do', async () => {
  open({ rows: [] });
  await screen.findByText('No notes');
  screen.getByText('Write one');
  expect(screen.queryByRole('table')).toBeNull();
});

it('what could not be loaded says why, with the number of the request, and tries again', async () => {
  let isDown = true;
  const { user } = open({
    load: () => {
      if (isDown) throw refusal(500, 'Something went wrong.');
    },
  });
  const fault = await screen.findByRole('alert');
  within(fault).getByText('Something went wrong.');
  within(fault).getByText(/r1/);
  // nobody is told that there are none
  expect(screen.queryByText(/\b0\b/)).toBeNull();
  screen.getByText('This list could not be loaded');
  isDown = false;
  await user.click(within(fault).getByRole('button', { name: 'Try again' }));
  await settled();
});

it('what is chosen may lie on several pages, and is acted upon one by one', async () => {
  const approved: string[] = [];
  const { user } = open({
    approve: async ({ title }) => {
      approved.push(title);
      if (title === 'Note 26') throw refusal(409, 'Already approved.');
    },
  });
  await settled();
  await user.click(screen.getByRole('checkbox', { name: 'Select Note 1' }));
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select Note 26' }));
  const bar = screen.getByRole('region', { name: 'Selection' });
  within(bar).getByText('2 selected');
  await user.click(within(bar).getByRole('button', { name: 'Approve' }));
  await screen.findByText('1 failed');
  expect(approved).toEqual(['Note 1', 'Note 26']);
});

it('all of it is chosen over every page, and another search forgets it', async () => {
  const { user } = open();
  await settled();
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await screen.findByText('30 selected');
  await user.type(screen.getByRole('searchbox', { name: 'Search notes' }), 'x');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
});

it('a dialog says what is wrong at its field and sends nothing; saved, it closes and the list is asked again', async () => {
  const saved: string[] = [];
  const { asked, user } = open({ save: async (title) => saved.push(title) });
  await settled();
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  const dialog = await screen.findByRole('dialog', { name: 'New note' });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Please give it a title');
  const field = within(dialog).getByRole('textbox', { name: 'Title' });
  expect([field.getAttribute('aria-invalid'), document.activeElement === field]).toEqual(['true', true]);
  await user.type(field, 'First');
  expect(within(dialog).queryByRole('alert')).toBeNull();
  const before = asked.length;
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Note saved.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
  expect(saved).toEqual(['First']);
});

it('a refusal stays in the dialog with what was typed', async () => {
  const { user } = open({
    save: async () => {
      throw refusal(409, 'Somebody else was quicker.');
    },
  });
  await settled();
  await user.click(screen.getByRole('button', { name: 'Actions for Note 0' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit note' });
  const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Title' });
  expect(field.value).toBe('Note 0');
  await user.type(field, '!');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Somebody else was quicker.');
  expect(field.value).toBe('Note 0!');
});

it('Escape closes a dialog that is as it was, and gives the focus back; with something typed it asks', async () => {
  const { user } = open();
  await settled();
  const add = screen.getByRole('button', { name: 'Add note' });
  await user.click(add);
  await screen.findByRole('dialog', { name: 'New note' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(add));
  await user.click(add);
  const dialog = await screen.findByRole('dialog', { name: 'New note' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'A');
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('alertdialog', { name: 'Discard what you entered?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
