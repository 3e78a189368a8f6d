import { type Side, sides } from '@tributary/contract/billing/money';
import { taxRuleList } from '@tributary/contract/billing/terms';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import type { Profile, Rule } from './tax.ts';

const columns = sql`id::text as id, side, valid_from::text as "from", countries, party, form, vat, vat_ppm, withholding_ppm,
  threshold_micros, without_form_ppm, note`;
interface StoredRule {
  id: string;
  side: Rule['side'];
  from: string;
  countries: string[];
  party: Rule['party'];
  form: Rule['form'];
  vat: Rule['vat'];
  vat_ppm: number;
  withholding_ppm: number;
  threshold_micros: string;
  without_form_ppm: number;
  note: string;
  is_sample: boolean;
}
export const ruleOf = (row: StoredRule): Rule => ({
  id: row.id,
  side: row.side,
  from: row.from,
  countries: row.countries,
  party: row.party,
  form: row.form,
  vat: row.vat,
  vatPpm: row.vat_ppm,
  withholdingPpm: row.withholding_ppm,
  threshold: BigInt(row.threshold_micros),
  withoutFormPpm: row.without_form_ppm,
  note: row.note,
  isSample: row.is_sample,
});

/** all of them: what a document is taxed by is chosen among them */
export async function ownRules(tx: Tx): Promise<Rule[]> {
  const { rows } = await sql<StoredRule>`select ${columns}, false as is_sample from tax_rules
    where removed_at is null order by valid_from desc, tax_rules.id desc`.execute(tx);
  return rows.map(ruleOf);
}

/** samples are code: they stand in the same list as rows of the statement */
const listed = (samples: readonly Rule[]) => {
  const rows = samples.map((rule) => ({
    ...{ id: rule.id, side: rule.side, valid_from: rule.from, countries: rule.countries, party: rule.party },
    ...{ form: rule.form, vat: rule.vat, vat_ppm: rule.vatPpm, withholding_ppm: rule.withholdingPpm },
    ...{ threshold_micros: String(rule.threshold), without_form_ppm: rule.withoutFormPpm, note: rule.note },
  }));
  return sql<StoredRule & { place: string }>`(
    select r.*, (r."from" || r.id) collate "C" as place from (
      select ${columns}, false as is_sample from tax_rules where removed_at is null
      union all
      select ${columns}, true from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (id text, side text, valid_from date,
        countries text[], party text, form text, vat text, vat_ppm integer, withholding_ppm integer, threshold_micros bigint,
        without_form_ppm integer, note text)) r)`.as('r');
};

export const taxRules = inBatches(
  countedList(taxRuleList, {
    from: (tx: Tx, samples: readonly Rule[]) => tx.selectFrom(listed(samples)),
    rows: (query) => query.selectAll('r'),
    filters: {
      side: (eb, side) => eb('r.side', '=', side),
      vat: (eb, vat) => eb('r.vat', '=', vat),
      origin: (eb, origin) => eb('r.is_sample', '=', origin === 'sample'),
      q: (_eb, text) => sql<boolean>`(lower(r.note) like ${likePattern(text)} or lower(r.form) like ${likePattern(text)}
        or lower(${text}) = any(r.countries))`,
    },
    sorts: {
      side: 'r.side',
      from: 'r.from',
      vat: 'r.vat',
      vat_rate: 'r.vat_ppm',
      withholding_rate: 'r.withholding_ppm',
    },
    sort: '-from',
    tie: ['r.place', 'desc'],
  }),
  {
    key: { order: [['r.place', 'desc']], after: (cursor) => sql<boolean>`r.place < ${cursor}` },
    cursorOf: ({ place }) => place,
  },
);

export async function addRule(tx: Tx, tenantId: string, rule: Rule, made: { by: string; at: Date }): Promise<void> {
  await tx
    .insertInto('tax_rules')
    .values({
      tenant_id: tenantId,
      id: rule.id,
      side: rule.side,
      valid_from: rule.from,
      countries: [...rule.countries],
      party: rule.party,
      form: rule.form,
      vat: rule.vat,
      vat_ppm: rule.vatPpm,
      withholding_ppm: rule.withholdingPpm,
      threshold_micros: rule.threshold,
      without_form_ppm: rule.withoutFormPpm,
      note: rule.note,
      created_by: made.by,
      created_at: made.at,
    })
    .execute();
}

