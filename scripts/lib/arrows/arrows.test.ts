// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources as they are written
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inRoot } from '../root.mjs';
import { findViolations } from './arrows.mjs';
import { floors } from './modules.mjs';
import { tablesOf } from './table-owners.mjs';

const server = (path: string) => `packages/server/${path}`;
const module = (path: string) => server(`modules/${path}`);
const web = (path: string) => `packages/web/${path}`;

const ownerIn: Record<string, string> = { offers: 'offers', users: 'accounts', links: 'offers', webhooks: 'postbacks' };
/** statements of a module that owns none of them, each with the tables that are found in it */
const foreignSql: [statement: string, ...tables: string[]][] = [
  ['sql`select 1 from "users" u`', 'users'],
  ['sql`select 1 from"users"`', 'users'],
  ['sql`select 1 from only users`', 'users'],
  ['sql`select 1 from only "users"`', 'users'],
  ['sql`select 1 from public.users u join "public"."links" l on true`', 'users', 'links'],
  ['sql`select 1 from PUBLIC . Users`', 'users'],
  ['sql`select 1 from (users u join links l on true)`', 'users', 'links'],
  [
    'sql`select 1 from saved_reports s, lateral unnest(s.a, s.b) x, only "users" u, public.links l where true`',
    'users',
    'links',
  ],
  ['sql`select 1 from ${mine} m, users u`', 'users'],
  ['sql`select 1 from a join b on b.x = a.x, users`', 'users'],
  ['sql`select 1 from ${sql.raw("users")} u`', 'users'],
  ["sql`select 1 from ${sql.table('public.users')}`", 'users'],
  ["sql`select 1 from ${sql.id('public', 'users')}`", 'users'],
  ["sql`select 1 from ${'users'} u`", 'users'],
  ['sql`select 1 from ${sql`users`} u`', 'users'],
  ['sql`select 1 from ${sql`"users"`} u`', 'users'],
  ["sql`select 1 from ${sql.table(name)}`, name = 'users'", 'users'],
  ["lotAfter(tx, 'users', after)", 'users'],
  ['sql`update saved_reports s set name = u.email from users u, links l where true`', 'users', 'links'],
  ['sql`update only public."users" set email = 1`', 'users'],
  ['sql`delete from saved_reports using users u, links l where true`', 'users', 'links'],
  ['sql`delete from only "users"`', 'users'],
  ['sql`merge into users u using (select 1) s on true when matched then delete`', 'users'],
  ['sql`merge into only saved_reports r using public.users u on true`', 'users'],
  ['sql`insert into public."users" (id) values (1)`', 'users'],
  ['sql`insert into users(id) table links`', 'users', 'links'],
  ['sql`truncate saved_reports, users, only links`', 'users', 'links'],
  ['sql`truncate table only "users"`', 'users'],
  ['sql`lock users, links in share mode`', 'users', 'links'],
  ['sql`lock table only public.users`', 'users'],
  ['sql`copy users (id) from stdin`', 'users'],
  ['sql`copy "users" to stdout`', 'users'],
  ["tx.selectFrom(['saved_reports', 'users', 'public.links as l'])", 'users', 'links'],
  ["tx.mergeInto('saved_reports').using('users', on)", 'users'],
  ["tx.deleteFrom('saved_reports').using(['users'])", 'users'],
  ["tx.updateTable('saved_reports').from('public.users as u')", 'users'],
  // names of columns, functions and fields are none
  ['sql`select a is distinct from b, users, r.links from saved_reports r order by users, links`'],
  ['sql`select substring(links from 2), users from saved_reports r join x using (links)`'],
  ['sql`select users.x, links(1) from saved_reports s, webhooks(1) where x in (users, links)`'],
  ["pick({ from, users, kind: 'links' }, Array.from(list), users)"],
];

