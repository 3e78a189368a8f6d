// A team member's role as the gate needs it. A preset opens what the contract says, of everybody's rows and with no field
// blanked; a role of the workspace's own what its row says. What this release does not know opens nothing: a preset, a section,
// a scope's word; a class of fields that it does not know it cannot show either.
import {
  type Grants,
  isHiddenClass,
  isSection,
  needs,
  ownScope,
  type Powers,
  rolePresets,
  type Scope,
  wholeScope,
} from '@tributary/contract';
import type { TeamRole } from '../../../http/call.ts';

export interface PowerColumns {
  preset: string | null;
  sections: unknown;
  scope: unknown;
  hidden: readonly string[] | null;
}
export interface RoleColumns extends PowerColumns {
  role_id: string | null;
  role_name: string | null;
}

export function powersOf({ preset, sections, scope, hidden }: PowerColumns): Powers {
  if (preset === null)
    return { grants: grantsIn(sections), scope: scopeIn(scope), hidden: (hidden ?? []).filter(isHiddenClass) };
  const known = presetOf(preset);
  return known ? { grants: known.grants, scope: wholeScope, hidden: [] } : { grants: {}, scope: ownScope, hidden: [] };
}

export function teamRoleOf({ role_id: id, role_name, ...row }: RoleColumns): TeamRole | null {
  if (id === null) return null;
  const known = row.preset === null ? null : presetOf(row.preset);
  return { id, name: known?.name ?? role_name ?? row.preset ?? '', ...powersOf(row) };
}

const presetOf = (preset: string) => Object.entries(rolePresets).find(([name]) => name === preset)?.[1];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const grantsIn = (sections: unknown): Grants =>
  isRecord(sections)
    ? Object.fromEntries(
        Object.entries(sections).filter(([section, need]) => isSection(section) && needs.some((one) => one === need)),
      )
    : {};

const scopeIn = (scope: unknown): Scope => {
  const reach = (word: unknown) => (word === 'all' ? 'all' : 'assigned');
  return isRecord(scope) ? { publishers: reach(scope.publishers), advertisers: reach(scope.advertisers) } : ownScope;
};