/** whose it was; null where there is none in force */
export async function removeRule(tx: Tx, id: string, at: Date): Promise<Side | null> {
  const removed = await tx
    .updateTable('tax_rules')
    .set({ removed_at: at })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning('side')
    .executeTakeFirst();
  return sides.find((side) => side === removed?.side) ?? null;
}

export interface StoredProfile extends Profile {
  version: number;
  legalName: string;
  /** a number of a tax office that is no VAT id */
  taxId: string | null;
  street: string;
  houseNumber: string;
  postcode: string;
  town: string;
  formFileName: string | null;
  agreement: { version: number; at: Date; until: Date } | null;
}

export async function profilesOf(tx: Tx, ownerIds: readonly string[]): Promise<ReadonlyMap<string, StoredProfile>> {
  if (ownerIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('tax_profiles as p')
    .leftJoin('billing_files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'p.tenant_id').onRef('f.id', '=', 'p.form_file_id'),
    )
    .selectAll('p')
    .select(['f.name as form_file_name', sql<string | null>`p.form_expires_on::text`.as('expires')])
    .where('p.owner_id', 'in', [...ownerIds])
    .execute();
  return new Map(
    rows.map((row) => {
      const { agreement_version: version, agreement_at: at, agreement_until: until } = row;
      const profile: StoredProfile = {
        version: row.version,
        party: row.party as Profile['party'],
        legalName: row.legal_name,
        country: row.country,
        vatId: row.vat_id || null,
        taxId: null,
        street: row.street,
        houseNumber: row.house_number,
        postcode: row.postcode,
        town: row.town,
        form: row.form as Profile['form'],
        formFileId: row.form_file_id,
        formFileName: row.form_file_name,
        formExpiresOn: row.expires,
        agreement: version !== null && at && until ? { version, at, until } : null,
      };
      return [row.owner_id, profile];
    }),
  );
}
export const profileOf = async (tx: Tx, ownerId: string): Promise<StoredProfile | null> =>
  (await profilesOf(tx, [ownerId])).get(ownerId) ?? null;

export type ProfileChange = Partial<{
  party: string;
  legal_name: string;
  country: string;
  vat_id: string | null;
  street: string;
  house_number: string;
  postcode: string;
  town: string;
  form: string | null;
  form_file_id: string | null;
  form_expires_on: string | null;
  agreement_version: number | null;
  agreement_at: Date | null;
  agreement_until: Date | null;
}>;

/** false where somebody else has saved it since */
export async function saveProfile(
  tx: Tx,
  { tenantId, ownerId, version, at }: { tenantId: string; ownerId: string; version: number; at: Date },
  change: ProfileChange,
): Promise<boolean> {
  if (version === 0) {
    const { party = 'person', legal_name = '', country = '', ...rest } = change;
    const added = await tx
      .insertInto('tax_profiles')
      .values({ tenant_id: tenantId, owner_id: ownerId, party, legal_name, country, ...rest, changed_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
      .executeTakeFirst();
    return added !== undefined;
  }
  const { numUpdatedRows } = await tx
    .updateTable('tax_profiles')
    .set({ ...change, version: version + 1, changed_at: at })
    .where('owner_id', '=', ownerId)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** of a year, in the workspace's currency: what live documents of somebody came to */
export async function netOfYear(tx: Tx, side: Side, ownerId: string, from: Date, until: Date): Promise<bigint> {
  const { rows } = await sql<{ net: string }>`
    select coalesce(sum(div(net_micros * rate_e12::numeric, 1000000000000)), 0)::bigint as net from documents
    where side = ${side} and owner_id = ${ownerId} and kind <> 'credit-note' and state not in ('draft', 'awaiting', 'credited')
      and issued_at >= ${from} and issued_at < ${until}`.execute(tx);
  return BigInt(rows[0]?.net ?? 0);
}
