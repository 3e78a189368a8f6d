import fs from 'node:fs';
import path from 'node:path';
import { hiddenClasses, publisherColumns } from '@tributary/contract/accounts/hidden';
import { sectionRefusal, sections } from '@tributary/contract/accounts/sections';
import { receiptOutcomes } from '@tributary/contract/conversions/conversions';
import { errorCodes } from '@tributary/contract/errors';
import { accessEventLabels, accessWords, changeSourceLabels } from '@tributary/contract/logs/access-events';
import {
  changeActions,
  fileActions,
  signInActions,
  trailFields,
  trailKinds,
} from '@tributary/contract/logs/trail-actions';
import { loginMessages, notFoundPage, signedOutReasons, signupMessages } from '@tributary/contract/messages';
import { kpiOps } from '@tributary/contract/offers/kpi';
import {
  capActions,
  conversionTrackings,
  objectives,
  offerDays,
  offerMessages,
  offerVisibilities,
} from '@tributary/contract/offers/offer-terms';
import { dimensions, metricIds, metricLabel, metrics, periods } from '@tributary/contract/reports/report-catalogue';
import { settingsSections } from '@tributary/contract/settings';
import { usageTypes } from '@tributary/contract/site/trial-form';
import { verdicts } from '@tributary/contract/tracker/verdicts';
import { afterEach, expect, test } from 'vitest';
import { t as base } from './base.ts';
import './labels.ts';
import { said, saidByServer } from './said.ts';
import { t as signin } from './signin.ts';
import { loadWords } from './words.ts';

// files share their worker: the words are English again for the next one
afterEach(() => loadWords('en'));

const folder = import.meta.dirname;
const surfaces = fs
  .readdirSync(folder, { withFileTypes: true })
  .filter(({ name }) => fs.existsSync(path.join(folder, name, 'en.json')))
  .map(({ name }) => name);
const read = (surface: string, language: string): Record<string, string> =>
  JSON.parse(fs.readFileSync(path.join(folder, surface, `${language}.json`), 'utf8'));
const valuesIn = (text: string | undefined) => [...new Set(text?.match(/\{\{\w+\}\}/g))].sort();
/** the plural forms of a sentence say the same things; the singular may leave the number out */
const stemOf = (key: string) => key.replace(/_(one|many|other)$/, '');

test.each(['labels', 'faults'])('%s has the same English in each language', (phrases) => {
  const [es, hi] = ['es', 'hi'].map((language) => read(phrases, language));
  expect(Object.keys(hi ?? {})).toEqual(Object.keys(es ?? {}));
  for (const words of [es, hi]) {
    for (const [english, text] of Object.entries(words ?? {}))
      expect(valuesIn(text), english).toEqual(valuesIn(english));
  }
});

test('what the contract calls things has a translation', () => {
  const named = Object.values(dimensions).map(({ label }) => label);
  const shown = [
    ...named.filter((label) => !/^(P\d+|Sub \d+|UTM \w+)$/.test(label)),
    ...metricIds.flatMap((id) => (['admin', 'publisher', 'advertiser'] as const).map((role) => metricLabel(id, role))),
    ...Object.values(metrics).map(({ description }) => description),
    ...Object.values(sections),
    ...Object.values(verdicts).map(({ label }) => label),
    ...[hiddenClasses, publisherColumns, receiptOutcomes, capActions, kpiOps, periods].flatMap((words) =>
      Object.values(words),
    ),
    // whatever the server can write into the trail and the access log: it takes no word that is not on these lists
    ...[changeActions, signInActions, fileActions, trailKinds, trailFields].flatMap((words) => Object.values(words)),
    ...[accessEventLabels, changeSourceLabels].flatMap((words) => Object.values(words)),
    ...accessWords,
    ...Object.values(settingsSections).map(({ label }) => label),
    ...[...objectives, ...offerVisibilities, ...conversionTrackings, ...offerDays, ...usageTypes],
  ];
  const labels = read('labels', 'es');
  expect(shown.filter((label) => !(label in labels))).toEqual([]);
});

test('what every fault says has a translation; a sentence with values is known by its shape', async () => {
  const faults = read('faults', 'hi');
  const ofMachines = ['wrong_host', 'wrong_place'];
  const sentences = Object.entries(errorCodes).filter(([code]) => !ofMachines.includes(code));
  expect(sentences.map(([, { message }]) => message).filter((message) => !(message in faults))).toEqual([]);
  await loadWords('es');
  expect(saidByServer('Please use at most 500 characters')).toBe('Usa como máximo 500 caracteres');
  expect(saidByServer(sectionRefusal('Sales', {}, 'billing', 'read'))).toBe(
    'Tu rol (Sales) no abre Facturación. Pide acceso de lectura al propietario de este espacio de trabajo.',
  );
  expect(saidByServer(sectionRefusal('Sales', { offers: 'read' }, 'offers', 'write'))).toBe(
    'Tu rol (Sales) puede ver Ofertas, pero no cambiar nada ahí. Pide acceso de escritura al propietario de este espacio de trabajo.',
  );
  expect(saidByServer(offerMessages.required('Title'))).not.toContain('required');
  expect(saidByServer('The click needs a look: Link preview')).toMatch(/^El clic necesita revisión: /);
  expect(saidByServer('Nobody has translated this yet')).toBe('Nobody has translated this yet');
  expect(said('Pending')).toBe('Pendiente');
  await loadWords('en');
  expect(saidByServer('Please use at most 500 characters')).toBe('Please use at most 500 characters');
  expect(said('Pending')).toBe('Pending');
});

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
  expect(base('time.minutes', { minutes: 1200 })).toBe('1200 min');
  // another language is loaded beside it, and spoken only once it is chosen
  await loadWords('es');
  expect(base('time.days', { count: 1 })).toBe('1 day');
});
