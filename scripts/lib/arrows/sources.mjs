// Reads import arrows out of TypeScript sources by a plain scan: TypeScript 7 offers no compiler API, and Biome's
// formatting makes the few forms that occur predictable.
import path from 'node:path';

/**
 * @typedef {object} Import
 * @property {string} specifier as written
 * @property {string} target a path from the project's root for our own files, the package's name for others
 * @property {number} line
 * @property {boolean} isTypeOnly erased when built
 *
 * @typedef {object} Source
 * @property {string} path from the project's root, with forward slashes
 * @property {string} code the text with its comments blanked
 * @property {boolean} isTest
 * @property {Import[]} imports
 */

const statement = /^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w$*\s{},]+?\s+from\s*)?(['"])([^'"\n]+)\2/gm;
const dynamicImport = /\bimport(?:\.meta\.glob(?:<[^>]*>)?)?\(\s*()(['"`])([^'"`$\n]+)\2/g;

/**
 * @param {Record<string, string>} files text by path
 * @returns {Source[]}
 */
export function readSources(files) {
  return Object.entries(files).map(([file, text]) => {
    const code = blankComments(text);
    return { path: file, code, isTest: /\.test\.tsx?$/.test(file), imports: readImports(file, code, files) };
  });
}

/** Line breaks stay, so that line numbers still hold. `//` and `/*` inside a string follow a quote or a colon. */
function blankComments(text) {
  const blank = (comment) => comment.replace(/[^\n]/g, ' ');
  return text.replace(/(?<![^\s({[,;])\/\*[\s\S]*?\*\//g, blank).replace(/(?<![^\s({[,;}])\/\/[^\n]*/g, blank);
}

function readImports(file, code, files) {
  return [statement, dynamicImport].flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => ({
      specifier: match[3],
      target: resolve(file, match[3].replace(/\?.*$/, ''), files),
      line: lineAt(code, match.index),
      isTypeOnly: Boolean(match[1]),
    })),
  );
}

function resolve(from, specifier, files) {
  const workspace = /^@tributary\/([^/]+)(?:\/(.+))?$/.exec(specifier);
  if (!workspace && !specifier.startsWith('.')) return specifier;
  const base = workspace
    ? `packages/${workspace[1]}/${workspace[2] ?? 'index'}`
    : path.posix.join(path.posix.dirname(from), specifier);
  return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((candidate) => candidate in files) ?? base;
}

/**
 * @param {string} text
 * @param {number} index
 */
export function lineAt(text, index) {
  return text.slice(0, index).split('\n').length;
}
