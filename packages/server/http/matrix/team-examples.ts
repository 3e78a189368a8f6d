// For tests only: calls of the team's and the roles' routes. Whoever calls may hold a role that opens the team and nothing
// else: what he gives and whom he changes reaches no further.
import { idKindOf, type RouteSpec, type roleRoutes, type teamRoutes } from '@tributary/contract';
import { newId } from '../../platform/ids.ts';
import type { Example } from './examples.ts';
import type { Scene } from './scene.ts';

const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });
const whole = { publishers: 'all', advertisers: 'all' };

const presetOf = async (scene: Scene, subdomain: string): Promise<string> => {
  const [viewer] = await scene.t.database.asOwner<{ id: string }>(
    `select id from roles where tenant_id = $1 and preset = 'viewer'`,
    [scene.tenantIdOf(subdomain)],
  );
  return viewer?.id ?? '';
};

export const teamExamples = {
  roles: nothing,
  createRole: async ({ scene, subdomain }) => ({
    body: { copy_of: await presetOf(scene, subdomain), name: `Copy ${newId()}`, sections: { team: 'read' } },
  }),
  editRole: ({ targetId }) => ({
    params: { id: targetId },
    body: { version: 1, name: `Changed ${targetId}`, sections: {}, scope: whole, hidden: ['ip'] },
  }),
  deleteRole: byId,
  team: nothing,
  exportTeam: nothing,
  member: byId,
  inviteMember: async ({ scene, subdomain }) => ({
    body: {
      first_name: 'Ines',
      last_name: 'Okafor',
      email: `${newId()}@example.test`,
      role_id: await scene.addRole(subdomain, {}),
    },
  }),
  resendInvitation: byId,
  withdrawInvitation: byId,
  setMemberRole: async ({ scene, subdomain, targetId }) => ({
    params: { id: targetId },
    body: { role_id: await scene.addRole(subdomain, { team: 'read' }) },
  }),
  suspendMember: byId,
  reopenMember: byId,
  endMemberSessions: byId,
  assignableAccounts: byId,
  assignAccounts: ({ targetId }) => ({ params: { id: targetId }, body: { assign: [], unassign: [] } }),
} satisfies Record<keyof typeof roleRoutes | keyof typeof teamRoutes, Example>;

export async function makeTeamTarget(route: RouteSpec, scene: Scene, subdomain: string): Promise<string | undefined> {
  const kind = idKindOf(route);
  if (kind === 'role') return scene.addRole(subdomain, {});
  if (kind !== 'member') return undefined;
  const invited = route.path.endsWith('/invitation') ? { status: 'pending', password_hash: null } : {};
  const member = { role_id: await scene.addRole(subdomain, {}), ...invited };
  return (await scene.addPerson(subdomain, 'admin', member)).id;
}
