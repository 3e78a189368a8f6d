// Rows of roles: the presets, which name themselves, and the workspace's own, which carry what they give.
import type { Powers, RolePreset } from '@tributary/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { type PowerColumns, powersOf } from '../signing-in/team-role.ts';

export interface StoredRole extends Powers {
  id: string;
  name: string;
  preset: string | null;
  version: number;
}

const columns = ['id', 'name', 'preset', 'sections', 'scope', 'hidden', 'version'] as const;
type Row = PowerColumns & Pick<StoredRole, 'id' | 'name' | 'version'>;
const toRole = ({ id, name, version, ...row }: Row): StoredRole => ({
  id,
  name,
  preset: row.preset,
  version,
  ...powersOf(row),
});

export async function findRole(tx: Tx, id: string): Promise<StoredRole | null> {
  const row = await tx.selectFrom('roles').select(columns).where('id', '=', id).executeTakeFirst();
  return row ? toRole(row) : null;
}

export async function findRoles(tx: Tx, ids: readonly string[]): Promise<StoredRole[]> {
  if (ids.length === 0) return [];
  return (
    await tx
      .selectFrom('roles')
      .select(columns)
      .where('id', 'in', [...ids])
      .execute()
  ).map(toRole);
}

export async function presetRoleId(tx: Tx, preset: RolePreset): Promise<string> {
  const row = await tx.selectFrom('roles').select('id').where('preset', '=', preset).executeTakeFirstOrThrow();
  return row.id;
}

const SHOWN_HOLDERS = 5;
export interface HeldRole extends StoredRole {
  holders: number;
  heldBy: { id: string; name: string }[];
}

/** presets in their order, then the workspace's own by name */
export async function rolesWithHolders(tx: Tx): Promise<HeldRole[]> {
  const rows = await tx
    .selectFrom('roles as r')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('users as u')
          .select((of) => of.fn.countAll<string>().as('holders'))
          .select(
            sql<{ id: string; name: string }[]>`coalesce((array_agg(
              jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name)
              order by u.user_sequence_id))[1:${sql.lit(SHOWN_HOLDERS)}], '{}')`.as('held_by'),
          )
          .whereRef('u.tenant_id', '=', 'r.tenant_id')
          .whereRef('u.role_id', '=', 'r.id')
          .where('u.deleted_at', 'is', null)
          .as('h'),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'r.name', 'r.preset', 'r.sections', 'r.scope', 'r.hidden', 'r.version'])
    .select(['h.holders', 'h.held_by'])
    .orderBy(sql`r.preset is null`)
    .orderBy(sql`case when r.preset is null then lower(r.name) end`)
    .orderBy('r.id')
    .execute();
  return rows.map(({ holders, held_by, ...row }) => ({
    ...toRole(row),
    holders: Number(holders ?? 0),
    heldBy: held_by ?? [],
  }));
}

export async function countOwnRoles(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('roles')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('preset', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

const written = ({ grants, scope, hidden }: Powers) => ({
  sections: JSON.stringify(grants),
  scope: JSON.stringify(scope),
  hidden: [...hidden],
});

export async function addRole(
  tx: Tx,
  role: Powers & { tenantId: string; id: string; name: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('roles')
    .values({ tenant_id: role.tenantId, id: role.id, name: role.name, created_at: role.at, ...written(role) })
    .execute();
}

/** false: somebody else changed it since that version was read */
export async function changeRole(
  tx: Tx,
  { id, version, name }: { id: string; version: number; name: string },
  powers: Powers,
): Promise<boolean> {
  const result = await tx
    .updateTable('roles')
    .set((eb) => ({ name, ...written(powers), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('preset', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function removeRole(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('roles').where('id', '=', id).where('preset', 'is', null).execute();
}

/** whoever holds it, withdrawn invitations too: their rows name it */
export async function holdersOf(tx: Tx, roleId: string): Promise<{ id: string; deleted: boolean }[]> {
  const rows = await tx.selectFrom('users').select(['id', 'deleted_at']).where('role_id', '=', roleId).execute();
  return rows.map(({ id, deleted_at }) => ({ id, deleted: deleted_at !== null }));
}

/** a row that nobody signs in by goes on naming a role: the least of the presets */
export async function moveDeletedTo(tx: Tx, roleId: string, preset: 'viewer'): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ role_id: eb.selectFrom('roles').select('id').where('preset', '=', preset) }))
    .where('role_id', '=', roleId)
    .where('deleted_at', 'is not', null)
    .execute();
}

export const isTakenName = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'roles_by_name';
