// How a mail leaves: by SMTP where SMTP_URL says so, else into a folder whose contents /inbox shows. The job's id is
// the message id, so a mail that is sent again after a crash is recognisably the same one.
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { z } from 'zod';

export interface OutgoingMail {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** signs it in the name of the sender's own domain; it then returns to `returnTo` if it cannot be delivered */
  dkim?: { domainName: string; keySelector: string; privateKey: string };
  returnTo?: string;
}

export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** a line break in a header field would let its author add headers of his own */
function refuseLineBreaks(mail: OutgoingMail): void {
  for (const field of [mail.to, mail.from, mail.subject, mail.replyTo ?? '']) {
    if (/[\r\n]/.test(field)) throw new Error('a mail header must not contain a line break');
  }
}

export function smtpTransport(url: string, messageHost: string): MailTransport {
  const smtp = createTransport(url, { disableFileAccess: true, disableUrlAccess: true });
  return {
    send: async (mail) => {
      refuseLineBreaks(mail);
      const { id, to, returnTo, ...message } = mail;
      // as an object, an address with a comma in it is not read as two
      await smtp.sendMail({
        ...message,
        to: { name: '', address: to },
        messageId: `<${id}@${messageHost}>`,
        ...(returnTo ? { envelope: { from: returnTo, to } } : {}),
      });
    },
    close: () => smtp.close(),
  };
}

export function inboxTransport(folder: string): MailTransport {
  return {
    send: async (mail) => {
      refuseLineBreaks(mail);
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, `${mail.id}.json`);
      await writeFile(
        `${file}.part`,
        JSON.stringify({ ...mail, dkim: mail.dkim?.keySelector, at: new Date().toISOString() }),
        { mode: 0o600 },
      );
      await rename(`${file}.part`, file);
    },
    close: () => {},
  };
}

const KeptMail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  at: z.string(),
});
export type KeptMail = z.infer<typeof KeptMail>;

/** newest first: the file names are time-ordered ids */
export async function readInbox(folder: string, limit: number): Promise<KeptMail[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, limit);
  const texts = await Promise.all(newest.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.map((text) => KeptMail.parse(JSON.parse(text)));
}
