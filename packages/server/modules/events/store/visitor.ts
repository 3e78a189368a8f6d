// Which rows are a visitor's, whatever the table: those of his clicks, from his address, or with a text that he is known by.
import { type RawBuilder, sql } from 'kysely';
import type { Visitor } from './reader.ts';

interface Where {
  click: string;
  /** whether the row's address is the visitor's own at all */
  ip?: RawBuilder<boolean>;
  /** columns that are such a text, that hold it among their values, and in which it stands somewhere */
  is?: readonly string[];
  holds: readonly string[];
  within: readonly string[];
}

export const ofVisitor =
  ({ click, ip: isOwn = sql<boolean>`true`, is = [], holds, within }: Where) =>
  ({ clickIds, ip, values }: Visitor): RawBuilder<boolean> => {
    const texts = sql`${[...values]}::text[]`;
    const ways = [
      sql`${sql.ref(click)} = any(${[...clickIds]}::text[])`,
      sql`(${isOwn} and ip = ${ip}::inet)`,
      ...is.map((name) => sql`lower(${sql.ref(name)}) = any(${texts})`),
      ...holds.map(
        (name) => sql`exists (select from jsonb_each_text(${sql.ref(name)}) p where lower(p.value) = any(${texts}))`,
      ),
      ...within.map(
        (name) => sql`exists (select from unnest(${texts}) v where position(v in lower(${sql.ref(name)})) > 0)`,
      ),
    ];
    return sql<boolean>`(${sql.join(ways, sql` or `)})`;
  };
