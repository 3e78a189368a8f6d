// Versions of the terms and who accepted them. Of one audience the newest that is published and whose day has come is in force.
import { type AccountKind, acceptanceList, termsList, type termsStates } from '@tributary/contract';
import type { Language } from '@tributary/contract/languages';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { idOr } from '../../../platform/lists/conditions.ts';
import { byId } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { languageOf } from '../../../words/sentences.ts';
import { personLike } from '../people/person-search.repo.ts';

type TermsState = (typeof termsStates)[number];
const Texts = z.object({ en: z.string(), es: z.string(), hi: z.string() });
export type TermsTexts = z.output<typeof Texts>;

export interface StoredTerms {
  id: string;
  audience: AccountKind;
  number: number | null;
  texts: TermsTexts;
  effectiveAt: Date;
}

const columns = ['id', 'audience', 'number', 'texts', 'effective_at'] as const;
const toTerms = (row: {
  id: string;
  audience: string;
  number: number | null;
  texts: unknown;
  effective_at: Date;
}): StoredTerms => ({
  id: row.id,
  audience: row.audience as AccountKind,
  number: row.number,
  texts: Texts.parse(row.texts),
  effectiveAt: row.effective_at,
});

export async function termsInForce(
  tx: Tx,
  audience: AccountKind,
  at: Date,
): Promise<(StoredTerms & { number: number }) | null> {
  const row = await tx
    .selectFrom('terms_versions')
    .select(columns)
    .where('audience', '=', audience)
    .where('number', 'is not', null)
    .where('effective_at', '<=', at)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const terms = row && toTerms(row);
  return terms && terms.number !== null ? { ...terms, number: terms.number } : null;
}

export async function findTerms(tx: Tx, id: string): Promise<StoredTerms | null> {
  const row = await tx.selectFrom('terms_versions').select(columns).where('id', '=', id).executeTakeFirst();
  return row ? toTerms(row) : null;
}

/** locked: nobody publishes what another is changing */
export async function lockTerms(tx: Tx, id: string): Promise<StoredTerms | null> {
  const row = await tx.selectFrom('terms_versions').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ? toTerms(row) : null;
}

/** null where nothing was published for them yet */
export async function newestTerms(
  tx: Tx,
  audience: AccountKind,
): Promise<{ number: number; effectiveAt: Date } | null> {
  const row = await tx
    .selectFrom('terms_versions')
    .select(['number', 'effective_at'])
    .where('audience', '=', audience)
    .where('number', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number ? { number: row.number, effectiveAt: row.effective_at } : null;
}

export interface NewTerms {
  tenantId: string;
  id: string;
  audience: AccountKind;
  texts: TermsTexts;
  effectiveAt: Date;
  by: string | null;
  at: Date;
}

export async function addTerms(
  tx: Tx,
  { tenantId, id, audience, texts, effectiveAt, by, at }: NewTerms,
): Promise<void> {
  await tx
    .insertInto('terms_versions')
    .values({
      tenant_id: tenantId,
      id,
      audience,
      texts: JSON.stringify(texts),
      effective_at: effectiveAt,
      created_by: by,
      created_at: at,
    })
    .execute();
}

export async function changeTerms(
  tx: Tx,
  id: string,
  { audience, texts, effectiveAt }: Pick<NewTerms, 'audience' | 'texts' | 'effectiveAt'>,
): Promise<void> {
  await tx
    .updateTable('terms_versions')
    .set({ audience, texts: JSON.stringify(texts), effective_at: effectiveAt })
    .where('id', '=', id)
    .execute();
}

export async function removeTerms(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('terms_versions').where('id', '=', id).execute();
}

export async function setPublished(
  tx: Tx,
  id: string,
  { number, effectiveAt, by, at }: { number: number; effectiveAt: Date; by: string | null; at: Date },
): Promise<void> {
  await tx
    .updateTable('terms_versions')
    .set({ number, effective_at: effectiveAt, published_at: at, published_by: by })
    .where('id', '=', id)
    .execute();
}

export interface NewAcceptance {
  tenantId: string;
  userId: string;
  terms: { id: string; number: number };
  at: Date;
  ip: string;
  language: Language;
  place: 'signup' | 'portal';
}

/** false where it was accepted already */
export async function addAcceptance(
  tx: Tx,
  { tenantId, userId, terms, at, ip, language, place }: NewAcceptance,
): Promise<boolean> {
  const added = await tx
    .insertInto('terms_acceptances')
    .values({ tenant_id: tenantId, user_id: userId, terms_id: terms.id, at, ip, language, place })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'terms_id']).doNothing())
    .executeTakeFirst();
  await tx
    .updateTable('users')
    .set((eb) => ({ terms_accepted: eb.fn('greatest', ['terms_accepted', eb.val(terms.number)]) }))
    .where('id', '=', userId)
    .execute();
  return added.numInsertedOrUpdatedRows === 1n;
}

