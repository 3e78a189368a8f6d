// What the operator can do to a tenant. Each change is one transaction with its audit row, which the tenant's own trail
// shows too, and the changes for the trackers; doing a thing again changes nothing and leaves no second row.

import type { InputOf, operatorRoutes } from '@tributary/contract';
import type { TrailAction } from '@tributary/contract/logs/trail-actions';
import type { OperatorCall } from '../../http/call.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../audit/index.ts';
import { changeTenant, lockTenant, type TenantChange, tenantChanged } from '../tenancy/index.ts';
import type { OperationsDeps } from './routes.ts';
import { findOperatedTenant, type TenantRow } from './tenants.repo.ts';

type Locked = NonNullable<Awaited<ReturnType<typeof lockTenant>>>;

/** `decide` says what is to change, or null where it is so already */
async function change(
  id: string,
  call: OperatorCall,
  deps: OperationsDeps,
  action: TrailAction,
  decide: (tenant: Locked) => TenantChange | null,
): Promise<TenantRow> {
  return deps.operators.withoutTenant(async (tx) => {
    const before = isId(id) ? await lockTenant(tx, id) : undefined;
    if (!before) throw new Fault('not_found');
    const after = decide(before);
    if (after) {
      await changeTenant(tx, id, after);
      const { id: _id, ...was } = before;
      await recordAudit(
        tx,
        { ...call, tenant: { id } },
        { action, objectKind: 'tenant', objectId: id, before: was, after: { ...was, ...after } },
      );
      await emit(tx, id, tenantChanged, {});
    }
    const tenant = await findOperatedTenant(tx, id, call.clock.now());
    if (!tenant) throw new Fault('not_found');
    return tenant;
  });
}

export const suspendTenant = (id: string, call: OperatorCall, deps: OperationsDeps): Promise<TenantRow> =>
  change(id, call, deps, 'tenant.suspended', ({ status }) => (status === 'suspended' ? null : { status: 'suspended' }));

export const resumeTenant = (id: string, call: OperatorCall, deps: OperationsDeps): Promise<TenantRow> =>
  change(id, call, deps, 'tenant.resumed', ({ status }) => (status === 'active' ? null : { status: 'active' }));

export const extendTrial = (
  { params, body }: InputOf<typeof operatorRoutes.extendTrial>,
  call: OperatorCall,
  deps: OperationsDeps,
): Promise<TenantRow> =>
  change(params.id, call, deps, 'tenant.trial-extended', ({ plan_kind, plan_ends_at }) => {
    if (plan_kind !== 'trial' || !plan_ends_at) throw new Fault('conflict', 'This tenant is not on a trial.');
    const from = Math.max(plan_ends_at.getTime(), call.clock.now().getTime());
    return { plan_ends_at: new Date(from + body.days * DAY_MS) };
  });

export const changePlan = (
  { params, body }: InputOf<typeof operatorRoutes.changePlan>,
  call: OperatorCall,
  deps: OperationsDeps,
): Promise<TenantRow> =>
  change(params.id, call, deps, 'tenant.plan-changed', (tenant) => {
    const endsAt = body.ends_at === null ? null : new Date(body.ends_at * 1_000);
    if (endsAt && endsAt <= call.clock.now()) throw new Fault('invalid_input', 'The end of the plan must lie ahead.');
    const same =
      tenant.plan === body.plan && tenant.plan_kind === 'paid' && tenant.plan_ends_at?.getTime() === endsAt?.getTime();
    return same ? null : { plan: body.plan, plan_kind: 'paid', plan_ends_at: endsAt };
  });
