// Calls are sorted as they come and once more a day; groups are replayed; people who may look are told when one grows fast.
import { receiptOutcomes } from '@tributary/contract/conversions/conversions';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { systemActor } from '../../../platform/db/database.ts';
import { emit, withoutWaiting } from '../../../platform/jobs/outbox.repo.ts';
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import { type Job, type JobRun, job } from '../../../platform/jobs/topics.ts';
import { sentence } from '../../../words/sentences.ts';
import { managersWhoFind } from '../../accounts/index.ts';
import { receiptsRefused } from '../../conversions/index.ts';
import { receiptsStored } from '../../events/index.ts';
import { queueMail } from '../../mail/index.ts';
import { notify } from '../../notifications/index.ts';
import { originOfTenant, tenantById, tenantIds } from '../../tenancy/index.ts';
import { findGroup, setReplayState } from './groups.repo.ts';
import { countGroups, removeOld } from './receipts.repo.ts';
import { type ReplayDeps, replayGroup } from './replay.ts';
import { sortCalls } from './sort.ts';
import { groupToReplay, unmatchedGrew, unmatchedToSort } from './topics.ts';

export interface UnmatchedJobDeps extends ReplayDeps {
  publicOrigin: URL;
}

/** calls come late where a tracker could not reach the server */
const AS_THEY_COME_MS = 2 * HOUR_MS;
const ONCE_MORE_MS = 3 * DAY_MS;
/** as long as a month can still be closed; also how far back a workspace without groups is looked through */
const KEPT_MS = 93 * DAY_MS;
const FIRST_TIME_MS = 31 * DAY_MS;
const RETRIES = [30, 300, 1800] as const;
const PATH = '/am/reports/advertiser-postbacks/inbox';

export const unmatchedJobs = (deps: UnmatchedJobDeps): Job[] => {
  const back = (ms: number) => {
    const now = deps.clock.now().getTime();
    return { since: new Date(now - ms), until: new Date(now + MINUTE_MS) };
  };
  return [
    job(receiptsStored, 'trust.sort-refused', {
      lane: 'bulk',
      run: ({ tenantId }) => sortCalls(deps, tenantId, back(AS_THEY_COME_MS)),
    }),
    job(receiptsRefused, 'trust.sort-decided', {
      lane: 'bulk',
      run: ({ tenantId, payload }) => sortCalls(deps, tenantId, payload),
    }),
    job(unmatchedToSort, 'trust.sort-again', {
      lane: 'bulk',
      run: async ({ tenantId, transaction }) => {
        const isFirst = await transaction(async (tx) => (await countGroups(tx)) === 0);
        await sortCalls(deps, tenantId, back(isFirst ? FIRST_TIME_MS : ONCE_MORE_MS));
        await transaction((tx) => removeOld(tx, new Date(deps.clock.now().getTime() - KEPT_MS)));
      },
    }),
    job(groupToReplay, 'trust.replay-group', {
      lane: 'bulk',
      retryAfterSeconds: RETRIES,
      run: ({ tenantId, payload }) => replayGroup(deps, tenantId, payload.group_id),
      died: ({ payload, transaction }) => transaction((tx) => setReplayState(tx, payload.group_id, 'stopped')),
    }),
    job(unmatchedGrew, 'trust.tell-of-unmatched', { run: (run) => tellOfGrowth(run, deps) }),
  ];
};

export const unmatchedTasks = ({ database }: Pick<ReplayDeps, 'database'>): RecurringTask[] => [
  {
    name: 'trust.unmatched',
    everyMs: DAY_MS,
    lane: 'prompt',
    run: async () => {
      const tenants = await database.withoutTenant(async (tx) =>
        withoutWaiting(tx, unmatchedToSort, await tenantIds(tx)),
      );
      for (const tenantId of tenants) {
        await database.withTenant(tenantId, systemActor, (tx) => emit(tx, tenantId, unmatchedToSort, {}));
      }
    },
  },
];

async function tellOfGrowth(
  run: JobRun<{ group_id: string; calls: number }>,
  { clock, publicOrigin }: UnmatchedJobDeps,
): Promise<void> {
  const { tenantId, jobId, payload, transaction } = run;
  await transaction(async (tx) => {
    const at = clock.now();
    const group = await findGroup(tx, payload.group_id);
    if (!group) return;
    const managers = await managersWhoFind(tx, 'logs', () => findGroup(tx, payload.group_id));
    const label = receiptOutcomes[group.outcome as keyof typeof receiptOutcomes] ?? group.outcome;
    const text = sentence('unmatched.grew', { calls: payload.calls, outcome: label });
    const path = `${PATH}?record=${payload.group_id}`;
    const news = { tenantId, cause: jobId, kind: 'unmatched', text, path, at } as const;
    if (!(await notify(tx, { ...news, to: managers.map(({ id }) => id) }))) return;
    const tenant = await tenantById(tx, tenantId);
    const action = { label: sentence('action.look'), url: `${originOfTenant(publicOrigin, tenant)}${path}` };
    for (const { email: to, language, first_name: firstName } of managers) {
      const values = { brand: tenant.displayName, firstName, lines: [text], action };
      await queueMail(tx, { tenantId, to, language, name: 'unmatched-grew', values, at });
    }
  });
}
