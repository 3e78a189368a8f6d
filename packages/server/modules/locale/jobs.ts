import { HOUR_MS } from '../../platform/clock.ts';
import { systemActor } from '../../platform/db/database.ts';
import type { RecurringTask } from '../../platform/jobs/recurring.ts';
import { type Job, job } from '../../platform/jobs/topics.ts';
import { rebuildRollups } from '../conversions/index.ts';
import type { RebuildDeps } from '../events/index.ts';
import { localeOf } from '../tenancy/index.ts';
import { comeIntoForceWhereDue } from './change-locale.ts';
import { tellOfMissingRates } from './missing-rates.ts';
import { zoneChanged } from './topics.ts';

export const localeJobs = (deps: RebuildDeps): Job[] => [
  job(zoneChanged, 'tenancy.rezone', {
    lane: 'bulk',
    // to the zone that is in force now: one that was left meanwhile is nobody's goal any more
    run: async ({ tenantId }) => {
      const { timeZone } = await deps.database.withTenant(tenantId, systemActor, (tx) => localeOf(tx, tenantId));
      await rebuildRollups(deps, tenantId, timeZone, 'days');
    },
  }),
];

export const localeTasks = ({ database, clock }: RebuildDeps): RecurringTask[] => [
  { name: 'tenancy.zones-due', everyMs: 5_000, lane: 'prompt', run: () => comeIntoForceWhereDue(database, clock) },
  { name: 'rates.missing', everyMs: HOUR_MS, lane: 'prompt', run: () => tellOfMissingRates(database, clock) },
];
