// Names for the numbers in a report, read after the figures and only for the rows that are shown.
import type { DimensionId } from '@tributary/contract/report-catalogue';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Viewer } from './viewer.ts';

type Labels = Record<string, string>;
const numbersIn = (values: Iterable<string | null>): number[] => [
  ...new Set([...values].flatMap((value) => (value ? [Number(value)] : []))),
];

async function offerTitles(tx: Tx, values: readonly (string | null)[]): Promise<Labels> {
  const rows = await tx
    .selectFrom('offers')
    .select(['number', 'title'])
    .where(sql<boolean>`number = any(${numbersIn(values)}::int[])`)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.number, row.title]));
}

async function peopleNames(tx: Tx, values: readonly (string | null)[]): Promise<Labels> {
  const rows = await tx
    .selectFrom('users')
    .select(['user_sequence_id', 'first_name', 'last_name'])
    .where(sql<boolean>`user_sequence_id = any(${numbersIn(values)}::int[])`)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.user_sequence_id, `${row.first_name} ${row.last_name}`]));
}

async function managerNames(tx: Tx, values: readonly (string | null)[]): Promise<Labels> {
  const emails = values.filter((value): value is string => value !== null);
  const rows = await tx
    .selectFrom('users')
    .select([sql<string>`lower(email)`.as('email'), 'first_name', 'last_name'])
    .where(sql<boolean>`lower(email) = any(${emails}::text[])`)
    .where('type', '=', 'admin')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.email, `${row.first_name} ${row.last_name}`]));
}

export type ValuesByDimension = readonly (readonly [DimensionId, readonly (string | null)[]])[];

/** in a transaction of the system's: an advertiser's own sees no publishers, and is shown numbers unless allowed more */
export async function labelsFor(tx: Tx, viewer: Viewer, shown: ValuesByDimension): Promise<Record<string, Labels>> {
  const valuesOf = (id: DimensionId) => shown.flatMap(([of, values]) => (of === id ? values : []));
  const labels: Record<string, Labels> = {};
  for (const id of new Set(shown.map(([of]) => of))) {
    const values = valuesOf(id);
    if (id === 'offer') labels.offer = await offerTitles(tx, values);
    if (id === 'advertiser') labels.advertiser = await peopleNames(tx, values);
    if (id === 'manager') labels.manager = await managerNames(tx, values);
    if (id === 'publisher') {
      const masked = viewer.role === 'advertiser' && !viewer.tenant.advertisersSeePublishers;
      labels.publisher = masked
        ? Object.fromEntries(numbersIn(values).map((number) => [number, `Publisher ${number}`]))
        : await peopleNames(tx, values);
    }
  }
  return labels;
}

export async function currenciesInUse(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('offers').select('currency').distinct().execute();
  return rows.map(({ currency }) => currency);
}
