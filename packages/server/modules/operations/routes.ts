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

export interface OperationsDeps {
  /** the app's role: throttling and contact messages */
  database: Database;
  /** the operator's own role: tenants, counters, operators */
  operators: Database;
  passwords: PasswordHasher;
  /** about the installation's settings */
  warnings: readonly string[];
}

export const operationsHandlers = (
  deps: OperationsDeps,
): Handlers<typeof operatorRoutes> & Handlers<typeof contactRoutes> => ({
  ...contactHandlers(deps),
  operatorLogin: (input, call) => signInOperator(input, call, deps),
  operatorLogout: async (_input, call) => {
    await signOutOperator(call, deps);
    return { ended: true };
  },
  operatorSession: async (_input, call) => ({ email: call.operator.email, warnings: [...deps.warnings] }),
  operatorTenants: ({ query }, call) =>
    deps.operators.withoutTenant((tx) => pageOfTenants(tx, query, call.clock.now())),
  suspendTenant: ({ params }, call) => suspendTenant(params.id, call, deps),
  resumeTenant: ({ params }, call) => resumeTenant(params.id, call, deps),
  extendTrial: (input, call) => extendTrial(input, call, deps),
  changePlan: (input, call) => changePlan(input, call, deps),
  contactMessages: ({ query }) => deps.operators.withoutTenant((tx) => pageOfMessages(tx, query)),
  handleMessage: async ({ params }, call) => {
    const found = await deps.operators.withoutTenant(
      async (tx) => isId(params.id) && (await markHandled(tx, params.id, call.clock.now())),
    );
    if (!found) throw new Fault('not_found');
    return { id: params.id };
  },
  mailFailures: ({ query }) => deps.operators.withoutTenant((tx) => pageOfMailFailures(tx, query)),
});