const forbidden: [rule: string, files: Record<string, string>, lines: string[]][] = [
  [
    '1: contract imports only zod',
    { 'packages/contract/money.ts': "import { z } from 'zod';\nimport fs from 'node:fs';\n" },
    ['packages/contract/money.ts:2 imports node:fs — contract imports only zod and its own files'],
  ],
  [
    '1: the tracker reaches no zod, not even through a third file',
    {
      'packages/contract/snapshot.ts': "export { plain } from './plain.ts';\nimport {\n  deep,\n} from './deep';\n",
      'packages/contract/plain.ts': "import type { Shape } from './deep.ts';\nexport const plain = 1;\n",
      'packages/contract/deep.ts': "import { z } from 'zod';\n",
      'packages/tracker/a.ts': "import { plain } from '@tributary/contract/plain';\n",
      'packages/tracker/b.ts': "import { deep } from '@tributary/contract/snapshot';\n",
    },
    [
      'packages/tracker/b.ts:1 imports @tributary/contract/snapshot — the tracker takes from contract only files that do not lead to zod',
    ],
  ],
  [
    '2: the tracker knows no server, driver or framework',
    {
      'packages/tracker/main.ts':
        "import '../server/main.ts';\nconst pg = await import('pg');\nimport type { F } from 'fastify';\nimport x from '@fastify/static';\n",
    },
    ['1 imports ../server/main.ts', '3 imports fastify', '4 imports @fastify/static', '2 imports pg'].map(
      (what) =>
        `packages/tracker/main.ts:${what} — tracker never imports server, web, a database driver or a web framework`,
    ),
  ],
  [
    '2: the server knows no tracker and no web',
    { [server('main.ts')]: "import '../tracker/spool.ts';\nimport '@tributary/web/main';\n" },
    ['1 imports ../tracker/spool.ts', '2 imports @tributary/web/main'].map(
      (what) => `${server('main.ts')}:${what} — server never imports tracker or web`,
    ),
  ],
  [
    '2: web knows no server and no tracker',
    { [web('main.tsx')]: "import type { App } from '../server/app.ts';\n" },
    [`${web('main.tsx')}:1 imports ../server/app.ts — web never imports server or tracker`],
  ],
  [
    '3: platform knows neither modules nor http',
    { [server('platform/db/a.ts')]: "import '../../modules/mail/index.ts';\nimport '../../http/mount.ts';\n" },
    ['1 imports ../../modules/mail/index.ts', '2 imports ../../http/mount.ts'].map(
      (what) => `${server('platform/db/a.ts')}:${what} — platform never imports modules or http`,
    ),
  ],
  [
    '3: http is handed its handlers',
    { [server('http/a.ts')]: "import { handlers } from '../modules/offers/index.ts';\n" },
    [
      `${server('http/a.ts')}:1 imports ../modules/offers/index.ts — http never imports modules; their handlers are handed in`,
    ],
  ],
  [
    '4: a module is used through its face',
    {
      [module('conversions/a.ts')]: "import { x } from '../offers/repo.ts';\nimport { y } from '../offers/index.ts';\n",
    },
    [`${module('conversions/a.ts')}:1 imports ../offers/repo.ts — a module is used only through its index.ts`],
  ],
  [
    '4: modules import downward',
    { [module('offers/a.ts')]: "import { x } from '../reports/index.ts';\n" },
    [
      `${module('offers/a.ts')}:1 imports ../reports/index.ts — modules import downward: ${floors.map((floor) => Object.keys(floor).join(', ')).join(' → ')}`,
    ],
  ],
  [
    '4: neighbours form no circle',
    {
      [module('offers/a.ts')]: "import { x } from '../fraud/index.ts';\n",
      [module('fraud/b.ts')]: "\nimport { y } from '../accounts/index.ts';\n",
      [module('accounts/c.ts')]: "import { z } from '../offers/index.ts';\n",
    },
    [`${module('fraud/b.ts')}:2 imports accounts — modules form a circle: accounts → offers → fraud → accounts`],
  ],
  [
    '4: a new module has to be given its layer',
    { [module('coupons/index.ts')]: '', [module('coupons/repo.ts')]: '' },
    [
      `${module('coupons/index.ts')}:1 belongs to the unknown module coupons — add it to its floor in scripts/lib/arrows/modules.mjs`,
    ],
  ],
  [
    '5: only conversions, billing and trust touch the ledger',
    {
      [server('app.ts')]: "import '../server/modules/ledger/index.ts';\n",
      [module('billing/a.ts')]: "import '../ledger/index.ts';\n",
      [module('reports/a.ts')]: "import '../ledger/index.ts';\n",
    },
    [`${module('reports/a.ts')}:1 imports ../ledger/index.ts — only conversions, billing and trust import ledger`],
  ],
  [
    '6: SQL stays at home',
    {
      [module('offers/repo.ts')]: "import { sql } from 'kysely';\nsql`select 1`; db.selectFrom('a')",
      [module('events/store/postgres.ts')]: "import pg from 'pg'; new pg.Pool();",
      [module('offers/a.test.ts')]: "db.deleteFrom('a')",
      [module('offers/a.ts')]: "// sql`select 1`\nimport pg from 'pg';\ndb.insertInto('a');\nsql<number>`1`;\n",
    },
    ['2 imports pg', '3 uses .insertInto(', '4 uses sql<number>`'].map(
      (what) =>
        `${module('offers/a.ts')}:${what} — SQL stands only in repo.ts, *.repo.ts, migrations, event-store drivers and platform`,
    ),
  ],
  [
    '6: the tables of the event store are named by its drivers alone, in tests too',
    {
      [module('events/store/postgres/rows.ts')]: "db.selectFrom('events'); sql`select 1 from rollup_day`",
      [module('reports/facts.repo.ts')]:
        "import { sql } from 'kysely';\nsql`select 1 from rollup_quarter q`;\nsql`select 1 from events e join x`;\ndb.selectFrom('events');\n",
      [module('reports/a.test.ts')]: 'await asOwner(`delete from\n  Events`);',
      [module('conversions/b.repo.ts')]:
        "import { events } from '../events/index.ts';\nsql`select c.events from rollup_conversions_offer c, jsonb_to_record(events)`;\nevents().scan();",
    },
    [
      ...[
        `${module('reports/facts.repo.ts')}:2 uses rollup_quarter`,
        `${module('reports/facts.repo.ts')}:3 uses from events`,
        `${module('reports/facts.repo.ts')}:4 uses From('events`,
        `${module('reports/a.test.ts')}:1 uses from\n  Events`,
      ].map(
        (what) =>
          `${what} — clicks, impressions and their rollups are read through the event store (modules/events), never by their tables`,
      ),
      ...['2 names the table rollup_quarter', '3 names the table events', '4 names the table events'].map(
        (what) =>
          `${module('reports/facts.repo.ts')}:${what} — it belongs to events: ask its index.ts for a function or a relation`,
      ),
    ],
  ],
  [
    '6: a table is named by its owner alone',
    {
      [module('offers/offers.repo.ts')]:
        "import { sql } from 'kysely';\nimport { accountRows } from '../accounts/index.ts';\ntx.selectFrom('offers as o').innerJoin(accountRows.as('u'), on);\nsql`update offer_caps k set removed_at = now() from offers o`;\n",
      [module('reports/a.repo.ts')]: [
        "import { sql } from 'kysely';",
        "tx.selectFrom('offers');",
        "tx.selectFrom('saved_reports').innerJoin(",
        "  'users as u', on);",
        'sql`select 1 from saved_reports s, offer_goals g`;',
        'sql`select 1 from "users" u join only links l using (id)`;',
        'sql`select from_offers, o.offers from jsonb_to_recordset(offers) o`;',
      ].join('\n'),
      [module('postbacks/b.repo.ts')]:
        "tx.updateTable('conversions');\nsql`insert into audit_log (id) values (1)`;\nsql.table('jobs');\nconst from = sql`offer_goals`;\n",
      [server('demo/c.repo.ts')]: "tx.deleteFrom(\n  'operators').execute();\n",
      [server('platform/d.repo.ts')]: 'sql`select from jobs j join tenants t on t.id = j.tenant_id`;\n',
      [module('reports/a.test.ts')]: "tx.deleteFrom('offers')",
      [module('offers/testing.ts')]: 'await asOwner(`delete from users`);',
    },
    [
      `${module('reports/a.repo.ts')}:2 names the table offers — it belongs to offers`,
      `${module('reports/a.repo.ts')}:4 names the table users — it belongs to accounts`,
      `${module('reports/a.repo.ts')}:5 names the table offer_goals — it belongs to offers`,
      `${module('reports/a.repo.ts')}:6 names the table users — it belongs to accounts`,
      `${module('reports/a.repo.ts')}:6 names the table links — it belongs to offers`,
      `${module('postbacks/b.repo.ts')}:1 names the table conversions — it belongs to conversions`,
      `${module('postbacks/b.repo.ts')}:2 names the table audit_log — it belongs to audit`,
      `${module('postbacks/b.repo.ts')}:3 names the table jobs — it belongs to platform`,
      `${module('postbacks/b.repo.ts')}:4 names the table offer_goals — it belongs to offers`,
      `${server('demo/c.repo.ts')}:2 names the table operators — it belongs to operations`,
      `${server('platform/d.repo.ts')}:1 names the table tenants — it belongs to tenancy`,
    ].map((what) => `${what}: ask its index.ts for a function or a relation`),
  ],
  [
    '6: a table is found however SQL writes it',
    Object.fromEntries(
      foreignSql.map(([statement], at) => [module(`reports/s${at}.repo.ts`), `const x =\n  ${statement};\n`]),
    ),
    foreignSql.flatMap(([, ...tables], at) =>
      tables.map(
        (table) =>
          `${module(`reports/s${at}.repo.ts`)}:2 names the table ${table} — it belongs to ${ownerIn[table]}: ask its index.ts for a function or a relation`,
      ),
    ),
  ],
  [
    '7: web folders point down',
    {
      [web('ui/a.tsx')]: "import { x } from '../kit/theme.ts';\n",
      [web('kit/a.tsx')]: "const Page = lazy(() => import('../admin/page.tsx'));\n",
      [web('kit/b.tsx')]: "import { Report } from '../features/report.tsx';\n",
      [web('features/report.tsx')]: "import '../kit/a.tsx';\n",
      [web('admin/page.tsx')]: "import '../features/report.tsx';\nimport '../kit/a.tsx';\nimport '../ui/a.tsx';\n",
    },
    [
      `${web('ui/a.tsx')}:1 imports ../kit/theme.ts`,
      `${web('kit/a.tsx')}:1 imports ../admin/page.tsx`,
      `${web('kit/b.tsx')}:1 imports ../features/report.tsx`,
    ].map(
      (what) =>
        `${what} — in web, surfaces import features, features import kit and kit imports ui, never the other way`,
    ),
  ],
  [
    '7: surfaces stay apart',
    { [web('publisher/a.tsx')]: "import { Table } from '../admin/table.tsx';\n" },
    [`${web('publisher/a.tsx')}:1 imports ../admin/table.tsx — in web, surfaces never import each other`],
  ],
  [
    '7: one API client',
    {
      [web('kit/api.ts')]: 'await fetch(path);',
      [web('site/api.ts')]: '\nawait fetch(path);',
      [web('admin/a.tsx')]: 'query.refetch(); prefetch(); window.fetch(x);',
    },
    [`${web('site/api.ts')}:2 uses fetch(`, `${web('admin/a.tsx')}:1 uses window.fetch(`].map(
      (what) => `${what} — only the kit's API client (web/kit/api*.ts) talks to the network`,
    ),
  ],
];

