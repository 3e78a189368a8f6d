// Rules 3 to 6 of the house: inside the server.
import { floors } from './modules.mjs';

const layers = floors.map((floor) => Object.keys(floor));

/** @param {string} file */
const moduleOf = (file) => /^packages\/server\/modules\/([^/]+)\//.exec(file)?.[1];
const layerOf = (module) => layers.findIndex((layer) => layer.includes(module));
const isIn = (file, folder) => file.startsWith(`packages/server/${folder}/`);
const isInServer = (file) => file.startsWith('packages/server/');

/** @type {import('./arrows.mjs').ImportRule} */
export const platformKnowsNoBusiness = {
  sentence: 'platform never imports modules or http',
  forbids: (source, { target }) => isIn(source.path, 'platform') && (isIn(target, 'modules') || isIn(target, 'http')),
};

/** @type {import('./arrows.mjs').ImportRule} */
export const httpKnowsNoModules = {
  sentence: 'http never imports modules; their handlers are handed in',
  forbids: (source, { target }) => isIn(source.path, 'http') && isIn(target, 'modules'),
};

/** @type {import('./arrows.mjs').ImportRule} */
export const modulesHaveOneFace = {
  sentence: 'a module is used only through its index.ts',
  forbids: (source, { target }) => {
    const module = moduleOf(target);
    if (module === undefined || module === moduleOf(source.path)) return false;
    // a test may set its scene with what another module offers to tests
    const faces = source.path.endsWith('.test.ts') ? ['index.ts', 'testing.ts'] : ['index.ts'];
    return !faces.some((face) => target === `packages/server/modules/${module}/${face}`);
  },
};

/** @type {import('./arrows.mjs').ImportRule} */
export const modulesImportDownward = {
  sentence: `modules import downward: ${layers.map((layer) => layer.join(', ')).join(' → ')}`,
  forbids: (source, { target }) => {
    const [from, to] = [moduleOf(source.path), moduleOf(target)];
    if (from === undefined || to === undefined || layerOf(from) < 0 || layerOf(to) < 0) return false;
    return layerOf(to) < layerOf(from);
  },
};

/** @type {import('./arrows.mjs').ImportRule} */
export const onlyMoneyModulesUseLedger = {
  sentence: 'only conversions, billing and trust import ledger',
  // The files at the top of the server put the modules together and have to name them all.
  forbids: (source, { target }) =>
    moduleOf(target) === 'ledger' &&
    isInServer(source.path) &&
    !['ledger', 'conversions', 'billing', 'trust'].includes(moduleOf(source.path) ?? '') &&
    source.path.split('/').length > 3,
};

const isHomeOfSql = (file) =>
  /\/([\w-]+\.)?repo\.ts$/.test(file) ||
  ['platform', 'migrations', 'modules/events/store'].some((folder) => isIn(file, folder));
const sqlSentence = 'SQL stands only in repo.ts, *.repo.ts, migrations, event-store drivers and platform';

/** @type {import('./arrows.mjs').UseRule} */
export const sqlStaysInRepositories = {
  sentence: sqlSentence,
  applies: ({ path, isTest }) => isInServer(path) && !isTest && !isHomeOfSql(path),
  pattern:
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bnew pg\.|(?<![\w$.])sql(?:<[^`;(){}]*>)?(?:`|\.(?:raw|ref|table|id|lit|join|val)\()/g,
};

const isHomeOfEventTables = (file) =>
  isIn(file, 'modules/events/store') ||
  ['packages/server/platform/db/schema.gen.ts', 'packages/server/upgrade.test.ts'].includes(file);

/**
 * Tests, too: they look through the driver's `inspect`. What the upgrade test writes is the first release's own.
 * @type {import('./arrows.mjs').UseRule}
 */
export const eventTablesBelongToTheirDriver = {
  sentence:
    'clicks, impressions and their rollups are read through the event store (modules/events), never by their tables',
  applies: ({ path }) => isInServer(path) && !isHomeOfEventTables(path),
  pattern:
    /\brollup_(?:quarter|day|source|offer_publisher|offer|publisher|country|time)\b|\b(?:from|join|into|update|table)\s+events\b|(?:From|Into|Table|Join)\(['"`]events\b/gi,
};

/** @type {import('./arrows.mjs').ImportRule} */
export const driverStaysInRepositories = {
  sentence: sqlSentence,
  forbids: (source, { target }) =>
    isInServer(source.path) && !source.isTest && !isHomeOfSql(source.path) && /^pg(-.+)?$/.test(target),
};

/**
 * @param {import('./sources.mjs').Source[]} sources
 * @returns {string[]}
 */
export function findUnknownModules(sources) {
  const firstFiles = new Map();
  for (const { path } of sources) {
    const module = moduleOf(path);
    if (module !== undefined && layerOf(module) < 0 && !firstFiles.has(module)) firstFiles.set(module, path);
  }
  return [...firstFiles].map(
    ([module, path]) =>
      `${path}:1 belongs to the unknown module ${module} — add it to its floor in scripts/lib/arrows/modules.mjs`,
  );
}

/**
 * @param {import('./sources.mjs').Source[]} sources
 * @returns {string[]}
 */
export function findModuleCircles(sources) {
  /** @type {Map<string, Map<string, string>>} for each module, the modules it imports and where it does */
  const arrows = new Map();
  for (const source of sources) {
    const from = moduleOf(source.path);
    for (const { target, line } of from === undefined ? [] : source.imports) {
      const to = moduleOf(target);
      if (to === undefined || to === from) continue;
      if (!arrows.has(from)) arrows.set(from, new Map());
      arrows.get(from).set(to, `${source.path}:${line}`);
    }
  }
  return circlesIn(arrows);
}

/** Each circle once: told from its alphabetically first module. */
function circlesIn(arrows) {
  const found = [];
  const follow = (module, trail) => {
    for (const [next, place] of arrows.get(module) ?? []) {
      if (next === trail[0])
        found.push(`${place} imports ${next} — modules form a circle: ${[...trail, next].join(' → ')}`);
      else if (next > trail[0] && !trail.includes(next)) follow(next, [...trail, next]);
    }
  };
  for (const module of [...arrows.keys()].sort()) follow(module, [module]);
  return found;
}
