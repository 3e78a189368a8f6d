// Account › Security: the rules for signing in, read and saved. Since when the second factor is demanded of whom is written here, so
// that the grace counts from then; a list of networks that its own author is not in is refused before it locks him out, and so is one
// for a role that reaches further than his: nobody locks an owner out but an owner, who is in the list.
import { isDeepStrictEqual } from 'node:util';
import type { securityRoutes } from '@tributary/contract';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { sentence } from '../../../words/sentences.ts';
import { tellOfGuard } from '../../mail/index.ts';
import { readSettings, type StoredSettings, saveSettings } from '../../settings/index.ts';
import { changeTenant } from '../../tenancy/index.ts';
import { actorNames } from '../people/trail.repo.ts';
import { workspaceOwners } from '../sign-up/sign-up.repo.ts';
import { reaches, reachOf } from '../team/reaches.ts';
import { findRoles, type StoredRole } from '../team/roles.repo.ts';
import { countFactors, roleNames } from './policy.repo.ts';
import { isAddressOpen, isTwoFactorDemanded, type SecurityRules } from './security-rules.ts';

const SECURITY_PATH = '/am/security';

type Entered = Omit<SecurityRules, 'employees_since' | 'partners_since'>;

/** what is demanded already goes on counting; what is not any more begins anew the next time */
function dated(entered: Entered, before: SecurityRules, now: number): SecurityRules {
  const ofTeam = entered.two_factor !== 'off';
  const ofAll = entered.two_factor === 'everyone';
  return {
    ...entered,
    employees_since: ofTeam ? (before.employees_since ?? now) : null,
    partners_since: ofAll ? (before.partners_since ?? now) : null,
  };
}

async function refuseLockOut(tx: Tx, call: SignedInCall, rules: SecurityRules): Promise<void> {
  const known = new Set([...(await roleNames(tx)).map(({ id }) => id), 'publisher', 'advertiser']);
  if (rules.login_networks.some(({ role }) => !known.has(role))) {
    throw new Fault('invalid_input', 'One of the lists is for a role that there is not.', {
      path: ['value', 'login_networks'],
    });
  }
  const own = { type: call.principal.role, role_id: call.principal.team?.id ?? null };
  if (isAddressOpen(rules, own, call.ip)) return;
  throw new Fault('invalid_input', 'This list would lock you out', { path: ['value', 'login_networks'] });
}

const listOf = ({ login_networks }: SecurityRules, role: string): readonly string[] =>
  login_networks.find((list) => list.role === role)?.networks ?? [];

/** whose list is another than before, of the roles of the team */
async function rolesTouched(tx: Tx, before: SecurityRules, after: SecurityRules): Promise<StoredRole[]> {
  const lists = [...before.login_networks, ...after.login_networks].map(({ role }) => role).filter(isId);
  const touched = lists.filter((role) => !isDeepStrictEqual(listOf(before, role), listOf(after, role)));
  return findRoles(tx, [...new Set(touched)]);
}

/** as in the team: nobody acts on a role that reaches further than his own */
function refuseBeyond({ principal }: SignedInCall, touched: readonly StoredRole[]): void {
  const beyond = touched.find((role) => !reaches(reachOf(principal), role));
  if (!beyond) return;
  const { preset, name } = beyond;
  throw new Fault(
    'forbidden',
    preset === 'owner'
      ? 'Only an owner changes from where owners sign in.'
      : `The role ${name} reaches further than yours. Please ask the owner of this workspace.`,
  );
}

/** an owner who is elsewhere learns it before he stands at the door */
async function tellOwners(tx: Tx, call: SignedInCall, networks: readonly string[]): Promise<void> {
  if (networks.length === 0) return;
  const text = sentence('security.owner-networks', { networks: networks.join(', ') });
  const { tenant, principal, clock, origin } = call;
  const homeOf = async () => ({ brand: tenant.displayName, origin });
  const news = { tenantId: tenant.id, text, by: principal.email, path: SECURITY_PATH };
  await tellOfGuard(tx, news, { clock, ownersOf: workspaceOwners, homeOf });
}

async function shown(tx: Tx, call: SignedInCall, { version, value, changedBy, changedAt }: StoredSettings<'security'>) {
  const names = await actorNames(tx, changedBy === null ? [] : [changedBy]);
  const counted = (await countFactors(tx)).filter(({ type }) => isTwoFactorDemanded(value, type));
  return {
    version,
    value,
    changed_by_name: changedBy === null ? null : (names.get(changedBy) ?? null),
    changed_at: changedAt && unixSeconds(changedAt),
    roles: await roleNames(tx),
    your_address: call.ip,
    people: {
      demanded: counted.reduce((sum, { people }) => sum + people, 0),
      without: counted.reduce((sum, { without }) => sum + without, 0),
    },
  };
}

export const securityHandlers = (): Handlers<typeof securityRoutes> => ({
  securityPolicy: inTransaction(async (_input, call, tx) =>
    shown(tx, call, await readSettings(tx, call.tenant.id, 'security')),
  ),
  saveSecurityPolicy: inTransaction(async ({ body }, call, tx) => {
    const before = await readSettings(tx, call.tenant.id, 'security');
    const value = dated(body.value, before.value, unixSeconds(call.clock.now()));
    await refuseLockOut(tx, call, value);
    const touched = await rolesTouched(tx, before.value, value);
    refuseBeyond(call, touched);
    const saved = await saveSettings(tx, call, 'security', { version: body.version, value });
    // whoever signs up or chooses a password finds it with the tenant
    await changeTenant(tx, call.tenant.id, { password_min_length: value.password_min_length });
    const owners = touched.find(({ preset }) => preset === 'owner');
    if (owners) await tellOwners(tx, call, listOf(value, owners.id));
    return shown(tx, call, saved);
  }),
});
