// Roles of the workspace's own: a copy of another with changes. None reaches further than the role of whoever makes or changes
// it, before and after; whoever holds one signs in again when what it gives has changed.
import {
  type Grants,
  hiddenClassNames,
  type InputOf,
  isPreset,
  isWithin,
  MAX_OWN_ROLES,
  type Need,
  type Powers,
  type ReplyOf,
  type RoleRecord,
  type roleRoutes,
  type Section,
  sectionNames,
} from '@tributary/contract';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import { endSessionsOfAll } from '../signing-in/sessions.repo.ts';
import { nameOf } from './members.repo.ts';
import { requireRole, requireWithin, takeTurn } from './reach.ts';
import { type Reach, reaches, reachOf } from './reaches.ts';
import {
  addRole,
  changeRole,
  countOwnRoles,
  type HeldRole,
  holdersOf,
  isTakenName,
  moveDeletedTo,
  removeRole,
  rolesWithHolders,
  type StoredRole,
} from './roles.repo.ts';
import { roleRaised } from './topics.ts';

type Routes = typeof roleRoutes;

/** in the order of the closed lists and without what says nothing: the same role is always written the same */
export const grantsFrom = (given: Partial<Record<Section, Need | 'none'>>): Grants =>
  Object.fromEntries(
    sectionNames.flatMap((section) => {
      const need = given[section] ?? 'none';
      return section === 'self' || need === 'none' ? [] : [[section, need]];
    }),
  );
const inOrder = (hidden: Powers['hidden']): Powers['hidden'] => hiddenClassNames.filter((one) => hidden.includes(one));
const inTrail = ({ name, grants, scope, hidden }: Powers & { name: string }) => ({
  name,
  sections: grants,
  scope,
  hidden,
});

async function named<R>(work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    if (isTakenName(error)) throw new Fault('conflict', 'There is a role of this name. Please choose another name.');
    throw error;
  }
}

async function createRole(
  { body }: InputOf<Routes['createRole']>,
  call: SignedInCall,
): Promise<ReplyOf<Routes['createRole']>> {
  const at = call.clock.now();
  const id = newId(at.getTime());
  await named(
    call.transaction(async (tx) => {
      const actor = await takeTurn(tx, call);
      const copied = await requireRole(tx, body.copy_of);
      const powers = {
        grants: grantsFrom(body.sections ?? copied.grants),
        scope: body.scope ?? copied.scope,
        hidden: inOrder(body.hidden ?? copied.hidden),
      };
      requireWithin(powers, actor);
      if ((await countOwnRoles(tx)) >= MAX_OWN_ROLES) {
        throw new Fault(
          'conflict',
          `A workspace has at most ${MAX_OWN_ROLES} roles of its own. Please delete or change one that is not needed.`,
        );
      }
      const role = { name: body.name, ...powers };
      await addRole(tx, { tenantId: call.tenant.id, id, at, ...role });
      const after = { ...inTrail(role), copy_of: copied.name };
      await recordAudit(tx, call, { action: 'role.created', objectKind: 'role', objectId: id, after });
    }),
  );
  return { id };
}

/** one of the workspace's own, within the caller's reach */
async function requireOwn(tx: Tx, id: string): Promise<StoredRole> {
  const role = await requireRole(tx, id);
  if (role.preset !== null) {
    throw new Fault(
      'conflict',
      `${role.name} is one of the roles that every workspace has, and stays as it is. Please copy it and change the copy.`,
    );
  }
  return role;
}

async function editRole(
  { params, body }: InputOf<Routes['editRole']>,
  call: SignedInCall,
): Promise<ReplyOf<Routes['editRole']>> {
  await named(
    call.transaction(async (tx) => {
      const actor = await takeTurn(tx, call);
      const before = await requireOwn(tx, params.id);
      const powers = { grants: grantsFrom(body.sections), scope: body.scope, hidden: inOrder(body.hidden) };
      requireWithin(before, actor);
      requireWithin(powers, actor);
      if (!(await changeRole(tx, { id: before.id, version: body.version, name: body.name }, powers))) {
        throw new Fault('conflict');
      }
      const after = { name: body.name, ...powers };
      await recordAudit(tx, call, {
        action: 'role.edited',
        objectKind: 'role',
        objectId: before.id,
        before: inTrail(before),
        after: inTrail(after),
      });
      const raised = !isWithin(powers, before);
      if (!raised && isWithin(before, powers)) return;
      const holders = (await holdersOf(tx, before.id)).filter(({ deleted }) => !deleted).map(({ id }) => id);
      await endSessionsOfAll(tx, holders, call.clock.now(), call.principal.sessionId);
      if (raised && holders.length > 0) {
        await emit(tx, call.tenant.id, roleRaised, { user_ids: holders, role: body.name, by: nameOf(actor) });
      }
    }),
  );
  return { id: params.id, version: body.version + 1 };
}

async function deleteRole(tx: Tx, call: SignedInCall, id: string): Promise<ReplyOf<Routes['deleteRole']>> {
  const actor = await takeTurn(tx, call);
  const role = await requireOwn(tx, id);
  requireWithin(role, actor);
  const holders = (await holdersOf(tx, role.id)).filter(({ deleted }) => !deleted).length;
  if (holders > 0) {
    throw new Fault('conflict', `${holders} of the team hold this role. Please give them another one first.`);
  }
  await moveDeletedTo(tx, role.id, 'viewer');
  await removeRole(tx, role.id);
  await recordAudit(tx, call, { action: 'role.deleted', objectKind: 'role', objectId: role.id, before: inTrail(role) });
  return { id: role.id };
}

const toRecord = (role: HeldRole, reader: Reach): RoleRecord => ({
  id: role.id,
  name: role.name,
  preset: isPreset(role.preset) ? role.preset : null,
  sections: role.grants,
  scope: role.scope,
  hidden: [...role.hidden],
  version: role.version,
  holders: role.holders,
  held_by: role.heldBy,
  within_reach: reaches(reader, role),
});

export const roleHandlers = (): Handlers<Routes> => ({
  roles: inTransaction(async (_input, call, tx) => {
    const reader = reachOf(call.principal);
    return { rows: (await rolesWithHolders(tx)).map((role) => toRecord(role, reader)) };
  }),
  createRole,
  editRole,
  deleteRole: inTransaction(({ params }, call, tx) => deleteRole(tx, call, params.id)),
});
