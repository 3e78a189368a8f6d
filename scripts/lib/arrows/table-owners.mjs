// Each table has one owner: the module whose *.repo.ts (or event-store driver) alone may name it in SQL. Others ask the owner's
// index.ts: for a function, or for a relation that they join (decisions/0043).
import { floors } from './modules.mjs';
import { lineAt } from './sources.mjs';

/** @type {Record<string, string[]>} */
export const tablesOf = Object.assign({ platform: ['jobs', 'outbox'] }, ...floors);

const HERE = 'scripts/lib/arrows/modules.mjs';
const SCHEMA = 'packages/server/platform/db/schema.gen.ts';
const ownerOf = new Map(Object.entries(tablesOf).flatMap(([owner, tables]) => tables.map((table) => [table, owner])));

// Longest first: a name that begins with another's must not be taken for it. Written as Kysely's calls are, as a fragment
// of its own, as `'table as t'` wherever it stands, and as SQL text has it, also further on in a list after `from`.
const anyTable = `(${[...ownerOf.keys()].sort((a, b) => b.length - a.length).join('|')})`;
const uses = [
  `(?:From|Into|Table|Join|using|\\btable)\\(\\s*\\[?\\s*['"\`]${anyTable}['"\`\\s]`,
  `\\bsql(?:<[^\`]*>)?\`\\s*${anyTable}\\s*\``,
  `['"\`]${anyTable} as \\w+['"\`]`,
  `\\b(?:from|join|using)\\s+(?:only\\s+|lateral\\s+)?"?${anyTable}\\b"?(?!\\s*\\()`,
  `\\bfrom\\s+\\w+(?:\\s+(?:as\\s+)?\\w+)?\\s*,\\s*${anyTable}\\b(?!\\s*\\()`,
  `\\b(?:insert\\s+into|merge\\s+into|update|truncate|lock\\s+table|copy)\\s+(?:only\\s+)?"?${anyTable}\\b`,
].map((pattern) => new RegExp(pattern, 'gi'));

/** what stands outside the modules is named by its folder; it owns nothing but the platform's */
const partOf = (path) => /^packages\/server\/(?:modules\/)?([^/]+)\//.exec(path)?.[1] ?? 'the top of the server';

/** Tests, and what sets their scenes, may look into any table. */
const setsScenes = ({ path, isTest }) =>
  isTest || /(^|\/)testing[^/]*\.ts$/.test(path) || path.startsWith('packages/server/http/matrix/');

/**
 * @param {import('./sources.mjs').Source[]} sources
 * @returns {string[]} one line per table that a file of another part names
 */
export function findForeignTables(sources) {
  return sources
    .filter((source) => source.path.startsWith('packages/server/') && !setsScenes(source) && source.path !== SCHEMA)
    .flatMap(({ path, code }) => {
      const places = new Map();
      for (const { 0: use, 1: name, index } of uses.flatMap((pattern) => [...code.matchAll(pattern)])) {
        const table = name.toLowerCase();
        const line = lineAt(code, index + use.lastIndexOf(name));
        if (ownerOf.get(table) !== partOf(path)) places.set(`${line} ${table}`, { table, line });
      }
      return [...places.values()].map(
        ({ table, line }) =>
          `${path}:${line} names the table ${table} — it belongs to ${ownerOf.get(table)}: ask its index.ts for a function or a relation`,
      );
    });
}

/**
 * @param {import('./sources.mjs').Source[]} sources
 * @returns {string[]} tables of the schema without an owner, and owners of none
 */
export function findUnownedTables(sources) {
  const schema = sources.find(({ path }) => path === SCHEMA)?.code.split('export interface DB {')[1];
  if (schema === undefined) return [];
  const tables = [...schema.matchAll(/^ {2}(\w+):/gm)].map((match) => match[1]);
  return [
    ...tables
      .filter((table) => !ownerOf.has(table))
      .map((table) => `${SCHEMA} has the table ${table} — name its owner in ${HERE}`),
    ...[...ownerOf.keys()]
      .filter((table) => !tables.includes(table))
      .map((table) => `${HERE} names the table ${table}, which does not exist`),
  ];
}
