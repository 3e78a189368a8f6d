import { mailTemplateList } from '@tributary/contract/mail-templates';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { countedList } from '../../platform/lists/sql-list.ts';
import type { Language } from '../../words/sentences.ts';
import type { MailName } from './templates.ts';

export interface TemplateRow {
  version: number;
  /** both null: the built-in text again */
  subject: string | null;
  body: string | null;
  changed_by: string | null;
  changed_at: Date;
  fault: string | null;
}

const columns = ['version', 'subject', 'body', 'changed_by', 'changed_at', 'fault'] as const;

export const templateVersions = (tx: Tx, event: MailName, language: Language, limit: number): Promise<TemplateRow[]> =>
  tx
    .selectFrom('mail_templates')
    .select(columns)
    .where('event', '=', event)
    .where('language', '=', language)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();

export async function templateVersion(tx: Tx, event: MailName, language: Language, version: number) {
  return tx
    .selectFrom('mail_templates')
    .select(columns)
    .where('event', '=', event)
    .where('language', '=', language)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** false where this version is there already: of two who save at once, the key decides */
export async function addTemplate(
  tx: Tx,
  at: { tenantId: string; event: MailName; language: Language },
  { version, subject, body, changed_by, changed_at }: Omit<TemplateRow, 'fault'>,
): Promise<boolean> {
  const added = await tx
    .insertInto('mail_templates')
    .values({
      tenant_id: at.tenantId,
      event: at.event,
      language: at.language,
      version,
      subject,
      body,
      changed_by,
      changed_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst();
  return added !== undefined;
}

/** true the first time: whoever must know is told once, however many mails meet it */
export async function noteFault(
  tx: Tx,
  at: { event: MailName; language: Language; version: number },
  fault: string,
): Promise<boolean> {
  const noted = await tx
    .updateTable('mail_templates')
    .set({ fault })
    .where('event', '=', at.event)
    .where('language', '=', at.language)
    .where('version', '=', at.version)
    .where('fault', 'is', null)
    .returning('version')
    .executeTakeFirst();
  return noted !== undefined;
}

/** what the list is made of besides its rows: every mail in every language, by name */
export interface KnownTemplate {
  event: MailName;
  language: Language;
  title: string;
  subject: string;
}
interface Listed {
  id: string;
  event: string;
  language: string;
  title: string;
  state: string;
  subject: string;
  version: number;
  changed_by: string | null;
  changed_at: Date | null;
}

const listed = (known: readonly KnownTemplate[]) =>
  sql<Listed>`(
    select (k.event || '.' || k.language) collate "C" as id, k.event, k.language, k.title,
      case when t.subject is null then 'built-in' when t.fault is null then 'own' else 'broken' end as state,
      coalesce(t.subject, k.subject) as subject, coalesce(t.version, 0) as version, t.changed_by, t.changed_at
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as k(event text, language text, title text, subject text)
    left join lateral (
      select * from mail_templates m where m.event = k.event and m.language = k.language order by m.version desc limit 1
    ) t on true)`.as('m');

export const listedTemplates = countedList(mailTemplateList, {
  from: (tx: Tx, known: readonly KnownTemplate[]) => tx.selectFrom(listed(known)),
  rows: (query) => query.selectAll('m'),
  filters: {
    q: (_eb, text) => sql<boolean>`lower(m.title || ' ' || m.event || ' ' || m.subject) like ${likePattern(text)}`,
    language: (eb, language) => eb('m.language', '=', language),
    state: (eb, state) => eb('m.state', '=', state),
  },
  sorts: {
    title: 'm.title',
    language: 'm.language',
    state: 'm.state',
    changed_at: { by: 'm.changed_at', empty: 'last' },
  },
  sort: 'title',
  tie: ['m.id', 'asc'],
});
