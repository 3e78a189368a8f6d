// What a workspace asks at sign-up: who may answer, what an answer must be, and that it is kept as it was given.
import { routes } from '@tributary/contract';
import { answerMessages, type Question, readAnswer } from '@tributary/contract/settings/signup';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { SIGN_UP_BY_INVITATION, SIGN_UP_CLOSED } from './sign-up-form.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  ({ token } = await t.signIn('admin@demo.test'));
});
afterAll(() => t.close());

const words = (en: string, es = '', hi = '') => ({ en, es, hi });
const question = (changes: Partial<Question> = {}): Question => ({
  id: 'traffic',
  kind: 'text',
  required: true,
  label: words('Where does your traffic come from?', '¿De dónde viene tu tráfico?'),
  options: [],
  ...changes,
});
const choice = question({
  id: 'size',
  kind: 'choice',
  required: false,
  label: words('How large is your team?'),
  options: [words('One', 'Una persona'), words('More')],
});

type Rules = { state: string; invitation_code: string; questions: Question[] };
const open: Rules = { state: 'open', invitation_code: '', questions: [] };
async function save(publisher: Partial<Rules>) {
  const { version } = (await t.call(routes.settings, { token, params: { section: 'signup' } })).body;
  const value = { publisher: { ...open, ...publisher }, advertiser: open };
  return t.call(routes.saveSettings, { token, params: { section: 'signup' }, body: { version, value } });
}
const form = (query = {}) => t.call(routes.signupForm, { params: { kind: 'publisher' }, query });
let count = 0;
const person = (changes: object = {}) => ({
  first_name: 'Mara',
  last_name: 'Quill',
  email: `mara-${++count}@ask.test`,
  password: 'seven-lanterns-drift',
  ...changes,
});
const signUp = (body: object) => t.call(routes.publisherSignup, { body });

describe('an answer', () => {
  const kinds: [Question, unknown, unknown][] = [
    [question(), ' Search ', 'Search'],
    [question({ required: false }), '  ', null],
    [question({ kind: 'yes_no' }), false, false],
    [choice, 'One', [words('One', 'Una persona')]],
    [{ ...choice, kind: 'choices' }, ['More', 'One'], [words('One', 'Una persona'), words('More')]],
  ];
  test.each(kinds)('%o to %o is kept as %o', (asked, given, answer) => {
    expect(readAnswer(asked, given as string, 'en')).toMatchObject({ label: asked.label, answer });
  });
  const wrong: [Question, unknown, string][] = [
    [question(), '', answerMessages.missing('Where does your traffic come from?')],
    [question(), ['x'], answerMessages.unknown('Where does your traffic come from?')],
    [question(), 'x'.repeat(501), answerMessages.long('Where does your traffic come from?', 500)],
    [{ ...choice, required: true }, undefined, answerMessages.missing('How large is your team?')],
    [choice, 'Many', answerMessages.unknown('How large is your team?')],
    [choice, ['One', 'More'], answerMessages.unknown('How large is your team?')],
    [question({ kind: 'yes_no' }), 'maybe', answerMessages.unknown('Where does your traffic come from?')],
  ];
  test.each(wrong)('%o refuses %o', (asked, given, sentence) => {
    expect(readAnswer(asked, given as string, 'en')).toBe(sentence);
  });
});

test.each([
  [Array.from({ length: 21 }, (_, n) => question({ id: `q${n}` })), 'At most 20 questions'],
  [[question(), question()], 'Two questions have the same id'],
  [[question({ label: words(' ') })], 'A question needs its text in English'],
  [[{ ...choice, options: [words('One')] }], 'A question with choices needs at least two'],
  [[{ ...choice, options: [words('One'), words('one')] }], 'Two choices of a question are the same'],
  [[question({ options: [words('One')] })], 'Only a question with choices has any'],
])('%o cannot be asked', async (questions, sentence) => {
  const reply = await save({ questions });
  expect([reply.status, reply.body.error.message]).toEqual([400, sentence]);
});

test('answers are demanded, kept in the words of that day, and shown to the account managers and in the file', async () => {
  await save({ questions: [question(), choice] });
  const { version } = (await form()).body;
  const lacking = await signUp(person({ form_version: version, language: 'es' }));
  expect([lacking.status, lacking.body.error]).toEqual([400, answerMessages.missing('¿De dónde viene tu tráfico?')]);
  // the specification's own payload has no answers: the same question, the same sentence
  expect((await signUp(person())).body.error).toBe(answerMessages.missing('Where does your traffic come from?'));

  const body = person({
    form_version: version,
    language: 'es',
    answers: { traffic: 'Búsqueda', size: 'One', made_up: 'x' },
  });
  expect((await signUp(body)).status).toBe(200);
  await save({ questions: [question({ label: words('Something else?') })] });

  const list = await t.call(routes['publishers.list'], { token, query: { q: body.email } });
  const details = await t.call(routes['publishers.details'], { token, params: { id: list.body.rows[0].id } });
  expect(details.body.signup).toEqual({
    language: 'es',
    answers: [
      { id: 'traffic', kind: 'text', label: question().label, answer: 'Búsqueda' },
      { id: 'size', kind: 'choice', label: choice.label, answer: [words('One', 'Una persona')] },
    ],
  });
  const file = await t.call(routes['publishers.export'], { token, query: { q: body.email } });
  expect(file.raw).toContain('Sign-up answers');
  expect(file.raw).toContain('Where does your traffic come from?: Búsqueda\nHow large is your team?: One');
});

test('a form that is another by now is refused with a sentence; one whose neighbours changed is not', async () => {
  await save({ questions: [choice] });
  const { version } = (await form()).body;
  await save({ questions: [choice], invitation_code: 'changes-nothing' });
  expect((await signUp(person({ form_version: version }))).status).toBe(200);
  await save({ questions: [question(), choice] });
  const reply = await signUp(person({ form_version: version, answers: { traffic: 'Search' } }));
  expect([reply.status, reply.body.error]).toEqual([409, answerMessages.changed]);
  const now = (await form()).body.version;
  expect((await signUp(person({ form_version: now, answers: { traffic: 'Search' } }))).status).toBe(200);
});

test('sign-up is closed, or open to those who have the code', async () => {
  await save({ state: 'closed', questions: [question()] });
  expect((await form()).body).toMatchObject({ state: 'closed', questions: [] });
  expect([(await signUp(person())).status, (await signUp(person())).body.error]).toEqual([403, SIGN_UP_CLOSED]);
  const short = await save({ state: 'invitation', invitation_code: 'short' });
  expect(short.body.error.message).toBe('An invitation code needs at least 8 characters');
  await save({ state: 'invitation', invitation_code: 'lantern-2026' });
  expect((await form({ invitation: 'lantern-2025' })).body.state).toBe('invitation');
  for (const invitation of [undefined, '', 'lantern-2025']) {
    const refused = await signUp(person({ invitation }));
    expect([refused.status, refused.body.error]).toEqual([403, SIGN_UP_BY_INVITATION]);
  }
  expect((await form({ invitation: 'lantern-2026' })).body.state).toBe('open');
  expect((await signUp(person({ invitation: 'lantern-2026' }))).status).toBe(200);
  // the other kind has rules of its own
  expect((await t.call(routes.advertiserSignup, { body: person() })).status).toBe(200);
});
