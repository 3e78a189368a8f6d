// A mail from its reason to its delivery: it leaves once, its text is not kept, and a failure is not lost.
import { languages } from '@tributary/contract/accounts/profile';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import { systemActor } from '../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { sentence } from '../../words/sentences.ts';
import { queueMail } from './index.ts';
import { renderMail } from './render-mail.ts';
import { mailTemplates } from './templates.ts';

const PORT = 5412;
let answer: 'accept' | 'refuse' = 'accept';
const delivered: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(answer === 'refuse' ? new Error('mailbox full') : undefined),
  onData: (stream, _session, done) => {
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    stream.on('end', () => {
      delivered.push(text);
      done();
    });
  },
});

let t: TestApp;
let tenantId: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(PORT, '127.0.0.1', resolve));
  t = await createTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${PORT}`, MAIL_FROM: 'Panel <panel@tributary.test>' } });
  const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  tenantId = tenant?.id ?? '';
});
afterAll(async () => {
  await t.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const queue = (to: string, more: { undo?: true } = {}) =>
  t.app.database.withTenant(tenantId, systemActor, async (tx) => {
    const values = {
      brand: 'demo',
      firstName: 'Ana',
      action: { label: sentence('action.set-new-password'), url: 'http://demo.localhost/#link=s3cret' },
    };
    await queueMail(tx, { tenantId, to, language: 'en', name: 'password-link', values, at: t.clock.now() });
    if (more.undo) throw new Error('undone');
  });
const settle = () => t.app.worker?.drain();
const rowOf = async (to: string) =>
  (
    await t.database.asOwner<{
      status: string;
      error: string | null;
      body_text: string | null;
      body_html: string | null;
      sent_at: Date | null;
    }>('select status, error, body_text, body_html, sent_at from mails where recipient = $1', [to])
  )[0];

describe('a mail', () => {
  test('leaves by SMTP, and its text is emptied once it has', async () => {
    await queue('ana@demo.test');
    await settle();
    expect(delivered.filter((text) => text.includes('ana@demo.test'))).toHaveLength(1);
    expect(delivered[0]).toMatch(/^From: demo <panel@tributary.test>/m);
    expect(await rowOf('ana@demo.test')).toMatchObject({
      status: 'sent',
      error: null,
      body_text: null,
      body_html: null,
    });
  });

  test('whose reason was rolled back never leaves', async () => {
    await expect(queue('undone@demo.test', { undo: true })).rejects.toThrow('undone');
    await settle();
    expect(await rowOf('undone@demo.test')).toBeUndefined();
    expect(delivered.join()).not.toContain('undone@demo.test');
  });

  test('that a try delivered without getting to say so is not sent twice by the next', async () => {
    await queue('twice@demo.test');
    await settle();
    await t.database.asOwner(`update jobs set state = 'ready', attempts = 0, finished_at = null`);
    await settle();
    expect(delivered.filter((text) => text.includes('To: twice@demo.test'))).toHaveLength(1);
  });

  test('that is refused is tried again, leaves when it can, and is recorded as failed when it never could', async () => {
    answer = 'refuse';
    await queue('later@demo.test');
    await settle();
    expect(await rowOf('later@demo.test')).toMatchObject({ status: 'queued', sent_at: null });
    answer = 'accept';
    t.clock.advance(1_000);
    await settle();
    expect(await rowOf('later@demo.test')).toMatchObject({ status: 'sent', error: null });

    answer = 'refuse';
    await queue('never@demo.test');
    for (let day = 0; day < 10; day++) {
      await settle();
      t.clock.advance(DAY_MS);
    }
    const failed = await rowOf('never@demo.test');
    expect(failed?.status).toBe('failed');
    expect(failed?.error).toMatch(/mailbox full/);
  });
});

describe('a template', () => {
  const hostile = `</p><script>alert(1)</script>"'&\r\nBcc: x@evil.test {{7*7}} \${7*7}`;
  const names = Object.keys(mailTemplates) as (keyof typeof mailTemplates)[];
  test.each(names.flatMap((name) => languages.map((language) => [name, language] as const)))(
    '%s shows hostile values as they are (%s)',
    (name, language) => {
      const values = {
        brand: hostile,
        firstName: hostile,
        action: { label: sentence('action.look'), url: `https://x.test/?"><script>` },
        lines: [hostile, sentence('line.traffic', { traffic: `${hostile} $t(greeting)` })],
      };
      const mail = renderMail({ name, values, language });
      expect(mail.html).not.toMatch(/<script|<\/p><\/p>/);
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.subject.length).toBeGreaterThan(5);
      expect(mail.text).toContain('{{7*7}}');
      expect(mail.text).toContain('$t(greeting)');
    },
  );

  test.each([
    ['en', 'Set a new password for Lantern', 'Hello Ana,', 'Traffic: search', 'Set a new password: https://x.test/'],
    [
      'es',
      'Crea una contraseña nueva para Lantern',
      'Hola, Ana:',
      'Tráfico: search',
      'Crear una contraseña nueva: https://x.test/',
    ],
    ['hi', 'Lantern के लिए नया पासवर्ड बनाएँ', 'नमस्ते Ana,', 'ट्रैफ़िक: search', 'नया पासवर्ड बनाएँ: https://x.test/'],
  ] as const)('speaks %s to whoever reads it', (language, subject, greeting, line, action) => {
    const label = sentence('action.set-new-password');
    const lines = [sentence('line.traffic', { traffic: 'search' })];
    const values = { brand: 'Lantern', firstName: 'Ana', lines, action: { label, url: 'https://x.test/' } };
    const mail = renderMail({ name: 'password-link', values, language });
    expect(mail.subject).toBe(subject);
    const paragraphs = mail.text.split('\n\n');
    expect([paragraphs[0], ...paragraphs.slice(3)]).toEqual([greeting, line, action, 'Lantern']);
  });
});
