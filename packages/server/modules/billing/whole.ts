// What concerns every account of the workspace is for those who see all of them.
import type { SignedInCall } from '../../http/call.ts';
import { Fault } from '../../platform/fault.ts';

export function requireWhole({ principal }: SignedInCall): void {
  const scope = principal.team?.scope;
  if (scope && (scope.publishers !== 'all' || scope.advertisers !== 'all')) {
    throw new Fault('forbidden', 'Your role sees only some accounts, and this concerns all. Please ask the owner.');
  }
}
