// Names for the numbers in a report, read after the figures and only for the rows that are shown.
import type { DimensionId } from '@tributary/contract/reports/report-catalogue';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { accountRows } from '../../accounts/index.ts';
import { offerNames, publisherNames } from '../../conversions/index.ts';
import { offerRows } from '../../offers/index.ts';
import type { Viewer } from './viewer.ts';

type Labels = Record<string, string>;
const numbersIn = (values: Iterable<string | null>): number[] => [
  ...new Set([...values].flatMap((value) => (value ? [Number(value)] : []))),
];

const record = (names: ReadonlyMap<number, string>): Labels => Object.fromEntries(names);

async function advertiserNames(tx: Tx, values: readonly (string | null)[]): Promise<Labels> {
  const rows = await tx
    .selectFrom(accountRows.as('users'))
    .select(['user_sequence_id', 'first_name', 'last_name'])
    .where(sql<boolean>`user_sequence_id = any(${numbersIn(values)}::int[])`)
    .where('type', '=', 'advertiser')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.user_sequence_id, `${row.first_name} ${row.last_name}`]));
}

/** an advertiser reads numbers unless the workspace allows it more, and of strangers even then */
async function publisherLabels(tx: Tx, viewer: Viewer, values: readonly (string | null)[]): Promise<Labels> {
  const numbers = numbersIn(values);
  if (viewer.role === 'admin') return record(await publisherNames(tx, viewer, numbers));
  const known = viewer.tenant.advertisersSeePublishers ? await publisherNames(tx, viewer, numbers) : new Map();
  return Object.fromEntries(numbers.map((number) => [number, known.get(number) ?? `Publisher ${number}`]));
}

async function managerNames(tx: Tx, values: readonly (string | null)[]): Promise<Labels> {
  const emails = values.filter((value): value is string => value !== null);
  const rows = await tx
    .selectFrom(accountRows.as('users'))
    .select([sql<string>`lower(email)`.as('email'), 'first_name', 'last_name'])
    .where(sql<boolean>`lower(email) = any(${emails}::text[])`)
    .where('type', '=', 'admin')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.email, `${row.first_name} ${row.last_name}`]));
}

export type ValuesByDimension = readonly (readonly [DimensionId, readonly (string | null)[]])[];

/** in a transaction of the system's; what this viewer may know is the rule of known-names (conversions) */
export async function labelsFor(
  tx: Tx,
  viewer: Viewer,
  shown: ValuesByDimension,
  now: Date,
): Promise<Record<string, Labels>> {
  const valuesOf = (id: DimensionId) => shown.flatMap(([of, values]) => (of === id ? values : []));
  const labels: Record<string, Labels> = {};
  for (const id of new Set(shown.map(([of]) => of))) {
    const values = valuesOf(id);
    if (id === 'offer') labels.offer = record(await offerNames(tx, viewer, numbersIn(values), now));
    if (id === 'publisher') labels.publisher = await publisherLabels(tx, viewer, values);
    // an account manager's dimensions alone (report-catalogue)
    if (id === 'advertiser' && viewer.role === 'admin') labels.advertiser = await advertiserNames(tx, values);
    if (id === 'manager' && viewer.role === 'admin') labels.manager = await managerNames(tx, values);
  }
  return labels;
}

export async function currenciesInUse(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom(offerRows.as('offers')).select('currency').distinct().execute();
  return rows.map(({ currency }) => currency);
}