describe('a violation is told with its place and its rule', () => {
  test.each(forbidden)('%s', (_, files, lines) => {
    expect(findViolations(files).sort()).toEqual([...lines].sort());
  });
});

test('every table of the schema has an owner, and no owner a table that is not there', () => {
  const path = server('platform/db/schema.gen.ts');
  const tables = Object.values(tablesOf).flat();
  const schemaOf = (names: string[]) =>
    `export interface DB {\n${names.map((name) => `  ${name}: Row;\n`).join('')}}\n`;
  expect(new Set(tables).size).toBe(tables.length);
  expect(findViolations({ [path]: schemaOf(tables) })).toEqual([]);
  expect(findViolations({ [path]: schemaOf([...tables.filter((name) => name !== 'offers'), 'coupons']) })).toEqual([
    `${path} has the table coupons — name its owner in scripts/lib/arrows/modules.mjs`,
    'scripts/lib/arrows/modules.mjs names the table offers, which does not exist',
  ]);
});

test('comments and strings are no arrows', () => {
  const text = [
    "// import pg from 'pg';",
    '/*',
    "import pg from 'pg';",
    '*/',
    "const glob = '/*';",
    "const address = 'http://x.test'; // import('pg')",
    'const text = `see import docs`;',
    "import { isbot } from 'isbot'; // a real one",
  ].join('\n');
  expect(findViolations({ 'packages/tracker/a.ts': text })).toEqual([]);
  expect(findViolations({ 'packages/tracker/a.ts': `${text}\nimport pg from 'pg';` })).toHaveLength(1);
});

test('rule 4 of ARCHITECTURE.md names the modules by their floors', () => {
  const said = readFileSync(inRoot('ARCHITECTURE.md'), 'utf8').replaceAll(/\s+/g, ' ');
  expect(said).toContain(`only downward: ${floors.map((floor) => Object.keys(floor).join(', ')).join(' → ')}. `);
});
