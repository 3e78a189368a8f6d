import { createHash } from 'node:crypto';
import { isGranted, ownScope, type Powers, wholeScope } from '@tributary/contract';
import type { ReportRole } from '@tributary/contract/reports/report-catalogue';
import { withheldBy } from '@tributary/contract/settings/publishers';
import { sql } from 'kysely';
import { narrowTo, type Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { languageOf } from '../../../words/sentences.ts';
import { accountRows, accountsInCharge, powersOfMember } from '../../accounts/index.ts';
import { readSettings } from '../../settings/index.ts';
import { readZones, tenantRows } from '../../tenancy/index.ts';
import type { Viewer } from './viewer.ts';

const everything: Pick<Powers, 'scope' | 'hidden'> = { scope: wholeScope, hidden: [] };

/** what is said of a side in the role, as it stands now; somebody of the team without a role is in charge of nothing */
async function reachOf(tx: Tx, userId: string, { scope }: Pick<Powers, 'scope'>): Promise<Viewer['reach']> {
  const isScoped = scope.publishers !== 'all' || scope.advertisers !== 'all';
  const accounts = isScoped ? await accountsInCharge(tx, userId) : [];
  const those = (type: string) => accounts.filter((account) => account.type === type);
  return {
    publishers: scope.publishers === 'all' ? null : those('publisher'),
    advertisers: scope.advertisers === 'all' ? null : those('advertiser'),
  };
}

const withheldHere = async (tx: Tx, tenantId: string): Promise<Viewer['hidden']> =>
  withheldBy((await readSettings(tx, tenantId, 'publishers')).value);

/**
 * Null where the account is not open any more: a schedule or an export must not outlive it. From here on the transaction sees
 * what this viewer's role lets him see, whoever began it: figures, names and counts alike.
 */
export async function findViewer(tx: Tx, tenantId: string, userId: string): Promise<Viewer | null> {
  const row = await tx
    .selectFrom(accountRows.as('u'))
    .innerJoin(tenantRows.as('t'), 't.id', 'u.tenant_id')
    .select(['u.type', 'u.user_sequence_id', 'u.first_name', 'u.status', 'u.email', 'u.language'])
    .select(['u.time_zone', 't.time_zone as tenant_zone', 't.currency'])
    .select(['t.rollup_zone', 't.rebuild_next', 't.zones', 't.rows_since'])
    .select(sql<string | null>`to_char(t.sources_since, 'YYYY-MM-DD')`.as('sources_since'))
    .where('u.id', '=', userId)
    .where('u.status', '=', 'approved')
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const powers =
    row.type === 'admin' ? ((await powersOfMember(tx, userId)) ?? { scope: ownScope, hidden: [] }) : everything;
  const reach = await reachOf(tx, userId, powers);
  if (reach.publishers || reach.advertisers) await narrowTo(tx, { id: userId, scope: powers.scope });
  return {
    reach,
    hidden: row.type === 'publisher' ? await withheldHere(tx, tenantId) : powers.hidden,
    tenantId,
    userId,
    // the check constraint keeps it within the list
    role: row.type as ReportRole,
    number: row.user_sequence_id,
    firstName: row.first_name,
    status: row.status,
    email: row.email,
    language: languageOf(row.language),
    // UTC is what a profile says until its owner chooses: then the workspace's own zone is the better guess
    timeZone: row.time_zone === 'UTC' ? row.tenant_zone : row.time_zone,
    tenant: {
      timeZone: row.tenant_zone,
      zones: readZones(row.zones),
      rollupZone: row.rebuild_next === null ? row.rollup_zone : null,
      sourcesSince: row.sources_since,
      rowsSince: row.rows_since,
      currency: row.currency,
      advertisersSeePublishers:
        row.type === 'advertiser' && (await readSettings(tx, tenantId, 'reports')).value.advertisers_see_publishers,
    },
  };
}

/** for what is made while nobody is at the gate: who does not open reports any more gets none */
export async function requireReader(tx: Tx, tenantId: string, userId: string): Promise<Viewer> {
  const viewer = await requireViewer(tx, tenantId, userId);
  const grants = viewer.role === 'admin' ? ((await powersOfMember(tx, userId))?.grants ?? {}) : null;
  if (grants && !isGranted(grants, 'reports', 'read'))
    throw new Fault('forbidden', 'The role of this account does not open reports.');
  return viewer;
}

/** with whose eyes a figure was read: two who see the same have the same, and who sees other things than before has another */
export const eyesOf = ({ role, userId, reach, hidden }: Viewer): string =>
  createHash('sha256')
    .update(JSON.stringify([role, role === 'admin' ? reachIds(reach) : userId, [...hidden].sort()]))
    .digest('hex');
const reachIds = ({ publishers, advertisers }: Viewer['reach']) =>
  [publishers, advertisers].map((side) => side?.map(({ id }) => id).sort() ?? null);

export async function requireViewer(tx: Tx, tenantId: string, userId: string): Promise<Viewer> {
  const viewer = await findViewer(tx, tenantId, userId);
  if (!viewer) throw new Fault('forbidden', 'The account that asked for it is not open any more.');
  return viewer;
}
