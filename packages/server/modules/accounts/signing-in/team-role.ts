// A team member's role as the gate needs it. A preset opens what the contract says; a role of the workspace's own what its row
// says. What this release does not know, a preset or a section, opens nothing.
import { type Grants, isSection, needs, rolePresets } from '@tributary/contract';
import type { TeamRole } from '../../../http/call.ts';

interface RoleColumns {
  role_id: string | null;
  role_name: string | null;
  preset: string | null;
  sections: unknown;
}

export function teamRoleOf({ role_id: id, role_name, preset, sections }: RoleColumns): TeamRole | null {
  if (id === null) return null;
  if (preset === null) return { id, name: role_name ?? '', grants: grantsIn(sections) };
  const known = Object.entries(rolePresets).find(([name]) => name === preset)?.[1];
  return { id, name: known?.name ?? role_name ?? preset, grants: known?.grants ?? {} };
}

const grantsIn = (sections: unknown): Grants =>
  typeof sections === 'object' && sections !== null
    ? Object.fromEntries(
        Object.entries(sections).filter(([section, need]) => isSection(section) && needs.includes(need)),
      )
    : {};
