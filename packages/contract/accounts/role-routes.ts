// The workspace's roles: the presets that every workspace has, and up to thirty of its own, each a copy with changes.
import { z } from 'zod';
import { route, session } from '../route.ts';
import { hiddenClassNames } from './hidden.ts';
import { presetNames } from './roles.ts';
import { scopeReaches } from './scope.ts';
import { needs, sectionNames } from './sections.ts';

export const MAX_OWN_ROLES = 30;

export const ScopeOfRole = z.object(
  { publishers: z.enum(scopeReaches), advertisers: z.enum(scopeReaches) },
  { error: 'The scope says all or assigned, for publishers and for advertisers' },
);
const Sections = z.partialRecord(z.enum(sectionNames), z.enum(needs));

export const RoleRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    /** null for a role of the workspace's own */
    preset: z.enum(presetNames).nullable(),
    /** a section that is not named is closed */
    sections: Sections,
    scope: ScopeOfRole,
    hidden: z.array(z.enum(hiddenClassNames)),
    version: z.number().int(),
    holders: z.number().int(),
    /** the first of those who hold it, by name */
    held_by: z.array(z.object({ id: z.string(), name: z.string() })),
    /** whoever asks may give it: it reaches no further than his own role */
    within_reach: z.boolean(),
  })
  .meta({ id: 'Role' });
export type RoleRecord = z.infer<typeof RoleRecord>;

const SECTION_WORD = 'A section says none, read or write';
const sections = z.partialRecord(
  z.enum(sectionNames, { error: 'This is none of the sections that a role can open' }),
  z.enum(['none', ...needs], { error: SECTION_WORD }),
);
const hidden = z.array(
  z.enum(hiddenClassNames, { error: 'This is none of the classes of fields that a role can hide' }),
);
const name = z.string().trim().min(1, 'Please enter a name').max(60, 'Please use at most 60 characters');

/** what is not given is as in the role that it copies */
export const CreateRoleBody = z.object({
  copy_of: z.string().max(100),
  name,
  sections: sections.optional(),
  scope: ScopeOfRole.optional(),
  hidden: hidden.optional(),
});
export const EditRoleBody = z.object({
  /** as it was read: a role that somebody changed meanwhile is not overwritten */
  version: z.number().int(),
  name,
  sections,
  scope: ScopeOfRole,
  hidden,
});

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const access = session(['admin'], { impersonated: 'denied', section: 'team' });
const one = { params: z.object({ id: z.string().max(100) }), names: 'role', rates: ['admin-writes'] } as const;

export const roleRoutes = {
  roles: route({
    ...plain,
    method: 'GET',
    path: '/api/roles',
    summary: 'The workspace’s roles: the presets, then its own by name',
    access,
    reply: z.object({ rows: z.array(RoleRecord) }),
    errors: [],
  }),
  createRole: route({
    ...plain,
    method: 'POST',
    path: '/api/roles',
    summary: `Makes a role of one’s own, a copy with changes; at most ${MAX_OWN_ROLES}, and none that reaches further than the caller’s`,
    access,
    body: CreateRoleBody,
    reply: z.object({ id: z.string() }),
    status: 201,
    errors: ['invalid_input', 'forbidden', 'not_found', 'conflict'],
    rates: ['admin-writes'],
  }),
  editRole: route({
    ...plain,
    ...one,
    method: 'PUT',
    path: '/api/roles/{id}',
    summary: 'Changes a role of one’s own; whoever holds it signs in again',
    access,
    body: EditRoleBody,
    reply: z.object({ id: z.string(), version: z.number().int() }),
    errors: ['invalid_input', 'forbidden', 'not_found', 'conflict'],
  }),
  deleteRole: route({
    ...plain,
    ...one,
    method: 'DELETE',
    path: '/api/roles/{id}',
    summary: 'Deletes a role of one’s own that nobody holds',
    access,
    reply: z.object({ id: z.string() }),
    errors: ['forbidden', 'not_found', 'conflict'],
  }),
};
