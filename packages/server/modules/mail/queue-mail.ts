import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import type { Language } from '../../words/sentences.ts';
import { addMail } from './repo.ts';
import { type MailName, type MailValues, renderMail } from './templates.ts';
import { mailQueued } from './topics.ts';

/** Queues a mail in the transaction that gives the reason for it: no reason committed, no mail sent. */
export async function queueMail(
  tx: Tx,
  mail: { tenantId: string; to: string; language: Language; name: MailName; values: MailValues; at: Date },
): Promise<void> {
  const id = newId(mail.at.getTime());
  await addMail(tx, {
    id,
    tenantId: mail.tenantId,
    template: mail.name,
    recipient: mail.to,
    at: mail.at,
    ...renderMail(mail.name, mail.values, mail.language),
  });
  await emit(tx, mail.tenantId, mailQueued, { mail_id: id, template: mail.name });
}
