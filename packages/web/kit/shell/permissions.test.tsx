import { screen, within } from '@testing-library/react';
import type { Grants } from '@tributary/contract/accounts/sections';
import { list, log as logOf } from '@tributary/contract/lists';
import { session } from '@tributary/contract/route';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { IconCheck, IconEye } from '../../ui/icons.ts';
import { log } from '../log-page/log-declaration.ts';
import { LogPage } from '../log-page/log-page.tsx';
import { resource } from '../resource/declaration.ts';
import { ResourcePage } from '../resource/resource-page.tsx';
import { VerbButtons } from '../resource/verb-buttons.tsx';
import { openScreen, session as theirs } from '../testing/open-screen.tsx';
import { mayCall, useMay } from './permissions.ts';

const read = { method: 'GET', access: session(['admin'], { impersonated: 'denied', section: 'offers' }) } as const;
const write = { ...read, method: 'POST' } as const;
const check = {
  method: 'POST',
  access: session(['admin'], { impersonated: 'denied', section: 'offers', needs: 'read' }),
} as const;
const own = { method: 'POST', access: session(['publisher'], { impersonated: 'allowed' }) } as const;
const self = { method: 'POST', access: session(['admin'], { impersonated: 'denied', section: 'self' }) } as const;

it.each<[string, Parameters<typeof mayCall>[0], Grants | null, boolean]>([
  ['a reader reads', read, { offers: 'read' }, true],
  ['a reader does not write', write, { offers: 'read' }, false],
  ['a writer does both', write, { offers: 'write' }, true],
  ['a check that is sent by POST reads', check, { offers: 'read' }, true],
  ['another section does not help', read, { reports: 'write' }, false],
  ['what is everyone’s own is open to all', self, {}, true],
  ['a portal has no sections', own, {}, true],
  ['nor has who is no team member', write, null, true],
])('%s', (_what, route, grants, expected) => expect(mayCall(route, grants)).toBe(expected));

const telling = {
  method: 'PUT',
  access: session(['admin'], { impersonated: 'denied', section: 'offers', seesAll: 'required' }),
} as const;
const Offer = () => <p>{useMay()(telling) ? 'offered' : 'kept back'}</p>;

it.each([
  [true, 'offered'],
  [false, 'kept back'],
])('what carries all of the workspace out, to who sees all of it: %s', async (seesAll, text) => {
  openScreen(<Offer />, { grants: { offers: 'write' }, seesAll });
  expect(await screen.findByText(text)).toBeTruthy();
});

const row = z.object({ id: z.string(), title: z.string() });
type Row = z.output<typeof row>;
const columns = { title: { kind: 'text', value: (one: Row) => one.title } } as const;
const nothing = () => undefined;
const rows = [{ id: '1', title: 'First' }];
const shared = {
  name: 'things',
  title: 'Things',
  nameOf: ({ title }: Row) => title,
  columns: [{ id: 'title', title: 'Title', opens: true }],
  rowActions: [
    { label: 'Look', calls: null, icon: IconEye, when: () => true, run: () => undefined },
    { label: 'Approve', calls: write, icon: IconCheck, when: () => true, run: () => undefined },
  ],
  add: { label: 'Add', calls: write, dialog: 'add' },
} as const;
const things = resource(list({ row, filters: {}, columns }), {
  ...shared,
  countText: String,
  load: async () => ({ rows, total: 1 }),
  bulkActions: [
    {
      label: 'Approve',
      calls: write,
      icon: IconCheck,
      when: () => true,
      run: async () => undefined,
      done: () => ({ text: '', tone: 'success' }),
      failed: String,
    },
  ],
  texts: { loading: '', emptyTitle: '', emptyText: '' },
});
const entries = log(logOf({ row, filters: {}, columns }), {
  ...shared,
  purpose: '',
  load: async () => ({ rows, next: null }),
  bulkActions: [{ label: 'Approve', calls: write, icon: IconCheck, when: () => true, run: async () => true }],
  empty: { title: '', text: '' },
  nothingFound: '',
});
const onlyVerbs = { ...things, rowActions: things.rowActions?.slice(1) };
const pages = [
  ['a list', <ResourcePage key="list" list={things} />],
  ['a log', <LogPage key="log" log={entries} />],
] as const;
const menuOf = async (user: ReturnType<typeof openScreen>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for First' }));
  const menu = await screen.findByRole('menu');
  return within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
};

it.each(pages)('%s offers a writer all that it declares', async (_what, page) => {
  const { user } = openScreen(page, { grants: { offers: 'write' } });
  expect(await menuOf(user)).toEqual(['Look', 'Approve']);
  screen.getByRole('button', { name: 'Add' });
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
});

it.each(pages)('%s offers a reader what only shows: no Add, no verb, nothing to select', async (_what, page) => {
  const { user } = openScreen(page, { grants: { offers: 'read' } });
  expect(await menuOf(user)).toEqual(['Look']);
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('where no verb is left there is no column for them', async () => {
  openScreen(<ResourcePage list={onlyVerbs} />, { grants: { offers: 'read' } });
  await screen.findByText('First');
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
});

it.each<[string, Grants, string[]]>([
  ['a writer', { offers: 'write' }, ['Look', 'Approve']],
  ['a reader', { offers: 'read' }, ['Look']],
])('a drawer offers %s what the row’s menu does', (_who, grants, expected) => {
  const tools = { session: theirs, reload: async () => undefined, go: nothing, show: nothing, open: nothing };
  const first = { id: '1', title: 'First' };
  openScreen(<VerbButtons row={first} actions={shared.rowActions} tools={tools} />, { grants });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(expected);
});