/** which version an account must have accepted by then; 0 where none is in force, and for account managers */
export const termsNumberInForce = (type: string, at: Date) =>
  sql<number>`coalesce((select max(tv.number) from terms_versions tv
    where tv.tenant_id = ${sql.ref('u.tenant_id')} and tv.audience = ${sql.ref(type)} and tv.number is not null
      and tv.effective_at <= ${at}), 0)`;

export const termsVersions = inBatches(
  countedList(termsList, {
    from: (tx: Tx, _scope: { at: Date }) =>
      tx
        .selectFrom('terms_versions as v')
        .leftJoin('users as p', (join) =>
          join.onRef('p.tenant_id', '=', 'v.tenant_id').onRef('p.id', '=', 'v.published_by'),
        ),
    rows: (query, { at }) =>
      query.select(['v.id', 'v.audience', 'v.number', 'v.effective_at', 'v.published_at', 'v.texts']).select((eb) => [
        sql<string | null>`p.first_name || ' ' || p.last_name`.as('published_by'),
        sql<TermsState>`case when v.number is null then 'draft' when v.effective_at > ${at} then 'scheduled'
          when exists (select from terms_versions o where o.tenant_id = v.tenant_id and o.audience = v.audience
            and o.number > v.number and o.effective_at <= ${at}) then 'past' else 'in_force' end`.as('state'),
        eb
          .selectFrom('terms_acceptances as a')
          .select(({ fn }) => fn.countAll<string>().as('many'))
          .whereRef('a.tenant_id', '=', 'v.tenant_id')
          .whereRef('a.terms_id', '=', 'v.id')
          .as('accepted'),
      ]),
    filters: {
      audience: (eb, audience) => eb('v.audience', '=', audience),
      q: (_eb, text) => sql<boolean>`lower(v.texts ->> 'en') like ${likePattern(text)}`,
    },
    sorts: {
      number: { by: 'v.number', empty: 'last' },
      effective_at: 'v.effective_at',
      published_at: { by: 'v.published_at', empty: 'last' },
    },
    sort: '-effective_at',
    tie: ['v.id', 'desc'],
  }),
  { key: byId('v.id'), cursorOf: (row) => row.id },
);

export const acceptances = inBatches(
  countedList(acceptanceList, {
    from: (tx: Tx) =>
      tx
        .selectFrom('terms_acceptances as a')
        .innerJoin('users as u', (join) =>
          join.onRef('u.tenant_id', '=', 'a.tenant_id').onRef('u.id', '=', 'a.user_id'),
        )
        .innerJoin('terms_versions as v', (join) =>
          join.onRef('v.tenant_id', '=', 'a.tenant_id').onRef('v.id', '=', 'a.terms_id'),
        ),
    rows: (query) =>
      query.select([
        'a.id',
        'a.at',
        'a.user_id',
        'u.user_sequence_id',
        'u.first_name',
        'u.last_name',
        'u.email',
        'v.audience',
        'v.number',
        'a.language',
        'a.place',
        'a.ip',
      ]),
    filters: {
      audience: (eb, audience) => eb('v.audience', '=', audience),
      terms_id: (eb, id) => eb('a.terms_id', '=', idOr(id)),
      q: (_eb, text) => personLike('u', text),
    },
    sorts: {
      at: { by: 'a.at', tie: 'along' },
      name: sql`lower(u.first_name || ' ' || u.last_name)`,
      email: sql`lower(u.email)`,
      number: 'v.number',
    },
    sort: '-at',
    tie: ['a.id', 'desc'],
  }),
  { key: byId('a.id'), cursorOf: (row) => row.id },
);

/** approved accounts of the audience, in the order of their numbers */
export async function partnersToTell(tx: Tx, audience: AccountKind, after: number, limit: number) {
  const rows = await tx
    .selectFrom('users')
    .select(['user_sequence_id', 'email', 'first_name', 'language'])
    .where('type', '=', audience)
    .where('status', '=', 'approved')
    .where('deleted_at', 'is', null)
    .where('user_sequence_id', '>', after)
    .orderBy('user_sequence_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    number: row.user_sequence_id,
    email: row.email,
    firstName: row.first_name,
    language: languageOf(row.language),
  }));
}
