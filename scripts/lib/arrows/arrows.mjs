// The never-arrows: what may import what. Each violation is one line that names the place and the rule.
import fs from 'node:fs';
import path from 'node:path';
import { inRoot, root } from '../root.mjs';
import * as packageRules from './package-rules.mjs';
import * as serverRules from './server-rules.mjs';
import { lineAt, readSources } from './sources.mjs';
import { findForeignTables, findUnownedTables } from './table-owners.mjs';

/**
 * @typedef {import('./sources.mjs').Source} Source
 * @typedef {import('./sources.mjs').Import} Import
 * @typedef {{ sentence: string, forbids: (source: Source, arrow: Import, sources: Source[]) => boolean }} ImportRule
 * @typedef {{ sentence: string, applies: (source: Source) => boolean, pattern: RegExp }} UseRule
 */

const { findUnknownModules, findModuleCircles, ...rulesOfServer } = serverRules;
const rules = [...Object.values(packageRules), ...Object.values(rulesOfServer)];

/**
 * @param {Record<string, string>} files text by path from the project's root
 * @returns {string[]} one line per violation
 */
export function findViolations(files) {
  const sources = readSources(files);
  const inSources = sources.flatMap((source) => rules.flatMap((rule) => check(rule, source, sources)));
  return [
    ...inSources,
    ...[findUnknownModules, findModuleCircles, findForeignTables, findUnownedTables].flatMap((find) => find(sources)),
  ];
}

function check(rule, source, sources) {
  if ('forbids' in rule) {
    return source.imports
      .filter((arrow) => rule.forbids(source, arrow, sources))
      .map((arrow) => `${source.path}:${arrow.line} imports ${arrow.specifier} — ${rule.sentence}`);
  }
  if (!rule.applies(source)) return [];
  return [...source.code.matchAll(rule.pattern)].map(
    (match) => `${source.path}:${lineAt(source.code, match.index)} uses ${match[0]} — ${rule.sentence}`,
  );
}

/** @returns {Record<string, string>} every TypeScript file of the packages */
export function readPackages() {
  return Object.fromEntries(
    typescriptUnder(inRoot('packages')).map((file) => [
      path.relative(root, file).replaceAll(path.sep, '/'),
      fs.readFileSync(file, 'utf8'),
    ]),
  );
}

function typescriptUnder(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : typescriptUnder(place);
    return /\.tsx?$/.test(entry.name) ? [place] : [];
  });
}
