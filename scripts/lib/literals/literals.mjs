// Words on a screen come from the catalogues (docs/decisions/0040). This reads every source of the app and names each
// literal that a person would read. The public site has its own mechanism, which lets none through.
import { parseAst } from 'vite';
import { lineAt } from '../arrows/sources.mjs';
import { isAllowed, isNotYet } from './allowed.mjs';

/** props and fields whose text is read by people, whatever it looks like */
const textFields = new Set(
  'label title placeholder alt aria-label aria-description aria-valuetext aria-roledescription description help hint note purpose text heading header message error submit busy empty legend caption tooltip one many noun question consequence confirm'.split(
    ' ',
  ),
);
/** props and fields whose text is code, however it reads */
const codeFields = new Set(
  'className style id to href src d viewBox preserveAspectRatio rel target autoComplete key path queryKey method gridTemplateColumns font fontFamily transition transform boxShadow'.split(
    ' ',
  ),
);
/** what is handed to these is a key, a word of the wire, or for the log */
const notForReaders =
  /^(t|terms|said|base|reportError|querySelector|querySelectorAll|closest|matches|getItem|setItem|removeItem|Error|\w+Error|RegExp|URL|split|startsWith|endsWith|includes|replaceAll|replace|has|get|parse)$/;

const letters = /\p{L}/u;
const sentence = /^\s*[“"'(]?\p{Lu}\p{Ll}|\p{L}{2,}[,.:;?!…]? +[\p{L}({“]|\p{L}{2,} \{\}|\{\} \p{L}{2,}/u;

/**
 * @typedef {{ type: string, start: number, end: number, [field: string]: unknown }} Node
 * @typedef {{ node: Node, text: string, parents: Node[] }} Literal
 */

/**
 * @param {Record<string, string>} files text by path from the project's root
 * @returns {string[]} one line per literal that bypasses the catalogues
 */
export function findLiterals(files) {
  return Object.entries(files)
    .filter(([path]) => isScreen(path) && !isNotYet(path))
    .flatMap(([path, code]) =>
      literalsIn(path, code).map(
        ({ node, text }) =>
          `${path}:${lineAt(code, node.start)} says ${JSON.stringify(text)} — words on a screen come from packages/web/words`,
      ),
    );
}

const isScreen = (path) =>
  /^packages\/web\/(?!site\/|words\/|kit\/testing\/)[\w-]+\//.test(path) && !/\.(test|d)\.tsx?$/.test(path);

/**
 * @param {string} path from the project's root
 * @param {string} code
 * @returns {Literal[]} literals that a person would read
 */
export function literalsIn(path, code) {
  const found = [];
  walk(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), []);
  return found;

  function walk(node, parents) {
    if (skips(node)) return;
    const text = textOf(node);
    if (text !== null && isRead(node, text, parents) && !isAllowed(path, text)) found.push({ node, text, parents });
    for (const [name, child] of Object.entries(node)) {
      if (name === 'key' || (name === 'property' && !node.computed)) continue;
      for (const one of Array.isArray(child) ? child : [child]) {
        if (one && typeof one.type === 'string') walk(one, [...parents, node]);
      }
    }
  }
}

/** types and imports say nothing to a reader */
const skips = ({ type, source }) =>
  (/^TS/.test(type) && !/^TS(As|Satisfies|NonNull)/.test(type)) || (/^(Import|Export)/.test(type) && Boolean(source));

/** @returns {string | null} with {} where a template has a value */
function textOf(node) {
  if (node.type === 'JSXText') return node.value.replace(/\s+/g, ' ').trim();
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') {
    return node.quasis.map(({ value }, at) => value.cooked + valueIn(node.expressions[at])).join('');
  }
  return null;
}

/** `${n === 1 ? 'row' : 'rows'}` is a word, not a value */
function valueIn(node) {
  if (!node) return '';
  const branches = node.type === 'ConditionalExpression' ? [node.consequent, node.alternate] : [];
  return branches.map(({ value }) => value).find((value) => typeof value === 'string' && letters.test(value)) ?? '{}';
}

function isRead(node, text, parents) {
  if (!letters.test(text.replaceAll('{}', ''))) return false;
  if (node.type === 'JSXText') return true;
  const field = fieldOf(node, parents);
  if (field === 'code' || isForCode(node, parents)) return false;
  return field === 'text' || sentence.test(text);
}

/** the prop or object field that the literal is the value of, or a branch of the value of */
function fieldOf(node, parents) {
  let child = node;
  for (const parent of parents.toReversed()) {
    if (parent.type === 'ConditionalExpression' && parent.test !== child) child = parent;
    else if (parent.type === 'LogicalExpression' || parent.type === 'JSXExpressionContainer') child = parent;
    else if (parent.type === 'JSXElement' || parent.type === 'JSXFragment') return 'text';
    else {
      const name =
        parent.type === 'JSXAttribute' ? nameOf(parent.name) : parent.type === 'Property' ? nameOf(parent.key) : '';
      return textFields.has(name) ? 'text' : codeFields.has(name) ? 'code' : 'other';
    }
  }
  return 'other';
}

const nameOf = (node) => String(node.name?.name ?? node.name ?? node.value ?? '');

/** compared with, looked up, thrown or logged: not shown */
function isForCode(node, parents) {
  const parent = parents.at(-1);
  if (parent.type === 'BinaryExpression' && /^[!=]==?$|^in$/.test(parent.operator)) return true;
  if (
    parent.type === 'SwitchCase' ||
    parent.type === 'ExpressionStatement' ||
    parent.type === 'TaggedTemplateExpression'
  )
    return true;
  if (parent.type === 'MemberExpression' && parent.property === node) return true;
  return parents.some(
    (above, at) =>
      (above.type === 'CallExpression' || above.type === 'NewExpression') &&
      above.callee !== parents[at + 1] &&
      above.callee !== node &&
      notForReaders.test(nameOf(above.callee.property ?? above.callee)) &&
      // a callback inside such a call is screen code like any other
      !parents.slice(at + 1).some(({ type }) => /Function/.test(type)),
  );
}
