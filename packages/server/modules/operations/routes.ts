import type { contactRoutes, operatorRoutes } from '@tributary/contract';
import type { Handlers } from '../../http/call.ts';
import type { Database } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import type { PasswordHasher } from '../accounts/index.ts';
import { markHandled, pageOfMailFailures, pageOfMessages } from './messages.repo.ts';
import { contactHandlers } from './send-contact.ts';
import { signInOperator, signOutOperator } from './sign-in.ts';
import { pageOfTenants } from './tenants.repo.ts';
import { changePlan, extendTrial, resumeTenant, suspendTenant } from './tenants.ts';

export interface OperationsParts {
  /** the app's role: throttling and contact messages */
  database: Database;
  /** the operator's own role: tenants, counters, operators */
  operators: Database;
  passwords: PasswordHasher;
  /** about the installation's settings */
  warnings: readonly string[];
}

export const operationsHandlers = (
  parts: OperationsParts,
): Handlers<typeof operatorRoutes> & Handlers<typeof contactRoutes> => ({
  ...contactHandlers(parts),
  operatorLogin: (input, call) => signInOperator(input, call, parts),
  operatorLogout: async (_input, call) => {
    await signOutOperator(call, parts);
    return { ended: true };
  },
  operatorSession: async (_input, call) => ({ email: call.operator.email, warnings: [...parts.warnings] }),
  operatorTenants: ({ query }, call) =>
    parts.operators.withoutTenant((tx) => pageOfTenants(tx, query, call.clock.now())),
  suspendTenant: ({ params }, call) => suspendTenant(params.id, call, parts),
  resumeTenant: ({ params }, call) => resumeTenant(params.id, call, parts),
  extendTrial: (input, call) => extendTrial(input, call, parts),
  changePlan: (input, call) => changePlan(input, call, parts),
  contactMessages: ({ query }) => parts.operators.withoutTenant((tx) => pageOfMessages(tx, query)),
  handleMessage: async ({ params }, call) => {
    const found = await parts.operators.withoutTenant(
      async (tx) => isId(params.id) && (await markHandled(tx, params.id, call.clock.now())),
    );
    if (!found) throw new Fault('not_found');
    return { id: params.id };
  },
  mailFailures: ({ query }) => parts.operators.withoutTenant((tx) => pageOfMailFailures(tx, query)),
});
