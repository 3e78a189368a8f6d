// What the server refuses with is English, and its own key: the browser shows it in the reader's language
// (packages/web/words/faults, docs/decisions/0040). This reads the sentences of all faults out of the server's sources and
// names each that no translator has seen. A value in a sentence is {{…}} in the catalogue, whatever it is called there.
import fs from 'node:fs';
import { parseAst } from 'vite';
import { lineAt } from '../arrows/sources.mjs';
import { inRoot } from '../root.mjs';

/** whoever hands a sentence on to a fault: by position of the sentence among the arguments */
const passing = { Fault: 1, rowFault: 2, confirmPassword: 3, confirmPasswordOf: 4, refuse: 0, TemplateFault: 0 };
const shapeOf = (sentence) => sentence.replaceAll(/\{\{[^}]*\}\}/g, '{{}}');

/**
 * @param {Record<string, string>} files text by path from the project's root
 * @param {readonly string[]} known the English sentences of the catalogue
 * @returns {string[]} one line per sentence without a translation
 */
export function findUntranslatedFaults(files, known) {
  const shapes = new Set(known.map(shapeOf));
  const sources = Object.entries(files)
    .filter(([path]) => isOfServer(path))
    .map(([path, code]) => ({ path, code, program: parseAst(code, { lang: 'ts' }) }));
  const constants = new Map(sources.flatMap(({ program }) => constantsIn(program)));
  return sources.flatMap(({ path, code, program }) =>
    handedOn(program).flatMap((node) =>
      sentencesOf(node, constants)
        // an outcome's name is handed on by functions that are called alike
        .filter((sentence) => sentence.includes(' ') && !shapes.has(sentence))
        .map(
          (sentence) =>
            `${path}:${lineAt(code, node.start)} refuses with ${JSON.stringify(sentence)} — add it to packages/web/words/faults, in each language`,
        ),
    ),
  );
}

const isOfServer = (path) =>
  /^packages\/server\/(modules|http)\//.test(path) && !/\.test\.ts$|\/testing[^/]*\.ts$|\/matrix\//.test(path);

/** @returns {object[]} the arguments that become a fault's sentence */
function handedOn(program) {
  const found = [];
  each(program, (node) => {
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return;
    const sentence = Object.hasOwn(passing, node.callee.name) ? node.arguments[passing[node.callee.name]] : undefined;
    if (sentence) found.push(sentence);
  });
  return found;
}

/** `const NAME = 'A sentence'`, wherever it stands: names of sentences are few */
function constantsIn(program) {
  const found = [];
  each(program, ({ type, id, init }) => {
    if (type === 'VariableDeclarator' && id.type === 'Identifier' && init) found.push([id.name, init]);
  });
  return found;
}

/** with {{}} where a value stands; what comes from elsewhere says nothing here */
function sentencesOf(node, constants) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((one) => sentencesOf(one, constants));
  if (node.type === 'LogicalExpression') return sentencesOf(node.right, constants);
  if (node.type === 'TemplateLiteral') {
    return [node.quasis.map(({ value }, at) => value.cooked + spelled(node.expressions[at], constants)).join('')];
  }
  const named = node.type === 'Identifier' ? constants.get(node.name) : undefined;
  return named && /^(Literal|TemplateLiteral|ConditionalExpression)$/.test(named.type)
    ? sentencesOf(named, constants)
    : [];
}

function spelled(node, constants) {
  const named = node?.type === 'Identifier' ? constants.get(node.name) : undefined;
  if (named?.type === 'Literal' && typeof named.value === 'string') return named.value;
  return node ? '{{}}' : '';
}

function each(node, visit) {
  visit(node);
  for (const child of Object.values(node)) {
    for (const one of Array.isArray(child) ? child : [child]) if (one && typeof one.type === 'string') each(one, visit);
  }
}

/** @returns {string[]} what the browser knows to say in each language */
export const readFaults = () =>
  Object.keys(JSON.parse(fs.readFileSync(inRoot('packages/web/words/faults/es.json'), 'utf8')));
