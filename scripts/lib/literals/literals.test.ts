import { describe, expect, test } from 'vitest';
import { findUntranslatedFaults } from './faults.mjs';
import { findLiterals, literalsIn } from './literals.mjs';
import { findMissingValues } from './values.mjs';

const found = (code: string) => literalsIn('packages/web/x/a.tsx', code).map(({ text }) => text);

test.each([
  ['text between tags', '<p>No offers yet</p>', ['No offers yet']],
  ['a single word between tags', '<p>clicks</p>', ['clicks']],
  ['a branch between tags', "<p>{busy ? 'saving' : t('save')}</p>", ['saving']],
  [
    'an attribute',
    '<a aria-label="close" title={`Open \x24{x}`} placeholder="search" />',
    ['close', 'Open {}', 'search'],
  ],
  ['a toast', "toast.success('Offer saved')", ['Offer saved']],
  ['a field of a declaration', "const column = { label: 'payout', key: 'payout' }", ['payout']],
  ['a constant', "const EMPTY = 'Nothing here'", ['Nothing here']],
  ['words around a value', 'const text = `\x24{n} clicks today`', ['{} clicks today']],
  ['a word that a count chooses', "const text = `\x24{n} \x24{n === 1 ? 'click' : 'clicks'}`", ['{} click']],
  ['a fallback', "const name = given ?? 'Not known'", ['Not known']],
  ['a sentence in a callback of a call that takes code', "parse(() => 'Please choose one')", ['Please choose one']],
] as const)('finds %s', (_case, code, texts) => {
  expect(found(code)).toEqual([...texts]);
});

test.each([
  ['a key of a catalogue', "t('offers.list.empty')"],
  ['an import', "import a from 'Some Thing'"],
  ['a type', "type A = 'Some words' | 'Others'"],
  ['a class name', '<p className="big And bold" />'],
  ['an address', '<a href="/am/offers" to={`/am/offers/\x24{id}`} />'],
  ['a comparison', "if (key === 'Escape') close()"],
  ['what is thrown', "throw new Error('the form has no fields')"],
  ['what is logged', "reportError('The page could not be shown', error)"],
  ['symbols and figures', '<p>{a} · {b} → 100%</p>'],
  ['code', "const css = { transition: 'opacity 120ms ease' }"],
])('passes over %s', (_case, code) => {
  expect(found(code)).toEqual([]);
});

test('names the place; tests, the site and the catalogues are no screens', () => {
  const code = "\nexport const title = 'All offers';";
  expect(findLiterals({ 'packages/web/tenant/a.ts': code })).toEqual([
    'packages/web/tenant/a.ts:2 says "All offers" — words on a screen come from packages/web/words',
  ]);
  const paths = ['web/site/a.ts', 'web/words/a.ts', 'web/tenant/a.test.ts', 'server/a.ts', 'web/vite.config.ts'];
  expect(findLiterals(Object.fromEntries(paths.map((path) => [`packages/${path}`, code])))).toEqual([]);
});

test('a sentence that is asked for without a value that stands in it is named', () => {
  const words = {
    admin: { left: '{{days}} left', rows_one: '{{count}} row', rows_other: '{{count}} rows', plain: 'Rows' },
  };
  const of = (call: string) => ({ 'packages/web/admin/a.ts': `import { t } from '../words/admin.ts';\n${call}` });
  expect(findMissingValues(of("t('left')"), words)).toEqual(['packages/web/admin/a.ts:2 asks for left without days']);
  expect(findMissingValues(of("t('rows', { many })"), words)).toEqual([
    'packages/web/admin/a.ts:2 asks for rows without count',
  ]);
  expect(findMissingValues(of("t('left', { days: 3 }); t('rows', { count }); t('plain')"), words)).toEqual([]);
});

test('a sentence of the server that is said without a value that stands in it is named', () => {
  const words = { sentences: { 'line.from': 'From {{name}} <{{email}}>' } };
  const of = (call: string) => ({
    'packages/server/modules/x/a.ts': `import { type Sentence, sentence } from '../../words/sentences.ts';\n${call}`,
  });
  expect(findMissingValues(of("sentence('line.from', { name })"), words)).toEqual([
    'packages/server/modules/x/a.ts:2 asks for line.from without email',
  ]);
  expect(findMissingValues(of("sentence('line.from', { name, email: 'x' })"), words)).toEqual([]);
});

describe('a sentence that the server refuses with', () => {
  const known = ['You have {{max}} keys.', 'Not yours.', 'Please wait {{seconds}} seconds.', 'Waits. Please enter it.'];
  const refusing = (code: string) => findUntranslatedFaults({ 'packages/server/modules/x/a.ts': code }, known);

  test.each([
    ['as it stands', "throw new Fault('conflict', 'Not hers.');", 'Not hers.'],
    ['with a value', 'throw new Fault(code, `You have \x24{n} locks.`);', 'You have {{}} locks.'],
    ['in a branch', "throw new Fault('conflict', mine ? 'Not yours.' : 'Not his.');", 'Not his.'],
    ['by name', "const TAKEN = 'Taken by others.';\nthrow new Fault('conflict', TAKEN);", 'Taken by others.'],
    ['where another may be missing', "throw new Fault('conflict', said ?? 'Not that.');", 'Not that.'],
    ['of a row', "throw rowFault(row, 'limit', 'Not so much.');", 'Not so much.'],
  ])('is found %s', (_case, code, sentence) => {
    expect(refusing(code)).toEqual([
      `packages/server/modules/x/a.ts:${code.split('\n').length} refuses with ${JSON.stringify(sentence)} — add it to packages/web/words/faults, in each language`,
    ]);
  });

  test('is passed over where a translator has seen it, whatever its values are called', () => {
    expect(
      refusing(
        [
          "const WAITS = 'Waits';",
          'throw new Fault(code, `You have \x24{MAX_KEYS} keys.`);',
          "throw new Fault('conflict', mine ? 'Not yours.' : `Please wait \x24{Math.ceil(ms / 1_000)} seconds.`);",
          'throw new Fault(code, `\x24{WAITS}. Please enter it.`);',
          "throw new Fault('not_found');",
          "refuse('goal_unknown');",
          "throw new Error('a bug is for the log');",
        ].join('\n'),
      ),
    ).toEqual([]);
    expect(findUntranslatedFaults({ 'packages/web/a.ts': "new Fault('x', 'No such.')" }, [])).toEqual([]);
  });
});
