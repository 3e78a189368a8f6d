import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import type { Language } from '../../words/sentences.ts';
import { renderMail } from './render-mail.ts';
import { addMail } from './repo.ts';
import type { MailName, MailValues } from './templates.ts';
import { mailQueued } from './topics.ts';

/**
 * Queues a mail in the transaction that gives the reason for it: no reason committed, no mail sent. What it says is kept beside its
 * built-in text: the workspace's own words are put in when it leaves, by a job that may fail without taking the reason along.
 */
export async function queueMail(
  tx: Tx,
  mail: { tenantId: string; to: string; language: Language; name: MailName; values: MailValues; at: Date },
): Promise<void> {
  const { tenantId, to, language, name, values, at } = mail;
  const id = newId(at.getTime());
  await addMail(tx, {
    id,
    tenantId,
    template: name,
    recipient: to,
    at,
    content: { language, values },
    ...renderMail({ name, values, language }),
  });
  await emit(tx, tenantId, mailQueued, { mail_id: id, template: name });
}
