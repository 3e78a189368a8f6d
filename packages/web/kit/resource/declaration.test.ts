// What a screen names of its list is checked by the list's wire half: each of the lines marked here must fail to compile.
import { hide, ofSide } from '@tributary/contract/hiding';
import { list, log as logOf, momentFilter, oneOf, searched } from '@tributary/contract/lists';
import { route, session } from '@tributary/contract/route';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { log } from '../log-page/log-declaration.ts';
import { resource } from './declaration.ts';

const row = z.object({ id: z.string(), title: z.string(), at: z.number() });
const columns = {
  title: { kind: 'text', value: (one: z.output<typeof row>) => one.title, sort: true },
  at: { kind: 'time', value: (one: z.output<typeof row>) => one.at },
} as const;
const notes = list({ row, filters: { state: oneOf(['open', 'done']) }, columns });
const others = list({ row, filters: {}, columns });
const diary = logOf({ row, filters: { ...searched, from: momentFilter, to: momentFilter }, columns });
const bareLog = logOf({ row, filters: {}, columns });

const get = {
  method: 'GET',
  path: '/api/notes',
  summary: 'Notes',
  access: session(['publisher'], { impersonated: 'allowed' }),
  wire: 'json',
  headers: ['subdomain'],
  errors: [],
} as const;
const notesRoute = route({ ...get, query: notes.query, reply: notes.reply });
const othersRoute = route({ ...get, query: others.query, reply: others.reply });

const common = {
  name: 'notes',
  title: 'Notes',
  countText: String,
  nameOf: ({ title }: { title: string }) => title,
  texts: { loading: '', emptyTitle: '', emptyText: '' },
};
const ofLog = {
  name: 'diary',
  title: 'Diary',
  purpose: '',
  nameOf: common.nameOf,
  nothingFound: '',
  empty: { title: '', text: '' },
};
const loadPage = async () => ({ rows: [], total: 0 });
const loadLog = async () => ({ rows: [], next: null });

test('a screen is made of names that its list has', () => {
  const screen = resource(notes, {
    ...common,
    load: notesRoute,
    columns: [{ id: 'title', title: 'Title' }],
    filters: [{ kind: 'text', name: 'state', label: 'State' }],
    defaultSort: '-title',
  });
  expect(screen.columns).toMatchObject([{ id: 'title', sortable: true }]);
});

const deal = z.object({
  id: z.string(),
  owner: z.object({ number: z.number(), name: hide('account_name', z.string()) }),
});
const deals = list({
  row: deal,
  filters: {},
  columns: {
    number: { kind: 'text', value: (one) => one.owner.number, sort: true },
    owner: { kind: 'named', value: (one) => one.owner, sort: true, hide: 'account_name' },
  },
});

test('what a role hides is no order that nobody asked for', () => {
  const columns = [{ id: 'number', title: 'ID' }] as const;
  const named = { ...common, nameOf: ({ id }: { id: string }) => id };
  resource(deals, { ...named, columns, load: loadPage, defaultSort: '-number' });
  // @ts-expect-error a role may hide whose it is: the screen would be refused to it
  resource(deals, { ...named, columns, load: loadPage, defaultSort: 'owner' });
});

test.each([
  ['advertiser', 'advertiser_name'],
  ['publisher', undefined],
] as const)('a column of an account means what its route says: of an %s %s', (side, hidden) => {
  const load = route({ ...get, query: deals.query, reply: ofSide(side, deals.reply) });
  const { columns } = resource(deals, {
    ...common,
    nameOf: ({ id }) => id,
    load,
    columns: [{ id: 'owner', title: '' }],
  });
  expect(columns.map((one) => one.hide)).toEqual([hidden]);
});

test('a name that the list does not have does not compile', () => {
  // @ts-expect-error the route is another list's: it knows nothing of the filter
  resource(notes, { ...common, columns: [], load: othersRoute });
  // @ts-expect-error there is no such filter
  resource(notes, { ...common, columns: [], load: loadPage, filters: [{ kind: 'text', name: 'status', label: '' }] });
  // @ts-expect-error the list is not sorted by it
  resource(notes, { ...common, columns: [], load: loadPage, defaultSort: 'at' });
  // @ts-expect-error the log has no search
  log(bareLog, { ...ofLog, columns: [], load: loadLog, searchPlaceholder: 'Search' });
  // @ts-expect-error the log has no period
  log(bareLog, { ...ofLog, columns: [], load: loadLog, hasPeriod: true });
  expect(
    log(diary, { ...ofLog, columns: [], load: loadLog, hasPeriod: true, searchPlaceholder: 'Search' }).hasPeriod,
  ).toBe(true);
  // @ts-expect-error there is no such column, and no kind is given to make it the screen's own
  expect(() => resource(notes, { ...common, load: loadPage, columns: [{ id: 'nothing', title: '' }] })).toThrow(
    'nothing',
  );
});
