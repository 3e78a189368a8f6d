// What a search means in the reader's language, and what the rows say.
import type { ChangeRow } from '@tributary/contract/logs/change-log';
import { changeActions } from '@tributary/contract/logs/trail-actions';
import { afterEach, beforeEach, expect, test } from 'vitest';
import '../../words/labels.ts';
import { loadWords } from '../../words/words.ts';
import { changeText, objectText } from './change-text.ts';
import { actionText, fieldText, meantBy } from './words.ts';

beforeEach(() => loadWords('en'));
// files share their worker: the words are English again for the next one
afterEach(() => loadWords('en'));

const row: ChangeRow = {
  id: 'e2',
  at: 0,
  actor: null,
  actor_kind: 'system',
  in_the_name_of: null,
  source: 'ui',
  action: 'team.accounts-assigned',
  object_kind: 'user',
  object_id: 'm1',
  object_name: 'Ada Lovelace',
  object_gone: false,
  account_kind: 'admin',
  fields: [
    { field: 'unassigned', before: [], after: null },
    { field: 'assigned', before: null, after: ['0198c0de-0000-7000-8000-000000000001'] },
  ],
  ip: null,
  request_id: null,
  undo: 'access',
  undoes: null,
  undone_by: null,
  named: { '0198c0de-0000-7000-8000-000000000001': 'Mara Quill' },
  currency: '',
};

test('whoever was assigned is named, and an empty side says nothing', () => {
  expect(changeText(row)).toBe('Newly assigned: Mara Quill');
});

test('a picture is no hash', () => {
  const changed = { field: 'logo', before: 'a'.repeat(64), after: 'b'.repeat(64) };
  const text = changeText({
    ...row,
    action: 'settings.changed',
    fields: [changed, { ...changed, field: 'favicon', after: '' }],
  });
  expect(text).toBe('Logo: Image changed · Favicon: Image removed');
});

test('an undo says so, and what is gone too', () => {
  expect(actionText({ action: 'offer.edited', undoes: 'e1' })).toBe('Undo: Offer edited');
  expect(objectText({ ...row, object_kind: 'role', object_name: 'Sales', object_gone: true })).toBe(
    'Role: Sales (deleted)',
  );
  expect(objectText({ ...row, object_kind: 'role', object_name: null, object_gone: true })).toBe('Deleted: Role');
});

test.each(['en', 'es', 'hi'] as const)('%s: each action and field is found by its own word', async (language) => {
  await loadWords(language);
  for (const action of Object.keys(changeActions)) {
    const word = actionText({ action, undoes: null });
    expect(word, action).not.toBe(action);
    expect(meantBy(word).means?.split(','), word).toContain(action);
  }
  expect(meantBy(fieldText('password_min_length')).means).toBe('password_min_length');
  expect(meantBy('x')).toEqual({});
});
