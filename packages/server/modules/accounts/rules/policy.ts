// Account › Security: the rules for signing in, read and saved. Since when the second factor is demanded of whom is written here, so
// that the grace counts from then; a list of networks that its own author is not in is refused before it locks him out.
import type { securityRoutes } from '@tributary/contract';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { readSettings, type StoredSettings, saveSettings } from '../../settings/index.ts';
import { changeTenant } from '../../tenancy/index.ts';
import { actorNames } from '../people/trail.repo.ts';
import { countFactors, roleNames } from './policy.repo.ts';
import { isAddressOpen, isTwoFactorDemanded, type SecurityRules } from './security-rules.ts';

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
    const saved = await saveSettings(tx, call, 'security', { version: body.version, value });
    // whoever signs up or chooses a password finds it with the tenant
    await changeTenant(tx, call.tenant.id, { password_min_length: value.password_min_length });
    return shown(tx, call, saved);
  }),
});
