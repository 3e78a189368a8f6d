import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { temporaryFolder } from '../testing.ts';
import { inboxTransport, type MailTransport, type OutgoingMail, readInbox, smtpTransport } from './transport.ts';

const PORT = 5410;
const mail = (change: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: newId(),
  from: 'Tributary <no-reply@tributary.test>',
  to: 'ana@acme.test',
  subject: 'Ein schöner Gruß ₹',
  text: 'Hello,\n\nread https://acme.test/#link=x\n.\nbye',
  html: '<p>Hello</p>',
  ...change,
});
const hostile: Partial<OutgoingMail>[] = [
  { to: 'ana@acme.test\r\nBcc: everyone@evil.test' },
  { to: 'ana@acme.test\nBcc: everyone@evil.test' },
  { subject: 'Hello\r\nX-Evil: 1' },
  { subject: 'Hello\r\n\r\n<html>' },
  { from: 'a@b.test\rBcc: x@y.test' },
];

describe('the local inbox', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  const place = path.join(folder.path, 'inbox');

  test('keeps mails for their owner’s eyes only, newest first, and the same mail once', async () => {
    const inbox = inboxTransport(place);
    expect(await readInbox(place, 10)).toEqual([]);
    const mails = [1, 2, 3].map((n) => mail({ id: newId(1_700_000_000_000 + n), subject: `number ${n}` }));
    for (const one of mails) await inbox.send(one);
    if (mails[0]) await inbox.send(mails[0]);
    expect((await readInbox(place, 10)).map(({ subject }) => subject)).toEqual(['number 3', 'number 2', 'number 1']);
    expect(await readInbox(place, 2)).toHaveLength(2);
    expect(statSync(path.join(place, `${mails[0]?.id}.json`)).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(place, `${mails[1]?.id}.json`), 'utf8')).toContain('number 2');
  });

  test.each(hostile)('refuses a line break in a header: %j', async (change) => {
    await expect(inboxTransport(place).send(mail(change))).rejects.toThrow(/line break/);
  });
});

describe('SMTP', () => {
  interface Received {
    to: string[];
    data: string;
  }
  const received: Received[] = [];
  let refuse = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refuse ? new Error('no such mailbox') : undefined),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          data: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  let smtp: MailTransport;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(PORT, '127.0.0.1', resolve));
    smtp = smtpTransport(`smtp://127.0.0.1:${PORT}`, 'tributary.test');
  });
  afterAll(() => {
    smtp.close();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  afterEach(() => {
    received.length = 0;
    refuse = false;
  });

  test('delivers a mail whole, under an id that a second delivery repeats', async () => {
    const sent = mail();
    await smtp.send(sent);
    await smtp.send(sent);
    expect(received).toHaveLength(2);
    const [first, second] = received.map(({ data }) => data);
    expect(received[0]?.to).toEqual(['ana@acme.test']);
    for (const data of [first, second]) expect(data).toContain(`Message-ID: <${sent.id}@tributary.test>`);
    expect(first).toMatch(/^From: Tributary <no-reply@tributary.test>/m);
    expect(first).toMatch(/Subject: =\?UTF-8\?/);
    expect(first).toMatch(/text\/plain[\s\S]*read https:\/\/acme\.test\/#link=[\s\S]*text\/html[\s\S]*<p>Hello<\/p>/);
  });

  test.each(hostile)('refuses a line break in a header: %j', async (change) => {
    await expect(smtp.send(mail(change))).rejects.toThrow(/line break/);
    expect(received).toEqual([]);
  });

  test('one mail goes to one mailbox, even where the address looks like two', async () => {
    await smtp.send(mail({ to: 'ana@acme.test, everyone@evil.test' })).catch(() => undefined);
    expect(received.flatMap(({ to }) => to)).not.toContain('everyone@evil.test');
  });

  test('a refusal is an error the job can record', async () => {
    refuse = true;
    await expect(smtp.send(mail())).rejects.toThrow(/no such mailbox/);
    const nobody = smtpTransport('smtp://127.0.0.1:5411', 'tributary.test');
    await expect(nobody.send(mail())).rejects.toThrow(/ECONNREFUSED/);
    nobody.close();
  });
});
