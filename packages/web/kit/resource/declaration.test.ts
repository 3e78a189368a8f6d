// What a screen names of its list is checked by the list's wire half: each of the lines marked here must fail to compile.
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
