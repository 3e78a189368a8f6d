// What privacy asks for outside a request: rows go when their time is over, and a person's data is gathered or deleted.
import { DAY_MS } from '../../platform/clock.ts';
import { systemActor } from '../../platform/db/database.ts';
import { emit, withoutWaiting } from '../../platform/jobs/outbox.repo.ts';
import type { RecurringTask } from '../../platform/jobs/recurring.ts';
import { type Job, job } from '../../platform/jobs/topics.ts';
import { recordAudit } from '../audit/index.ts';
import { cutsBefore, forgetOutcomes } from '../conversions/index.ts';
import { removeOldRows } from '../events/index.ts';
import { rowsSinceOf, tenantIds } from '../tenancy/index.ts';
import { forgetOverdue, setRequest } from './requests.repo.ts';
import { removableBefore } from './retention.ts';
import { type PersonDeps, runRequest } from './run-request.ts';
import { personAskedFor, rowsToRemove } from './topics.ts';

export type PrivacyDeps = PersonDeps;

export const privacyJobs = (deps: PrivacyDeps): Job[] => [
  job(rowsToRemove, 'privacy.remove-rows', { lane: 'bulk', run: ({ tenantId }) => removeRows(deps, tenantId) }),
  job(personAskedFor, 'privacy.person', {
    lane: 'exports',
    retryAfterSeconds: [5, 60],
    run: ({ tenantId, payload }) => runRequest(deps, tenantId, payload.request_id),
    died: ({ payload, transaction }) =>
      transaction((tx) =>
        setRequest(tx, payload.request_id, {
          state: 'failed',
          error: 'It could not be finished. Please ask again.',
          sought: null,
          finished_at: deps.clock.now(),
        }),
      ),
  }),
];

export const privacyTasks = ({ database, clock }: PrivacyDeps): RecurringTask[] => [
  {
    name: 'privacy.retention',
    everyMs: DAY_MS,
    lane: 'prompt',
    run: () =>
      database.withoutTenant(async (tx) => {
        for (const tenantId of await withoutWaiting(tx, rowsToRemove, await tenantIds(tx)))
          await emit(tx, tenantId, rowsToRemove, {});
      }),
  },
  {
    name: 'privacy.forget-requests',
    everyMs: DAY_MS,
    lane: 'bulk',
    run: async () => {
      for (const tenantId of await database.withoutTenant(tenantIds))
        await database.withTenant(tenantId, systemActor, (tx) => forgetOverdue(tx, clock.now()));
    },
  },
];

async function removeRows({ database, clock }: PrivacyDeps, tenantId: string): Promise<void> {
  const now = clock.now();
  const found = await database.withTenant(tenantId, systemActor, async (tx) => {
    const before = await removableBefore(tx, tenantId, now);
    return before && { before, kept: await cutsBefore(tx, before), last: await rowsSinceOf(tx, tenantId) };
  });
  if (!found) return;
  const { before, kept, last } = found;
  const removed = await removeOldRows(database, tenantId, { before, kept, forget: forgetOutcomes });
  if (last && last >= before && removed.events + removed.receipts === 0) return;
  const call = { tenant: { id: tenantId }, clock, ip: '', requestId: '', system: true } as const;
  await database.withTenant(tenantId, systemActor, (tx) =>
    recordAudit(tx, call, {
      action: 'retention.rows-removed',
      objectKind: 'retention',
      objectId: null,
      after: { before: before.toISOString(), ...removed },
    }),
  );
}
