// What a reader's role hides he does not search by, either: a value that is found is a value that is known. The transaction knows
// which classes those are (`app.hidden`), so a statement that looks into such a column says of which class it is.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

const hidden = sql`string_to_array(coalesce(current_setting('app.hidden', true), ''), ' ')`;

/** the condition, where the reader's role hides none of these classes; asked once per statement */
export const unlessHidden = (
  classes: readonly string[],
  condition: Expression<SqlBool> | RawBuilder<boolean>,
): RawBuilder<boolean> => sql<boolean>`((select not (${hidden} && ${[...classes]}::text[])) and ${condition})`;

/** what is read, where the reader's role hides none of these classes; else nothing */
export const shownUnlessHidden = (
  classes: readonly string[],
  condition: Expression<SqlBool> | RawBuilder<boolean>,
  value: Expression<string> | RawBuilder<string>,
): RawBuilder<string> =>
  sql<string>`case when ${condition} and ${hidden} && ${[...classes]}::text[] then '' else ${value} end`;

/** for a text that may hold anything */
export const unlessAnyHidden = (condition: Expression<SqlBool> | RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`((select coalesce(current_setting('app.hidden', true), '') = '') and ${condition})`;
