// What reaches the operator: messages of the contact form, and mails that could not be delivered.
import { type ContactBody, mailFailureList, messageList } from '@tributary/contract';
import { type ExpressionBuilder, type StringReference, sql } from 'kysely';
import type { z } from 'zod';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { countedList } from '../../platform/lists/sql-list.ts';
import { mailRows } from '../mail/index.ts';
import { tenantRows } from '../tenancy/index.ts';

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

/** in which of these texts the words are found, whatever their case */
const anyLike = <D, T extends keyof D, Column extends StringReference<D, T>>(
  eb: ExpressionBuilder<D, T>,
  columns: readonly Column[],
  text: string,
) => eb.or(columns.map((column) => sql<boolean>`lower(${sql.ref(column)}) like ${likePattern(text)}`));

const messages = countedList(messageList, {
  from: (tx: Tx) => tx.selectFrom('contact_messages as c'),
  rows: (query) =>
    query.select(['c.id', 'c.name', 'c.email', 'c.company', 'c.message', 'c.created_at', 'c.handled_at']),
  filters: {
    state: (eb, states) =>
      eb.or(states.map((state) => eb('c.handled_at', state === 'handled' ? 'is not' : 'is', null))),
    q: (eb, text) => anyLike(eb, ['c.name', 'c.email', 'c.company', 'c.message'], text),
  },
  sorts: { created_at: 'c.created_at' },
  sort: '-created_at',
  tie: ['c.id', 'asc'],
});

export async function pageOfMessages(tx: Tx, query: z.output<typeof messageList.query>) {
  const { rows, total } = await messages.page(tx, query);
  return {
    rows: rows.map((row) => ({
      ...row,
      created_at: unixSeconds(row.created_at),
      handled_at: row.handled_at && unixSeconds(row.handled_at),
    })),
    total,
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

/** the role's policy shows failed mails only, and never their bodies */
const mailFailures = countedList(mailFailureList, {
  from: (tx: Tx) => tx.selectFrom(mailRows.as('m')).innerJoin(tenantRows.as('t'), 't.id', 'm.tenant_id'),
  rows: (query) =>
    query.select(['m.id', 't.subdomain', 'm.template', 'm.recipient', 'm.subject', 'm.error', 'm.created_at']),
  filters: { q: (eb, text) => anyLike(eb, ['m.recipient', 'm.subject', 'm.error', 't.subdomain'], text) },
  sorts: { created_at: 'm.created_at' },
  sort: '-created_at',
  tie: ['m.id', 'asc'],
});

export async function pageOfMailFailures(tx: Tx, query: z.output<typeof mailFailureList.query>) {
  const { rows, total } = await mailFailures.page(tx, query);
  return {
    rows: rows.map(({ subdomain, ...row }) => ({
      ...row,
      // the platform's own mails have no subdomain
      tenant: subdomain ?? '',
      error: row.error ?? '',
      created_at: unixSeconds(row.created_at),
    })),
    total,
  };
}
