// Credit is watched by every conversion that changes, and all of it from time to time: lots, rates and adjustments move it as well.

import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { systemActor, type Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import { type Job, job } from '../../../platform/jobs/topics.ts';
import { conversionChanged } from '../../conversions/index.ts';
import { tenantIds } from '../../tenancy/index.ts';
import type { BillingJobDeps } from '../deps.ts';
import { todayOf } from '../today.ts';
import { limitedOwnerOf } from './credit.repo.ts';
import { watchCredit } from './credit.ts';
import { addReminder, invoicesToRemind } from './invoices.repo.ts';
import { sendReminder, tellOfCredit } from './tell.ts';
import { creditReopened, creditStopped, creditWarned } from './topics.ts';

export const advertiserBillingJobs = (deps: BillingJobDeps): Job[] => [
  job(conversionChanged, 'billing.watch-credit', {
    run: ({ payload, tenantId, transaction }) =>
      transaction(async (tx) => {
        const ownerId = await limitedOwnerOf(tx, payload.conversion_id);
        if (ownerId) await watchCredit(tx, tenantId, deps.clock.now(), [ownerId]);
      }),
  }),
  job(creditWarned, 'billing.tell-of-credit-warned', { run: (run) => tellOfCredit(run, 'warned', deps) }),
  job(creditStopped, 'billing.tell-of-credit-stopped', { run: (run) => tellOfCredit(run, 'stopped', deps) }),
  job(creditReopened, 'billing.tell-of-credit-reopened', { run: (run) => tellOfCredit(run, 'reopened', deps) }),
];

/** days after the due day on which the job writes by itself */
const STAGES = [1, 8, 22] as const;
const AT_ONCE = 200;

export const advertiserBillingTasks = (deps: BillingJobDeps): RecurringTask[] => [
  {
    name: 'billing.watch-all-credit',
    everyMs: 5 * MINUTE_MS,
    lane: 'bulk',
    run: () => eachTenant(deps, (tx, tenantId) => watchCredit(tx, tenantId, deps.clock.now())),
  },
  {
    name: 'billing.remind',
    everyMs: HOUR_MS,
    lane: 'bulk',
    run: () => eachTenant(deps, (tx, tenantId) => remindAll(tx, tenantId, deps)),
  },
];

async function eachTenant(
  { database }: BillingJobDeps,
  work: (tx: Tx, tenantId: string) => Promise<void>,
): Promise<void> {
  for (const tenantId of await database.withoutTenant(tenantIds)) {
    await database.withTenant(tenantId, systemActor, (tx) => work(tx, tenantId));
  }
}

/** what is left over is reminded of in an hour */
async function remindAll(tx: Tx, tenantId: string, { clock, publicOrigin }: BillingJobDeps): Promise<void> {
  const at = clock.now();
  const due = await invoicesToRemind(tx, await todayOf(tx, tenantId, at), STAGES, AT_ONCE);
  for (const { stage, ...invoice } of due) {
    await addReminder(tx, { tenantId, documentId: invoice.id, ownerId: invoice.ownerId, stage, by: null, at });
    await sendReminder(tx, { tenantId, cause: newId(at.getTime()), at, publicOrigin }, invoice);
  }
}
