// People are searched by name and address in one place: here stands what a role that hides some of it does not look into.
import { type RawBuilder, sql } from 'kysely';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { unlessHidden } from '../../../platform/db/unless-hidden.ts';

/** `alias` names rows of users; one of the team is nobody's contact and no advertiser */
export function personLike(alias: string, text: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const pattern = likePattern(text);
  const name = sql<boolean>`lower(${column('first_name')} || ' ' || ${column('last_name')}) like ${pattern}`;
  const email = sql<boolean>`lower(${column('email')}) like ${pattern}`;
  return sql<boolean>`case ${column('type')}
    when 'publisher' then (${name} or ${unlessHidden(['publisher_contact'], email)})
    when 'advertiser' then ${unlessHidden(['advertiser_name'], sql<boolean>`(${name} or ${email})`)}
    else (${name} or ${email}) end`;
}
