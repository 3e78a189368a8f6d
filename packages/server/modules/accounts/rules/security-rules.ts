// The workspace's rules for signing in (contract/settings/security.ts), asked at the sign-in and on every call: from where a person
// may come, how long a session lasts, and until when the second factor may wait.
import type { Role } from '@tributary/contract/route';
import type { SettingsOf } from '@tributary/contract/settings';
import { SESSION_LIMITS, TWO_FACTOR_GRACE_DAYS } from '@tributary/contract/settings/security';
import type { CallerRules } from '../../../http/call.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { readSettings, valueIn } from '../../settings/index.ts';
import { IDLE_MS } from '../signing-in/session-limits.ts';
import { isWithin } from './networks.ts';

export type SecurityRules = SettingsOf<'security'>;

export const securityRules = async (tx: Tx, tenantId: string): Promise<SecurityRules> =>
  (await readSettings(tx, tenantId, 'security')).value;
/** as the newest row of the settings holds them; null where there is none */
export const rulesIn = (stored: unknown): SecurityRules => valueIn('security', stored);

/** as far as the rules look at a person */
export interface Ruled {
  type: Role;
  role_id: string | null;
  created_at: Date;
  has_factor: boolean;
}

/** the name under which a role's list of networks stands */
export const listNameOf = ({ type, role_id }: Pick<Ruled, 'type' | 'role_id'>): string => role_id ?? type;

export function isAddressOpen(rules: SecurityRules, who: Pick<Ruled, 'type' | 'role_id'>, ip: string): boolean {
  const list = rules.login_networks.find(({ role }) => role === listNameOf(who));
  return list === undefined || isWithin(list.networks, ip);
}

export const isApiAddressOpen = ({ api_networks }: SecurityRules, ip: string): boolean =>
  api_networks.length === 0 || isWithin(api_networks, ip);

const demandedSince = (rules: SecurityRules, type: Role): number | null => {
  if (rules.two_factor === 'off') return null;
  if (type === 'admin') return rules.employees_since;
  return rules.two_factor === 'everyone' ? rules.partners_since : null;
};

export const isTwoFactorDemanded = (rules: SecurityRules, type: Role): boolean => demandedSince(rules, type) !== null;

/** the grace counts from when the rule began, or the account */
export function twoFactorDueAt(rules: SecurityRules, who: Ruled): Date | null {
  const since = demandedSince(rules, who.type);
  if (since === null || who.has_factor) return null;
  return new Date(Math.max(since * 1_000, who.created_at.getTime()) + TWO_FACTOR_GRACE_DAYS * DAY_MS);
}

export function callerRules(rules: SecurityRules, who: Ruled, at: Date, isAddressOpenTo: boolean): CallerRules {
  const dueAt = twoFactorDueAt(rules, who);
  return {
    closedAddress: !isAddressOpenTo,
    twoFactor: { on: who.has_factor, dueAt, mustSetUp: dueAt !== null && dueAt <= at },
  };
}

export interface SessionTimes {
  remember: boolean;
  created_at: Date;
  last_seen_at: Date;
}

export const lifetimeMs = (rules: SecurityRules, remember: boolean): number =>
  remember ? rules.remember_days * DAY_MS : rules.session_hours * HOUR_MS;

/** false where a rule is stricter than what the session was opened under; the usual limits are the statement's own */
export function isWithinRules(rules: SecurityRules, session: SessionTimes, at: Date): boolean {
  const isUsual =
    rules.session_hours === SESSION_LIMITS.hours &&
    rules.idle_minutes === SESSION_LIMITS.idleMinutes &&
    rules.remember_days === SESSION_LIMITS.rememberDays;
  if (isUsual) return true;
  const idleMs = session.remember ? IDLE_MS.remembered : rules.idle_minutes * MINUTE_MS;
  return (
    at.getTime() - session.created_at.getTime() < lifetimeMs(rules, session.remember) &&
    at.getTime() - session.last_seen_at.getTime() < idleMs
  );
}
