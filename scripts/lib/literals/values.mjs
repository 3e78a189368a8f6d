// A sentence gets every value that stands in it: `t('offers.left', { days })` for "{{days}} left". The types know the keys;
// a catalogue's texts are out of their reach.
import fs from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { lineAt } from '../arrows/sources.mjs';
import { inRoot } from '../root.mjs';

const ASKS = /^import \{[^}]*\bt(?: as (\w+))?\b[^}]*\} from '([./]*\/words\/(\w+))\.ts';$/gm;
/** the server keeps sentences until it knows who reads them */
const SAYS = /^import \{[^}]*\bsentence\b[^}]*\} from '[./]*\/words\/sentences\.ts';$/m;

/**
 * @param {Record<string, string>} files text by path from the project's root
 * @param {Record<string, Record<string, string>>} catalogues the English one of each surface
 * @returns {string[]} one line per sentence that lacks a value
 */
export function findMissingValues(files, catalogues) {
  return Object.entries(files).flatMap(([file, code]) => [
    ...[...code.matchAll(ASKS)].flatMap(([, name = 't', , surface]) =>
      surface in catalogues ? missingIn(file, code, name, catalogues[surface]) : [],
    ),
    ...(SAYS.test(code) && !file.endsWith('.test.ts') ? missingIn(file, code, 'sentence', catalogues.sentences) : []),
  ]);
}

function missingIn(file, code, name, catalogue) {
  const complaints = [];
  walk(parseAst(code, { lang: path.extname(file).slice(1) }));
  return complaints;

  function walk(node) {
    if (node.type === 'CallExpression' && node.callee.name === name && node.arguments[0]?.type === 'Literal') {
      const key = node.arguments[0].value;
      const lacking = valuesOf(catalogue, key).filter((value) => !given(node.arguments[1]).includes(value));
      if (lacking.length > 0) {
        complaints.push(`${file}:${lineAt(code, node.start)} asks for ${key} without ${lacking.join(', ')}`);
      }
    }
    for (const child of Object.values(node)) {
      for (const one of Array.isArray(child) ? child : [child]) if (one && typeof one.type === 'string') walk(one);
    }
  }
}

function valuesOf(catalogue, key) {
  const texts = [key, `${key}_one`, `${key}_other`].flatMap((form) => catalogue[form] ?? []);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, value]) => value)))];
}

const given = (node) =>
  node?.type === 'ObjectExpression' ? node.properties.flatMap(({ key }) => key?.name ?? key?.value ?? []) : [];

/** @returns {Record<string, Record<string, string>>} the English catalogue of each surface, and of the server's sentences */
export function readCatalogues() {
  const folder = inRoot('packages/web/words');
  const surfaces = fs.readdirSync(folder).filter((name) => fs.existsSync(path.join(folder, name, 'en.json')));
  const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
  return {
    ...Object.fromEntries(surfaces.map((name) => [name, read(path.join(folder, name, 'en.json'))])),
    sentences: read(inRoot('packages/server/words/en.json')),
  };
}
