// What reaches the operator: messages of the contact form, and mails that could not be delivered.
import type { ContactBody, ListReply } from '@tributary/contract';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';

export async function addMessage(tx: Tx, message: ContactBody & { id: string; ip: string; at: Date }): Promise<void> {
  await tx
    .insertInto('contact_messages')
    .values({
      id: message.id,
      name: message.name,
      email: message.email,
      company: message.company || null,
      message: message.message,
      ip: message.ip,
      created_at: message.at,
    })
    .execute();
}

export async function findMessage(tx: Tx, id: string) {
  return tx
    .selectFrom('contact_messages')
    .select(['name', 'email', 'company', 'message'])
    .where('id', '=', id)
    .executeTakeFirst();
}

interface Page {
  page?: number | undefined;
  page_size?: number | undefined;
  q?: string | undefined;
  sort?: string | undefined;
}
const DEFAULT_PAGE_SIZE = 25;
const sizeOf = (page: Page): number => page.page_size ?? DEFAULT_PAGE_SIZE;
const offsetOf = (page: Page): number => ((page.page ?? 1) - 1) * sizeOf(page);
/** newest first unless asked otherwise */
const direction = ({ sort }: Page): 'asc' | 'desc' => (sort === 'created_at' ? 'asc' : 'desc');

export async function pageOfMessages(tx: Tx, page: Page & { state?: ('open' | 'handled')[] | undefined }) {
  let query = tx.selectFrom('contact_messages');
  if (page.state && !page.state.includes('handled')) query = query.where('handled_at', 'is', null);
  if (page.state && !page.state.includes('open')) query = query.where('handled_at', 'is not', null);
  if (page.q) {
    const pattern = likePattern(page.q);
    query = query.where((eb) =>
      eb.or(
        (['name', 'email', 'company', 'message'] as const).map((name) => eb(eb.fn('lower', [name]), 'like', pattern)),
      ),
    );
  }
  const { total } = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['id', 'name', 'email', 'company', 'message', 'created_at', 'handled_at'])
    .orderBy('created_at', direction(page))
    .orderBy('id')
    .limit(sizeOf(page))
    .offset(offsetOf(page))
    .execute();
  return {
    rows: rows.map((row) => ({
      ...row,
      created_at: unixSeconds(row.created_at),
      handled_at: row.handled_at && unixSeconds(row.handled_at),
    })),
    total: Number(total),
  };
}

/** false for an unknown id; a second time changes nothing */
export async function markHandled(tx: Tx, id: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('contact_messages')
    .set((eb) => ({ handled_at: eb.fn.coalesce('handled_at', eb.val(at)) }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface MailFailure {
  id: string;
  tenant: string;
  template: string;
  recipient: string;
  subject: string;
  error: string;
  created_at: number;
}

/** the role's policy shows failed mails only, and never their bodies */
export async function pageOfMailFailures(tx: Tx, page: Page): Promise<ListReply<MailFailure>> {
  let query = tx.selectFrom('mails as m').innerJoin('tenants as t', 't.id', 'm.tenant_id');
  if (page.q) {
    const pattern = likePattern(page.q);
    query = query.where((eb) =>
      eb.or(
        (['m.recipient', 'm.subject', 'm.error', 't.subdomain'] as const).map((name) =>
          eb(eb.fn('lower', [name]), 'like', pattern),
        ),
      ),
    );
  }
  const { total } = await query.select((eb) => eb.fn.count<string>('m.id').as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['m.id', 't.subdomain', 'm.template', 'm.recipient', 'm.subject', 'm.error', 'm.created_at'])
    .orderBy('m.created_at', direction(page))
    .orderBy('m.id')
    .limit(sizeOf(page))
    .offset(offsetOf(page))
    .execute();
  return {
    rows: rows.map(({ subdomain, ...row }) => ({
      ...row,
      // the platform's own mails have no subdomain
      tenant: subdomain ?? '',
      error: row.error ?? '',
      created_at: unixSeconds(row.created_at),
    })),
    total: Number(total),
  };
}
