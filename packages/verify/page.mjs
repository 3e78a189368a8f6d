// The page that checks a statement in a browser, from a server or from a disk. It calls nobody: its policy lets it reach nothing.
import { checkStatement } from './check.mjs';
import { filled, languageNamed, languageNames, sentenceOf, wordsOf } from './words.mjs';

/** @typedef {import('./words.mjs').Language} Language */
/** @typedef {import('./check.mjs').Verdict} Verdict */
const MOST_SHOWN = 500;
const MICROS = 1_000_000n;

let language = languageNamed(navigator.language);
/** @type {Verdict | null} */
let verdict = null;

/** @type {<E extends HTMLElement>(id: string, kind: new () => E) => E} */
const byId = (id, kind) => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
};
const answer = byId('answer', HTMLElement);
const select = byId('language', HTMLSelectElement);

/** @type {(tag: string, text?: string, data?: Record<string, string>) => HTMLElement} */
const made = (tag, text = '', data = {}) => {
  const element = document.createElement(tag);
  element.textContent = text;
  Object.assign(element.dataset, data);
  return element;
};

/** @type {(micros: bigint, currency: string) => string} */
const money = (micros, currency) => {
  const whole = micros < 0n ? -micros : micros;
  const rest = String(whole % MICROS)
    .padStart(6, '0')
    .replace(/0{0,4}$/, '');
  return `${micros < 0n ? '−' : ''}${whole / MICROS}.${rest} ${currency}`;
};
/** @param {string} name of an account, as the ledger calls it */
const plain = (name) => name.replaceAll('_', ' ');

/** @type {(heads: readonly (readonly [string, boolean])[], rows: readonly (readonly string[])[]) => HTMLElement} */
function table(heads, rows) {
  const box = made('div');
  box.className = 'scroll';
  const whole = made('table');
  /** @type {(tag: string, cells: readonly string[]) => HTMLElement} */
  const line = (tag, cells) => {
    const row = made('tr');
    row.append(...cells.map((cell, at) => made(tag, cell, heads[at]?.[1] ? { right: '' } : {})));
    return row;
  };
  whole.append(
    line(
      'th',
      heads.map(([title]) => title),
    ),
    ...rows.map((row) => line('td', row)),
  );
  box.append(whole);
  return box;
}

function show() {
  const words = wordsOf(language);
  document.documentElement.lang = language;
  document.title = words.title;
  for (const element of document.querySelectorAll('[data-word]')) {
    const word = /** @type {HTMLElement} */ (element).dataset.word ?? '';
    element.textContent = String(Reflect.get(words, word));
  }
  if (verdict) answer.replaceChildren(...shown(verdict));
}

/** @param {Verdict} found */
function shown({ isGood, steps, checked }) {
  const words = wordsOf(language);
  const title = made('p', isGood ? words.verdictGood : words.verdictBad, { result: isGood ? 'good' : 'bad' });
  title.className = 'verdict';
  const list = made('ol');
  const marks = { good: '✓', bad: '✗', unknown: '?' };
  for (const step of steps) {
    const item = made('li', '', { result: step.result, code: step.code });
    item.append(made('span', marks[step.result]), made('span', sentenceOf(step, language)));
    list.append(item);
  }
  return checked ? [title, list, ...told(checked)] : [title, list];
}

/** @param {import('./check.mjs').Checked} checked */
function told({ statement, said }) {
  const words = wordsOf(language);
  const { account, from, to, workspace, balances } = statement;
  const period = `${from ?? words.begin} – ${to ?? statement.madeAt}`;
  const entries = said
    .slice(0, MOST_SHOWN)
    .map(({ said: one }) => [
      String(one.sequence),
      one.at,
      `${plain(one.leg)}, ${one.phase}`,
      money(one.amount, one.currency),
      one.reason,
    ]);
  return [
    made('p', `${words.account}: ${account.name ?? account.id}, ${workspace}. ${words.period}: ${period}`),
    made('h2', words.balances),
    table(
      [
        [words.account, false],
        [words.opening, true],
        [words.closing, true],
        [words.pending, true],
      ],
      balances.map(({ account: kind, currency, opening, closing }) => [
        plain(kind),
        money(opening.posted, currency),
        money(closing.posted, currency),
        money(closing.pending, currency),
      ]),
    ),
    made('h2', words.entries),
    ...(said.length > MOST_SHOWN
      ? [made('p', filled(words.firstShown, { shown: String(MOST_SHOWN), count: String(said.length) }))]
      : []),
    table(
      [
        [words.entry, false],
        [words.time, false],
        [words.kind, false],
        [words.amount, true],
        [words.reason, false],
      ],
      entries,
    ),
  ];
}

class NotReadable extends Error {}
/**
 * @param {string} id
 * @returns {Promise<unknown>} undefined where none was chosen
 */
async function chosen(id) {
  const file = byId(id, HTMLInputElement).files?.[0];
  if (!file) return undefined;
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new NotReadable(file.name);
  }
}

async function check() {
  const words = wordsOf(language);
  verdict = null;
  try {
    const file = await chosen('file');
    if (file === undefined) return answer.replaceChildren(made('p', words.chooseFile, { code: 'choose' }));
    verdict = await checkStatement(file, { older: await chosen('older'), keys: await chosen('keys') });
    show();
  } catch (error) {
    const text = error instanceof NotReadable ? filled(words.notJson, { name: error.message }) : words.noCrypto;
    answer.replaceChildren(made('p', text, { code: 'failed' }));
  }
}

for (const [value, name] of Object.entries(languageNames)) {
  const option = document.createElement('option');
  option.value = value;
  option.textContent = name;
  option.lang = value;
  select.append(option);
}
select.value = language;
select.addEventListener('change', () => {
  language = languageNamed(select.value);
  show();
});
byId('form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});
show();
