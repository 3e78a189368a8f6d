// Tests that call outside run as jobs, beside other calls and never in their way; watched links come round by themselves; reports go
// after 90 days.
import { testLimits } from '@tributary/contract/trust/tester-words';
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { type Database, systemActor } from '../../../platform/db/database.ts';
import { emit, withoutWaiting } from '../../../platform/jobs/outbox.repo.ts';
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import { type Job, type JobRun, job } from '../../../platform/jobs/topics.ts';
import { sentence } from '../../../words/sentences.ts';
import { managersWhoFind } from '../../accounts/index.ts';
import { removeTestEvents } from '../../events/index.ts';
import { queueMail } from '../../mail/index.ts';
import { notify } from '../../notifications/index.ts';
import { originOfTenant, tenantById, tenantIds } from '../../tenancy/index.ts';
import { type CheckDeps, checkLink } from './check-link.ts';
import { findRule, takeDue } from './rules.repo.ts';
import { removeRuns } from './runs.repo.ts';
import { diedTest, runTest } from './start-test.ts';
import { linkCheckDue, linkFailed, testDue } from './topics.ts';

export interface TesterJobDeps extends CheckDeps {
  database: Database;
  publicOrigin: URL;
}

/** of one workspace at a time; the rest comes with the next round */
const MOST_DUE = 50;
const ROUND_MS = 5 * MINUTE_MS;
const STUCK_MS = 15 * MINUTE_MS;
const PATH = '/am/tools/link-tester/rules';

export const testerJobs = (deps: TesterJobDeps): Job[] => [
  // a place of their own: however many tests wait, three of a workspace run at once, and its postbacks have room beside them
  job(testDue, 'trust.run-test', {
    lane: 'deliveries',
    place: () => 'tests',
    retryAfterSeconds: [],
    run: (run) => runTest(deps, run),
    died: diedTest,
  }),
  job(linkCheckDue, 'trust.check-link', {
    lane: 'deliveries',
    place: () => 'link checks',
    retryAfterSeconds: [],
    run: (run) => checkLink(deps, run),
  }),
  job(linkFailed, 'trust.tell-of-link', { run: (run) => tellOfLink(run, deps) }),
];

export const testerTasks = ({ database, clock }: TesterJobDeps): RecurringTask[] => [
  {
    name: 'trust.link-checks',
    everyMs: ROUND_MS,
    lane: 'prompt',
    run: async () => {
      // whoever still has looks of the last round waiting gets no more of them
      const free = await database.withoutTenant(async (tx) => withoutWaiting(tx, linkCheckDue, await tenantIds(tx)));
      for (const tenantId of free) {
        await database.withTenant(tenantId, systemActor, async (tx) => {
          for (const { id, host } of await takeDue(tx, clock.now(), MOST_DUE)) {
            await emit(tx, tenantId, linkCheckDue, { target_id: id, host });
          }
        });
      }
    },
  },
  {
    name: 'trust.remove-tests',
    everyMs: DAY_MS,
    lane: 'bulk',
    run: async () => {
      const now = clock.now().getTime();
      const before = new Date(now - testLimits.keptDays * DAY_MS);
      for (const tenantId of await database.withoutTenant(tenantIds)) {
        await database.withTenant(tenantId, systemActor, async (tx) => {
          await removeRuns(tx, before, new Date(now - STUCK_MS));
          await removeTestEvents(tx, before);
        });
      }
    },
  },
];

async function tellOfLink(run: JobRun<(typeof linkFailed)['payload']['_output']>, deps: TesterJobDeps): Promise<void> {
  const { tenantId, jobId, payload, transaction } = run;
  const { rule, target, what } = payload;
  await transaction(async (tx) => {
    const at = deps.clock.now();
    const managers = await managersWhoFind(tx, 'tools', () => findRule(tx, payload.rule_id));
    const text = sentence(`link.${what}`, { rule, target });
    const news = { tenantId, cause: jobId, kind: 'link', text, path: PATH, at } as const;
    if (!(await notify(tx, { ...news, to: managers.map(({ id }) => id) }))) return;
    if (what === 'recovered' || what === 'resumed') return;
    const tenant = await tenantById(tx, tenantId);
    const action = { label: sentence('action.look'), url: `${originOfTenant(deps.publicOrigin, tenant)}${PATH}` };
    for (const { email: to, language, first_name: firstName } of managers) {
      const values = { brand: tenant.displayName, firstName, lines: [text], action };
      await queueMail(tx, { tenantId, to, language, name: 'link-failed', values, at });
    }
  });
}
