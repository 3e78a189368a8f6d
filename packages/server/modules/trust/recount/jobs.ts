// Each night the last days of every workspace are counted again, and the last of a month when it is closed; who may look is told
// where something differs.
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { systemActor, type Tx } from '../../../platform/db/database.ts';
import { emit, withoutWaiting } from '../../../platform/jobs/outbox.repo.ts';
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import { type Job, type JobRun, job } from '../../../platform/jobs/topics.ts';
import { addDays, dayOf, startOf } from '../../../platform/zone.ts';
import { sentence } from '../../../words/sentences.ts';
import { managersWhoFind } from '../../accounts/index.ts';
import { periodClosed } from '../../billing/index.ts';
import { rebuildDay } from '../../conversions/index.ts';
import { queueMail } from '../../mail/index.ts';
import { notify } from '../../notifications/index.ts';
import { originOfTenant, rollupDaysOf, tenantById, tenantIds } from '../../tenancy/index.ts';
import { forgetKeptRows } from '../../tracking/index.ts';
import { type RecountDeps, recountDay } from './recount-day.ts';
import { endWait, findRecount, letWait, waitingFor } from './recounts.repo.ts';
import { dayToRebuild, dayToRecount, driftFound } from './topics.ts';

export interface RecountJobDeps extends RecountDeps {
  publicOrigin: URL;
}

/** late rows come for some days: each day is counted in three nights, the last of a month on the 3rd for the last time */
const NIGHTS = 3;
/** by then a day's last rows have come from every tracker that is alive */
const NIGHT_BEGINS = '02:00';
/** what trackers have counted themselves is kept for as long as anybody may ask about a day */
const KEPT_DAYS = 400;
const PATH = '/am/settings/system/recounts';
const RETRIES = [30, 300, 1800] as const;

export const recountJobs = (deps: RecountJobDeps): Job[] => {
  const died = ({ payload, transaction }: JobRun<{ day: string }>) => transaction((tx) => endWait(tx, payload.day));
  return [
    job(dayToRecount, 'trust.recount', {
      lane: 'bulk',
      retryAfterSeconds: RETRIES,
      run: ({ tenantId, payload }) => recountDay(deps, tenantId, payload),
      died,
    }),
    job(dayToRebuild, 'trust.rebuild-day', {
      lane: 'bulk',
      retryAfterSeconds: RETRIES,
      run: async ({ tenantId, payload: { day }, transaction }) => {
        const isDone = await rebuildDay(deps, tenantId, day);
        await transaction((tx) => letWait(tx, tenantId, day, isDone ? 'turn' : 'rollups'));
        await recountDay(deps, tenantId, { day, books: true });
      },
      died,
    }),
    job(periodClosed, 'trust.recount-closed', {
      lane: 'bulk',
      run: ({ tenantId, payload: { month } }) => recountDay(deps, tenantId, { day: lastDay(month), books: true }),
    }),
    job(driftFound, 'trust.tell-of-drift', { run: (run) => tellOfDrift(run, deps) }),
  ];
};

/** "2026-02" */
export const lastDay = (month: string): string => addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1);

export const recountTasks = ({ database, clock }: RecountDeps): RecurringTask[] => [
  {
    name: 'trust.recounts',
    everyMs: HOUR_MS,
    lane: 'prompt',
    run: async () => {
      const now = clock.now();
      const tenants = await database.withoutTenant(async (tx) => withoutWaiting(tx, dayToRecount, await tenantIds(tx)));
      for (const tenantId of tenants) {
        await database.withTenant(tenantId, systemActor, (tx) => announceNight(tx, tenantId, now));
      }
    },
  },
];

/** once a night, by the workspace's own clock; and what has waited until all rollups were counted anew */
export async function announceNight(tx: Tx, tenantId: string, now: Date): Promise<void> {
  const { timeZone, rebuild } = await rollupDaysOf(tx, tenantId);
  if (rebuild) return;
  const today = dayOf(now, timeZone);
  const begins = startOf(`${today}T${NIGHT_BEGINS}`, timeZone);
  const newest = addDays(today, -1);
  const last = await findRecount(tx, newest);
  const isDue = now >= begins && !(last?.at && last.at >= begins);
  const waiting = await waitingFor(tx, 'rollups');
  if (isDue) await forgetKeptRows(tx, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
  const nights = isDue ? Array.from({ length: NIGHTS }, (_, back) => addDays(newest, -back)) : [];
  for (const day of new Set([...nights, ...waiting])) {
    await emit(tx, tenantId, dayToRecount, { day, books: day === newest });
  }
}

async function tellOfDrift(run: JobRun<{ day: string; differences: number }>, deps: RecountJobDeps): Promise<void> {
  const { tenantId, jobId, payload, transaction } = run;
  await transaction(async (tx) => {
    const at = deps.clock.now();
    const managers = await managersWhoFind(tx, 'settings', () => findRecount(tx, payload.day));
    const text = sentence('drift.found', { day: payload.day, differences: payload.differences });
    const news = { tenantId, cause: jobId, kind: 'drift', text, path: PATH, at } as const;
    if (!(await notify(tx, { ...news, to: managers.map(({ id }) => id) }))) return;
    const tenant = await tenantById(tx, tenantId);
    const action = { label: sentence('action.look'), url: `${originOfTenant(deps.publicOrigin, tenant)}${PATH}` };
    for (const { email: to, language, first_name: firstName } of managers) {
      const values = { brand: tenant.displayName, firstName, lines: [text], action };
      await queueMail(tx, { tenantId, to, language, name: 'drift-found', values, at });
    }
  });
}
