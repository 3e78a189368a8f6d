// Accepted clicks of an offer, of all its publishers or of one, as part of another statement: of whole days in the tenant's own
// zone, or of whole quarters of an hour.
import { verdictsThatAre } from '@tributary/contract/verdicts';
import { type RawBuilder, sql } from 'kysely';

type Value = RawBuilder<unknown>;

export interface ClickStretch {
  /** the offer's number */
  offer: Value;
  /** the publisher's number; null: of all */
  publisher: Value;
  from: Value;
  until: Value;
}

export const acceptedClicksOfDays = ({ offer, publisher, from, until }: ClickStretch): RawBuilder<string> =>
  sql<string>`case when ${publisher} is null
    then (select coalesce(sum(r.billable_clicks), 0)::bigint from rollup_offer r
      where r.offer = ${offer} and r.day >= ${from} and r.day < ${until})
    else (select coalesce(sum(r.billable_clicks), 0)::bigint from rollup_offer_publisher r
      where r.offer = ${offer} and r.publisher = ${publisher} and r.day >= ${from} and r.day < ${until}) end`;

export const acceptedClicksOfQuarters = ({ offer, publisher, from, until }: ClickStretch): RawBuilder<string> =>
  sql<string>`(select coalesce(sum(r.clicks), 0)::bigint from rollup_quarter r
    where r.offer = ${offer} and (${publisher} is null or r.publisher = ${publisher})
      and r.bucket >= ${from} and r.bucket < ${until} and r.verdict = any(${verdictsThatAre('billable')}::text[]))`;
