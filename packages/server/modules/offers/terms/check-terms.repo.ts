// Part of `npm run ledger:verify`: versions of terms against their seals, their order, and the offers as they are now. Prices of
// today stand in the newest version: the database files it whenever an offer changes.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

const FINDINGS_EACH = 20;

const sealed = sql`
  select format('version %s of the terms of offer %s is not as it was filed', v.version, v.number) as finding from (
    select t.version, o.number, t.seal, terms_seal(t, lag(t.seal) over w) as computed, t.in_force_from,
      lag(t.in_force_from) over w as before, row_number() over w as nth
    from offer_terms t join offers o on o.tenant_id = t.tenant_id and o.id = t.offer_id
    window w as (partition by t.offer_id order by t.version)) v
  where v.seal is distinct from v.computed or v.version <> v.nth
    or v.in_force_from < coalesce(v.before, 'epoch') or (v.nth = 1 and v.in_force_from > 'epoch')
  order by v.number, v.version`;

/** by type, currency, advertiser and goals: what an offer is paid by */
const newest = sql`
  select format('offer %s differs from the newest version of its terms', o.number) as finding
  from offers o join lateral (
    select * from offer_terms t where t.offer_id = o.id order by version desc limit 1) t on true
  where (o.offer_type, o.currency, o.advertiser_id) is distinct from (t.offer_type, t.currency, t.advertiser_id)
    or t.goals is distinct from (
      select jsonb_agg(jsonb_build_object('id', g.id, 'number', g.number, 'name', g.name, 'token', g.token,
          'revenue', g.revenue_micros::text, 'revenue_basis_points', g.revenue_basis_points,
          'payout', g.payout_micros::text, 'payout_basis_points', g.payout_basis_points) order by g.number)
      from offer_goals g where g.offer_id = o.id and g.removed_at is null)
  order by o.number`;

/** in a transaction bound to the tenant, as the system; each finding is a sentence */
export async function checkTerms(tx: Tx): Promise<string[]> {
  const findings: string[] = [];
  for (const check of [sealed, newest]) {
    const { rows } = await sql<{ finding: string }>`${check} limit ${FINDINGS_EACH}`.execute(tx);
    findings.push(...rows.map(({ finding }) => finding));
  }
  return findings;
}
