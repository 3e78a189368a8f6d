// Every mail declares what its template may say, and every variable has a sample: a new mail that forgets either is named here.
import { languages } from '@tributary/contract/accounts/profile';
import { describe, expect, test } from 'vitest';
import { valuesIn } from '../../words/sentences.ts';
import { mailEvents } from './events.ts';
import { builtInTemplate, renderMail, renderOwn } from './render-mail.ts';
import { sampleMail, samples } from './samples.ts';
import { type MailName, mailTemplates } from './templates.ts';

const names = Object.keys(mailTemplates) as MailName[];

test('every mail is declared in events.ts', () => {
  expect(names.filter((name) => !mailEvents[name])).toEqual([]);
});

test('everything that a declared sentence is filled with has a sample', () => {
  const asked = Object.values(mailEvents).flatMap(({ lines }) => lines.flatMap(valuesIn));
  expect([...new Set(asked)].filter((name) => !Object.hasOwn(samples, name))).toEqual([]);
});

describe.each(languages)('the built-in text (%s)', (language) => {
  test.each(names)('of %s is also a template, which says the same', (name) => {
    const sample = { brand: 'Lantern', firstName: 'Ana', origin: 'https://lantern.example' };
    const mail = { name, values: sampleMail(name, sample), language };
    const own = renderOwn(builtInTemplate(name, language), mail);
    const built = renderMail(mail);
    expect(own.subject).toBe(built.subject);
    // the lines of the built-in are paragraphs, those of a template one after the other
    expect(own.text.replaceAll(/\n+/g, '\n')).toBe(built.text.replaceAll(/\n+/g, '\n'));
  });
});
