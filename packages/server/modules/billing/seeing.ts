import { type SignedInCall, systemFor } from '../../http/call.ts';
import type { BillingDeps } from './deps.ts';

/**
 * A partner's own eyes see neither what others ask about its money, nor the workspace's accounts, on which taxes are booked.
 * Whoever reads by these names the owner.
 */
export const seeing = ({ database }: Pick<BillingDeps, 'database'>, call: SignedInCall): SignedInCall => ({
  ...call,
  transaction: (work) => database.withTenant(call.tenant.id, systemFor(call.principal), work),
});
