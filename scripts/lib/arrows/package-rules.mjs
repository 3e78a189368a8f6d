// Rules 1, 2 and 7 of the house: between packages, and between the folders of web.

const driverOrFramework =
  /^(pg|pg-.+|postgres|kysely|graphile-worker|fastify|fastify-.+|@fastify\/.+|express|koa|hono)$/;
const surfaces = ['site', 'tenant', 'admin', 'publisher', 'advertiser', 'operator'];

/** @param {string} file */
const packageOf = (file) => /^packages\/([^/]+)\//.exec(file)?.[1];

/** @param {string} file */
const webFolderOf = (file) => /^packages\/web\/([^/]+)\//.exec(file)?.[1] ?? '';

const isZod = (target) => target === 'zod' || target.startsWith('zod/');
const shared = ['ui', 'kit', 'features'];
const rankOf = (folder) =>
  surfaces.includes(folder) ? shared.length : shared.includes(folder) ? shared.indexOf(folder) : undefined;

/** @type {import('./arrows.mjs').ImportRule} */
export const contractImportsOnlyZod = {
  sentence: 'contract imports only zod and its own files',
  forbids: (source, { target }) =>
    packageOf(source.path) === 'contract' &&
    packageOf(target) !== 'contract' &&
    !isZod(target) &&
    !(source.isTest && (target === 'vitest' || target.startsWith('node:'))),
};

/** @type {import('./arrows.mjs').ImportRule} */
export const trackerStaysFreeOfZod = {
  sentence: 'the tracker takes from contract only files that do not lead to zod',
  forbids: (source, { target }, sources) =>
    packageOf(source.path) === 'tracker' &&
    !source.isTest &&
    packageOf(target) === 'contract' &&
    leadsToZod(target, sources, new Set()),
};

/** Type-only imports are erased, so they lead nowhere when the program runs. */
function leadsToZod(file, sources, seen) {
  if (seen.has(file)) return false;
  seen.add(file);
  const imports = sources.find((source) => source.path === file)?.imports ?? [];
  return imports.some(
    ({ target, isTypeOnly }) =>
      !isTypeOnly && (isZod(target) || (packageOf(target) === 'contract' && leadsToZod(target, sources, seen))),
  );
}

/** @type {import('./arrows.mjs').ImportRule} */
export const trackerKnowsNoServer = {
  sentence: 'tracker never imports server, web, a database driver or a web framework',
  forbids: (source, { target }) =>
    packageOf(source.path) === 'tracker' &&
    (['server', 'web'].includes(packageOf(target) ?? '') || driverOrFramework.test(target)),
};

/** @type {import('./arrows.mjs').ImportRule} */
export const serverKnowsNoTrackerOrWeb = {
  sentence: 'server never imports tracker or web',
  forbids: (source, { target }) =>
    packageOf(source.path) === 'server' && ['tracker', 'web'].includes(packageOf(target) ?? ''),
};

/** @type {import('./arrows.mjs').ImportRule} */
export const webKnowsNoServerOrTracker = {
  sentence: 'web never imports server or tracker',
  forbids: (source, { target }) =>
    packageOf(source.path) === 'web' && ['server', 'tracker'].includes(packageOf(target) ?? ''),
};

/** @type {import('./arrows.mjs').ImportRule} */
export const webFoldersPointDown = {
  sentence: 'in web, surfaces import features, features import kit and kit imports ui, never the other way',
  forbids: (source, { target }) => {
    const from = rankOf(webFolderOf(source.path));
    const to = rankOf(webFolderOf(target));
    return from !== undefined && to !== undefined && to > from;
  },
};

/** @type {import('./arrows.mjs').ImportRule} */
export const surfacesStayApart = {
  sentence: 'in web, surfaces never import each other',
  forbids: (source, { target }) => {
    const [from, to] = [webFolderOf(source.path), webFolderOf(target)];
    return from !== to && surfaces.includes(from) && surfaces.includes(to);
  },
};

/** @type {import('./arrows.mjs').UseRule} */
export const onlyApiClientFetches = {
  sentence: "only the kit's API client (web/kit/api*.ts) talks to the network",
  applies: ({ path, isTest }) =>
    packageOf(path) === 'web' && !isTest && !/^packages\/web\/kit\/api[^/]*(\/|\.ts$)/.test(path),
  pattern: /(?<![\w$.])(?:(?:window|globalThis|self)\.)?fetch\s*\(|\bnew XMLHttpRequest\b/g,
};
