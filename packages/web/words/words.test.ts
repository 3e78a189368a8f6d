import fs from 'node:fs';
import path from 'node:path';
import { loginMessages, notFoundPage, signedOutReasons, signupMessages } from '@tributary/contract/messages';
import { expect, test } from 'vitest';
import { t as base } from './base.ts';
import { t as signin } from './signin.ts';
import { loadWords } from './words.ts';

const folder = import.meta.dirname;
const surfaces = fs
  .readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const read = (surface: string, language: string): Record<string, string> =>
  JSON.parse(fs.readFileSync(path.join(folder, surface, `${language}.json`), 'utf8'));
const valuesIn = (text: string | undefined) => [...new Set(text?.match(/\{\{\w+\}\}/g))].sort();
/** the plural forms of a sentence say the same things; the singular may leave the number out */
const stemOf = (key: string) => key.replace(/_(one|many|other)$/, '');

test.each(surfaces)('%s has the same keys and the same values in each language', (surface) => {
  const en = read(surface, 'en');
  for (const language of ['es', 'hi']) {
    const words = read(surface, language);
    const isAdded = (key: string) => language === 'es' && key.endsWith('_many') && `${stemOf(key)}_other` in en;
    expect(Object.keys(words).filter((key) => !isAdded(key))).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(words)) {
      expect(text.trim(), `${surface}, ${language}: ${key}`).not.toBe('');
      if (!key.endsWith('_one')) {
        expect(valuesIn(text), `${surface}, ${language}: ${key}`).toEqual(
          valuesIn(en[key] ?? en[`${stemOf(key)}_other`]),
        );
      }
    }
  }
});

test('the English of the sign-in pages is the contract’s, to the letter', () => {
  const { encryption, decryption, failed, network, success } = loginMessages;
  expect([signin('loginEncryption'), signin('loginDecryption'), signin('loginFailed')]).toEqual([
    encryption,
    decryption,
    failed,
  ]);
  expect([signin('network'), signin('loginSuccess')]).toEqual([network, success]);
  expect([signin('firstNameRequired'), signin('lastNameRequired'), signin('emailRequired')]).toEqual([
    signupMessages.firstName,
    signupMessages.lastName,
    signupMessages.email,
  ]);
  expect([signin('passwordRequired'), signin('passwordLength'), signin('termsRequired')]).toEqual([
    signupMessages.password,
    signupMessages.passwordLength,
    signupMessages.terms,
  ]);
  expect([signin('signupEncryption'), signin('signupDecryption')]).toEqual([
    signupMessages.encryption,
    signupMessages.decryption,
  ]);
  expect([signin('signupFailed'), signin('signupSuccess')]).toEqual([signupMessages.failed, signupMessages.success]);
  expect([signin('signedOutIdle'), signin('signedOutIdleRemembered'), signin('signedOutExpired')]).toEqual([
    signedOutReasons.idle,
    signedOutReasons.idleRemembered,
    signedOutReasons.expired,
  ]);
  expect([signin('signedOutVisitOver'), signin('signedOutEnded'), signin('signedOutClosed')]).toEqual([
    signedOutReasons.visitOver,
    signedOutReasons.ended,
    signedOutReasons.closed,
  ]);
  expect([base('notFound.text'), base('notFound.back')]).toEqual([notFoundPage.text, notFoundPage.back]);
});

test('a count chooses the form, by the rules of the language; numbers are written as everywhere', async () => {
  expect([0, 1, 2, 12_345].map((count) => base('time.days', { count }))).toEqual([
    '0 days',
    '1 day',
    '2 days',
    '12,345 days',
  ]);
  await loadWords('es');
  expect(base('time.days', { count: 1 })).toBe('1 day');
});
