// Whether this caller may make this call, from the route's access rule and who he is: a pure function, so that the matrix asks
// it for every route and every role.
import {
  type Access,
  isGranted,
  isInScope,
  isOpenTo,
  type Need,
  needOf,
  type Section,
  sectionRefusal,
  seesAll,
} from '@tributary/contract';
import { type Hideable, hiddenRefusal, withImplied } from '@tributary/contract/accounts/hidden';
import { Fault } from '../platform/fault.ts';
import { hiddenFrom, type Principal, type TenantContext } from './call.ts';

type SignedInAccess = Extract<Access, { who: 'session' | 'admin-cookie' }>;
/** the part of a caller that decides */
export type Caller = Pick<
  Principal,
  'role' | 'isOwner' | 'team' | 'scopes' | 'mustChangePassword' | 'mustAcceptTerms' | 'impersonator' | 'rules'
>;

const CLOSED_TO_KEY =
  'This API key is not good from this address. Please call from one of its networks, or ask the owner of this workspace.';
export const CLOSED_ADDRESS =
  'Your workspace does not allow your role to come from this address. Please ask its owner.';

export const SEES_PART =
  'This carries what happens in the whole workspace, and your role shows only a part of it. Please ask the owner of this workspace.';

/** null: come in */
export function refusalOf(
  access: SignedInAccess,
  method: string,
  caller: Caller,
  standing: TenantContext['access'],
): Fault | null {
  if (standing === 'suspended') return new Fault('forbidden', 'This workspace is suspended. Please contact support.');
  if (caller.rules.closedAddress) return new Fault('forbidden', caller.scopes ? CLOSED_TO_KEY : CLOSED_ADDRESS);
  const closed = access.who === 'session' ? roleRefusal(access, caller) : null;
  if (closed) return closed;
  const missing = missingSection(access, method, caller);
  if (missing) return new Fault('forbidden', missing);
  const may = access.who === 'session' ? access : null;
  if (may?.seesAll && caller.team && !seesAll(caller.team)) return new Fault('forbidden', SEES_PART);
  if (caller.mustChangePassword && !may?.beforePasswordChange) return new Fault('password_change_required');
  // one thing after the other: the password is the caller's own before he agrees to anything, and that before his second factor
  if (caller.mustAcceptTerms && !caller.mustChangePassword && may && !may.beforeTerms)
    return new Fault('terms_required');
  const isSettled = !caller.mustChangePassword && !caller.mustAcceptTerms;
  if (caller.rules.twoFactor.mustSetUp && isSettled && !may?.beforeTwoFactor) return new Fault('two_factor_required');
  if (may && standing === 'read-only' && method !== 'GET' && !may.whenReadOnly) return new Fault('read_only');
  return null;
}

function roleRefusal(access: Extract<Access, { who: 'session' }>, caller: Caller): Fault | null {
  if (!isOpenTo(access, caller.role) || (access.ownerOnly && !caller.isOwner)) return new Fault('forbidden');
  if (caller.impersonator && access.impersonated === 'denied') {
    return new Fault('forbidden', 'This cannot be done while signed in as another user.');
  }
  if (caller.impersonator && access.visitorReads) {
    const { name, grants } = caller.impersonator.role ?? { name: '', grants: {} };
    if (!isGranted(grants, access.visitorReads, 'read'))
      return new Fault('forbidden', sectionRefusal(name, grants, access.visitorReads, 'read'));
  }
  return null;
}

/** the sentence, where a role or an API key does not reach this far; the portals' people see their own things alone */
function missingSection(
  { section, needs }: Pick<SignedInAccess, 'section' | 'needs'>,
  method: string,
  { role, team, scopes }: Pick<Caller, 'role' | 'team' | 'scopes'>,
): string | null {
  if (section === undefined) return null;
  const need = needOf(method, needs);
  if (scopes && !isInScope(scopes, section, need)) {
    return `This API key is not made for ${section}:${need}. Please make one that is.`;
  }
  if (role !== 'admin') return null;
  if (!team) return 'You have no role in this workspace. Please ask its owner for one.';
  return isGranted(team.grants, section, need) ? null : sectionRefusal(team.name, team.grants, section, need);
}

/** where what a call is about decides that it needs a second section */
export function requireSection(caller: Pick<Caller, 'role' | 'team' | 'scopes'>, section: Section, needs: Need): void {
  const missing = missingSection({ section, needs }, needs === 'read' ? 'GET' : 'POST', caller);
  if (missing) throw new Fault('forbidden', missing);
}

/** a file cannot be blanked: who does not see all that stands on it does not get it */
export function requireShown(principal: Principal, ...classes: readonly Hideable[]): void {
  const hidden = withImplied(hiddenFrom(principal));
  const found = classes.find((one) => hidden.includes(one));
  if (found) throw new Fault('forbidden', hiddenRefusal(found));
}

/** what concerns every account of the workspace is for those who see all of them */
export function requireWhole({ principal }: { principal?: Pick<Caller, 'team'> | null }): void {
  const scope = principal?.team?.scope;
  if (scope && (scope.publishers !== 'all' || scope.advertisers !== 'all')) {
    throw new Fault('forbidden', 'Your role sees only some accounts, and this concerns all. Please ask the owner.');
  }
}

/** for replies that gather from several sections: a part is left out where its own list would be refused */
export const maySee = (caller: Pick<Caller, 'role' | 'team' | 'scopes'>, section: Section): boolean =>
  missingSection({ section }, 'GET', caller) === null;
