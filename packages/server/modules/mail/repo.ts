import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type IdLot, lotAfter, within } from '../../platform/db/id-lots.ts';
import type { MailContent } from './content.ts';
import type { RenderedMail } from './render-mail.ts';
import type { MailName } from './templates.ts';

export async function addMail(
  tx: Tx,
  mail: RenderedMail & {
    id: string;
    tenantId: string;
    template: string;
    recipient: string;
    at: Date;
    /** null: it leaves as it is rendered */
    content: MailContent | null;
  },
): Promise<void> {
  await tx
    .insertInto('mails')
    .values({
      tenant_id: mail.tenantId,
      id: mail.id,
      template: mail.template,
      recipient: mail.recipient,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
      content: mail.content && JSON.stringify(mail.content),
      created_at: mail.at,
    })
    .execute();
}

export async function findQueuedMail(tx: Tx, id: string) {
  return tx
    .selectFrom('mails')
    .select(['id', 'template', 'recipient', 'subject', 'body_text', 'body_html', 'content', 'created_at'])
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst();
}

/** what has left is not kept: it may hold a link that sets a password */
export async function markSent(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ status: 'sent', sent_at: at, error: null, body_text: null, body_html: null, content: null })
    .where('id', '=', id)
    .execute();
}

export async function markFailed(tx: Tx, id: string, error: string): Promise<void> {
  await tx.updateTable('mails').set({ status: 'failed', error }).where('id', '=', id).execute();
}

/** the newest that could not be delivered, and why; never to whom or what */
export async function failedSince(tx: Tx, since: Date, limit: number) {
  return tx
    .selectFrom('mails')
    .select(['id', 'template', 'error', 'created_at'])
    .where('status', '=', 'failed')
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/**
 * For mails that a stranger can cause: one of a kind to the same address is enough for a while. The lock lasts as long
 * as the transaction, so that of two who ask at once the second sees the first one's mail.
 */
export async function wasMailedSince(tx: Tx, template: MailName, recipient: string, since: Date): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${template}|${recipient}`}, 0))`.execute(tx);
  const row = await tx
    .selectFrom('mails')
    .select('id')
    .where('created_at', '>', since)
    .where('template', '=', template)
    .where('recipient', '=', recipient)
    .executeTakeFirst();
  return row !== undefined;
}

export async function mailsTo(tx: Tx, email: string): Promise<Record<string, unknown>[]> {
  return tx
    .selectFrom('mails')
    .select(['created_at', 'template', 'recipient', 'subject', 'body_text', 'status'])
    .where(sql<boolean>`lower(recipient) = lower(${email})`)
    .orderBy('id', 'desc')
    .execute();
}

/** to the person, and what others were told of him; what still waits to be sent to others goes out first */
export const mailsAfter = (tx: Tx, after: string): Promise<IdLot | null> => lotAfter(tx, 'mails', after);
export async function eraseMails(tx: Tx, email: string, lot: IdLot): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where(sql<boolean>`(lower(recipient) = lower(${email}) or (sent_at is not null
      and position(lower(${email}) in lower(concat(subject, body_text, body_html, content))) > 0))`)
    .where(within(lot))
    .execute();
}
