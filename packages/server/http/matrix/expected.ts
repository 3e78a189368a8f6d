// For tests only: who may call what, derived from the route's access rule alone. The gate must agree with it.
import { isOpenTo, needOf, opensToKeys, type Role, type RouteSpec } from '@tributary/contract';

export interface Caller {
  name: string;
  role: Role | null;
  isOwner?: true;
  mustChangePassword?: true;
  /** terms are in force that this partner has not accepted */
  mustAcceptTerms?: true;
  /** an account manager signed in as this user */
  impersonated?: true;
  /** the standing of the caller's own tenant; open unless it says otherwise */
  tenant?: 'read-only' | 'suspended';
  operator?: true;
  /** not signed in, but with an API key of this account */
  apiKey?: true;
}

export const callers: readonly Caller[] = [
  { name: 'anonymous', role: null },
  { name: 'publisher', role: 'publisher' },
  { name: 'advertiser', role: 'advertiser' },
  { name: 'admin', role: 'admin' },
  { name: 'owner', role: 'admin', isOwner: true },
  { name: 'publisher who must change the password', role: 'publisher', mustChangePassword: true },
  { name: 'advertiser who must change the password', role: 'advertiser', mustChangePassword: true },
  { name: 'admin who must change the password', role: 'admin', mustChangePassword: true },
  { name: 'publisher who must accept the terms', role: 'publisher', mustAcceptTerms: true },
  { name: 'advertiser who must accept the terms', role: 'advertiser', mustAcceptTerms: true },
  { name: 'API key of a publisher who must accept the terms', role: 'publisher', mustAcceptTerms: true, apiKey: true },
  { name: 'admin signed in as a publisher', role: 'publisher', impersonated: true },
  { name: 'admin signed in as an advertiser', role: 'advertiser', impersonated: true },
  { name: "read-only tenant's publisher", role: 'publisher', tenant: 'read-only' },
  { name: "read-only tenant's advertiser", role: 'advertiser', tenant: 'read-only' },
  { name: "read-only tenant's owner", role: 'admin', isOwner: true, tenant: 'read-only' },
  { name: "suspended tenant's owner", role: 'admin', isOwner: true, tenant: 'suspended' },
  { name: 'operator', role: null, operator: true },
  { name: 'API key of an admin', role: 'admin', apiKey: true },
  { name: 'API key of a publisher', role: 'publisher', apiKey: true },
  { name: "API key of a read-only tenant's owner", role: 'admin', isOwner: true, tenant: 'read-only', apiKey: true },
];

/** `allowed`, or the status of the refusal */
export function expected(route: RouteSpec, caller: Caller): 'allowed' | 401 | 403 {
  const { access, method } = route;
  switch (access.who) {
    case 'anyone':
      return 'allowed';
    case 'operator':
      return caller.operator ? 'allowed' : 401;
    case 'admin-cookie':
      // only an admin's own session has the cookie
      if (caller.role !== 'admin' || caller.apiKey) return 401;
      return caller.tenant === 'suspended' || caller.mustChangePassword ? 403 : 'allowed';
    case 'session': {
      if (caller.role === null) return 401;
      const refused =
        caller.tenant === 'suspended' ||
        (caller.apiKey && !opensToKeys(route)) ||
        !isOpenTo(access, caller.role) ||
        (access.ownerOnly && !caller.isOwner) ||
        // the scene's keys are for reading reports
        (caller.apiKey && (access.section !== 'reports' || needOf(method, access.needs) !== 'read')) ||
        (caller.impersonated && access.impersonated === 'denied') ||
        (caller.mustChangePassword && !access.beforePasswordChange) ||
        (caller.mustAcceptTerms && !access.beforeTerms) ||
        (caller.tenant === 'read-only' && method !== 'GET' && !access.whenReadOnly);
      return refused ? 403 : 'allowed';
    }
  }
}
