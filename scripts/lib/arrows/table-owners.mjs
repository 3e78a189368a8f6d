// Each table has one owner: the module whose *.repo.ts (or event-store driver) alone may name it in SQL. Others ask the owner's
// index.ts: for a function, or for a relation that they join (decisions/0043).
import { floors } from './modules.mjs';
import { lineAt } from './sources.mjs';

/** @type {Record<string, string[]>} */
export const tablesOf = Object.assign({ platform: ['jobs', 'outbox'] }, ...floors);

const HERE = 'scripts/lib/arrows/modules.mjs';
const SCHEMA = 'packages/server/platform/db/schema.gen.ts';
const ownerOf = new Map(Object.entries(tablesOf).flatMap(([owner, tables]) => tables.map((table) => [table, owner])));

// Longest first: a name that begins with another's must not be taken for it. SQL may quote it, and name its schema.
const anyTable = `(${[...ownerOf.keys()].sort((a, b) => b.length - a.length).join('|')})`;
const schema = `(?:"?public"?\\s*\\.\\s*)?`;
const inSql = `${schema}(?:"${anyTable}"|\\b${anyTable}\\b)(?!\\s*\\.)`;
const notCalled = `(?!\\s*\\()`;
const quoted = `['"\`]${schema}"?${anyTable}"?(?:\\s+as\\s+\\w+)?['"\`\\s]`;
const gap = `(?:\\s|--[^\\n]*\\n|(?="))+(?:(?:only|lateral|table)\\b\\s*)*`;

const patternOf = (pattern) => new RegExp(pattern, 'gid');
const uses = [
  // Kysely's calls, also with several tables at once
  `(?<=(?:From|Into|Table|Join|using|\\btable)\\(\\s*(?:\\[[^\\]()]*)?)${quoted}`,
  // what stands for a table in a statement's text
  `\\bsql(?:<[^\`]*>)?\`\\s*${inSql}\\s*\``,
  `\\bsql\\.(?:raw|table|id|ref)\\(\\s*(?:['"\`]public['"\`]\\s*,\\s*)?${quoted}`,
  `\\$\\{\\s*${quoted}\\s*\\}`,
  // wherever it stands
  `['"\`]${schema}"?${anyTable}"? as \\w+['"\`]`,
  // the words that a table follows in SQL
  `(?<!\\.)\\b(?:from|join)${gap}\\(*\\s*${inSql}${notCalled}`,
  `(?<!\\.)\\busing${gap}${inSql}${notCalled}`,
  `(?<!\\.)\\b(?:into|update|truncate|lock|copy|table)${gap}${inSql}`,
].map(patternOf);

// A list of tables goes on behind commas: `from a, lateral f(x), b`.
const listOpens = /(?<!\.|distinct\s+)\b(?:from|using|truncate|lock)\s/gi;
const listEnds =
  /[`;]|\b(?:where|group|order|having|limit|offset|union|except|intersect|returning|set|window|for|fetch|when|values|in)\b/iy;
const listed = new RegExp(`\\s*(?:(?:only|lateral)\\b\\s*)*${inSql}${notCalled}`, 'iyd');
/** @returns {RegExpExecArray[]} */
function inLists(code) {
  return [...code.matchAll(listOpens)].flatMap(({ 0: { length }, index }) => {
    const found = [];
    for (let at = index + length, depth = 0; at < code.length && depth >= 0; at++) {
      if ('({['.includes(code[at])) depth++;
      else if (')}]'.includes(code[at])) depth--;
      if (depth > 0) continue;
      listEnds.lastIndex = at;
      if (listEnds.test(code)) break;
      listed.lastIndex = at + 1;
      const table = code[at] === ',' ? listed.exec(code) : null;
      if (table) found.push(table);
    }
    return found;
  });
}

// Where a name is handed on (`sql.table(table)`), any text of the file that is a table's name may be it.
const handsOn = /\bsql\.(?:table|id)\(\s*[\w$]|\blotAfter\(/;
const alone = patternOf(`['"\`]${schema}${anyTable}['"\`]`);

/** @returns {{ table: string, line: number }[]} */
function tablesIn(code) {
  const found = [
    ...uses.flatMap((pattern) => [...code.matchAll(pattern)]),
    ...inLists(code),
    ...(handsOn.test(code) ? code.matchAll(alone) : []),
  ];
  return found.map((match) => {
    const group = match[1] === undefined ? 2 : 1;
    return { table: match[group].toLowerCase(), line: lineAt(code, match.indices[group][0]) };
  });
}

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
      for (const { table, line } of tablesIn(code)) {
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
