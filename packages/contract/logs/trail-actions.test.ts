// The words of the logs: plain ones, each its own, and true.
import { expect, test } from 'vitest';
import { accessDetailWords, accessEvents, accessResultWords } from './access-events.ts';
import { type ChangeRow, changeLog } from './change-log.ts';
import {
  actionWords,
  changeActions,
  fileActions,
  kindWords,
  signInActions,
  trailFields,
  trailKinds,
} from './trail-actions.ts';

const isCode = (text: string) => /[a-z]\.[a-z]|_|^[a-z]+-[a-z]+$/.test(text);

test('an action, a kind and a field is called by words, never by its code', () => {
  const words = [changeActions, signInActions, fileActions, trailKinds, trailFields].flatMap(Object.values<string>);
  expect(words.filter((text) => isCode(text) || !/^\p{Lu}/u.test(text))).toEqual([]);
});

test('no two actions are called alike', () => {
  const words = Object.values<string>({ ...changeActions, ...signInActions });
  expect(words.filter((text, at) => words.indexOf(text) !== at)).toEqual([]);
});

test('what another release wrote is read without its dots', () => {
  expect([actionWords('smart-link.rule_added'), kindWords('smart-link')]).toEqual([
    'Smart link rule added',
    'Smart link',
  ]);
});

test.each([
  ['login', 'ok', null, 'Let in', ''],
  ['login', 'refused', 'wrong_password', 'Refused', 'Wrong password'],
  ['export', 'ok', 'offer.exported csv', 'Taken along', 'Offers, CSV'],
  ['export', 'ok', 'person.exported json', 'Taken along', 'Personal data, JSON'],
  ['permission_denied', 'refused', 'offers:write', 'Refused', 'Offers, to change'],
  ['permission_denied', 'refused', 'self:read', 'Refused', 'Your own account, to see'],
  ['api_key_used', 'ok', 'off', 'Used', 'off'],
  ['two_factor_changed', 'ok', 'off', 'Changed', 'Turned off'],
  ['two_factor', 'refused', 'throttled', 'Refused', 'Too many tries'],
  ['password_reset_asked', 'ok', null, 'Link sent', ''],
  ['password_reset_asked', 'ok', 'unknown_address', 'No link sent', 'Nobody has this address'],
  ['shared_link', 'ok', null, 'Opened', ''],
] as const)('%s, %s, %s: %s, %s', (event, result, detail, said, told) => {
  expect([accessResultWords({ event, result, detail }), accessDetailWords({ event, detail }).join(', ')]).toEqual([
    said,
    told,
  ]);
});

test('only who comes in is let in', () => {
  const letIn = accessEvents.filter((event) => accessResultWords({ event, result: 'ok', detail: null }) === 'Let in');
  expect(letIn).toEqual(['login', 'two_factor', 'login_as']);
});

test('a file of changes has the words of the screen: names for ids, no braces, pictures as what they are', () => {
  const row: ChangeRow = {
    id: 'e2',
    at: 0,
    actor: null,
    actor_kind: 'system',
    in_the_name_of: null,
    source: 'ui',
    action: 'settings.changed',
    object_kind: 'settings',
    object_id: 'brand',
    object_name: 'Brand',
    object_gone: false,
    account_kind: null,
    fields: [
      { field: 'logo', before: 'a'.repeat(64), after: 'b'.repeat(64) },
      { field: 'assigned', before: null, after: ['u1', 'u2'] },
      { field: 'scope', before: { publishers: 'all' }, after: { publishers: 'assigned' } },
    ],
    ip: null,
    request_id: null,
    undo: 'possible',
    undoes: 'e1',
    undone_by: null,
    named: { u1: 'Ada', u2: 'Bob' },
    currency: '',
  };
  const { columns } = changeLog;
  expect(columns.action.value(row)).toBe('Undo: Settings changed');
  expect(columns.actor.value(row)).toBe('The system');
  expect(columns.source.value(row)).toBe('Screen');
  expect(columns.after.value(row)).toBe('Logo: An image; Newly assigned: Ada, Bob; Data scope: Publishers: assigned');
  expect(columns.object.value({ ...row, object_gone: true })).toBe('Brand (deleted)');
  expect(columns.object.value({ ...row, object_kind: 'role', object_name: null, object_gone: true })).toBe(
    'Deleted: Role',
  );
});
