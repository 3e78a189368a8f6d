// How much an advertiser owes us, all currencies together: receivable, posted and pending, less what it has paid in. Each account is
// turned into the workspace's currency by the rate of the day.

import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { ledgerAccountRows } from '../../ledger/index.ts';
import { rateOn, ratesInTurn } from '../../rates/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import { todayOf } from '../today.ts';

export interface HomeRates {
  home: string;
  currencies: string[];
  /** times 10¹², as text; those without a rate are not there */
  rates: string[];
}

/** today's, for every currency in which one of them has an account; null: any advertiser */
export async function homeRates(
  tx: Tx,
  tenantId: string,
  at: Date,
  ownerIds: readonly string[] | null = null,
): Promise<HomeRates> {
  const { currency: home } = await termsOfTenant(tx, tenantId);
  const rows = await tx
    .selectFrom(ledgerAccountRows.as('a'))
    .select('a.currency')
    .distinct()
    .where('a.kind', 'in', ['advertiser_receivable', 'prepaid'])
    .where(sql<boolean>`(${ownerIds === null}::boolean or a.owner_id = any(${ownerIds ?? []}::uuid[]))`)
    .execute();
  const quoted = await ratesInTurn(tx);
  const day = await todayOf(tx, tenantId, at);
  const known = rows.flatMap(({ currency }) => {
    const rate = rateOn(quoted, currency, home, day);
    return rate === null ? [] : [{ currency, rate: String(rate) }];
  });
  return { home, currencies: known.map(({ currency }) => currency), rates: known.map(({ rate }) => rate) };
}

export const ratesTable = ({ currencies, rates }: HomeRates): RawBuilder<unknown> =>
  sql`unnest(${currencies}::text[], ${rates}::numeric[])`;

/** micro-units in the workspace's currency; nothing where no rate is known */
export const inHome = (amount: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`round((${amount})::numeric * r.rate / 1000000000000)::bigint`;

const sumOf = (kind: string, amount: RawBuilder<unknown>) =>
  sql`coalesce(sum(${inHome(amount)}) filter (where a.kind = ${kind}), 0)::bigint`;
const [RECEIVABLE, PREPAID] = ['advertiser_receivable', 'prepaid'];

export interface ExposureRow {
  owner_id: string;
  receivable: string;
  pending: string;
  prepaid: string;
  exposure: string;
  /** currencies in which something stands that no rate turns */
  unrated: string[];
}

/** of every advertiser with an account, or of those named */
export const exposures = (rates: HomeRates, ownerIds: readonly string[] | null = null): RawBuilder<ExposureRow> => sql`(
  select e.*, e.receivable + e.pending - e.prepaid as exposure from (
    select a.owner_id,
      ${sumOf(RECEIVABLE, sql`a.debits_posted - a.credits_posted`)} as receivable,
      ${sumOf(RECEIVABLE, sql`a.debits_pending - a.credits_pending`)} as pending,
      ${sumOf(PREPAID, sql`a.credits_posted - a.debits_posted`)} as prepaid,
      coalesce(array_agg(distinct a.currency) filter (where r.rate is null
        and (a.debits_posted <> a.credits_posted or a.debits_pending <> a.credits_pending)), '{}') as unrated
    from (${ledgerAccountRows}) a left join ${ratesTable(rates)} r (currency, rate) on r.currency = a.currency
    where a.kind in (${RECEIVABLE}, ${PREPAID})
      and (${ownerIds === null}::boolean or a.owner_id = any(${ownerIds ?? []}::uuid[]))
    group by a.owner_id) e)`;

export interface CurrencyBalance {
  currency: string;
  receivable: bigint;
  pending: bigint;
  prepaid: bigint;
}

/** an account by currency, in itself */
export async function currencyBalances(tx: Tx, ownerId: string): Promise<CurrencyBalance[]> {
  const { rows } = await sql<{ currency: string; receivable: string; pending: string; prepaid: string }>`
    select a.currency,
      coalesce(sum(a.debits_posted - a.credits_posted) filter (where a.kind = ${RECEIVABLE}), 0) as receivable,
      coalesce(sum(a.debits_pending - a.credits_pending) filter (where a.kind = ${RECEIVABLE}), 0) as pending,
      coalesce(sum(a.credits_posted - a.debits_posted) filter (where a.kind = ${PREPAID}), 0) as prepaid
    from (${ledgerAccountRows}) a
    where a.owner_id = ${ownerId} and a.kind in (${RECEIVABLE}, ${PREPAID})
    group by a.currency order by a.currency`.execute(tx);
  return rows.map((row) => ({
    currency: row.currency,
    receivable: BigInt(row.receivable),
    pending: BigInt(row.pending),
    prepaid: BigInt(row.prepaid),
  }));
}
