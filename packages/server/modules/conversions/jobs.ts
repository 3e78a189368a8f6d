// What happens outside a request: receipts become conversions, holds end, lots are booked, people hear of caps.
import type { HiddenClass } from '@tributary/contract';
import { formatMoney } from '@tributary/contract/money';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { emit, withoutWaiting } from '../../platform/jobs/outbox.repo.ts';
import type { RecurringTask } from '../../platform/jobs/recurring.ts';
import { type Job, type JobRun, job } from '../../platform/jobs/topics.ts';
import { type Sentence, sentence } from '../../words/sentences.ts';
import { type Manager, managersWhoFind } from '../accounts/index.ts';
import { receiptsStored, rollupsToRebuild } from '../events/index.ts';
import { queueMail } from '../mail/index.ts';
import { BLANKED, notifyEach } from '../notifications/index.ts';
import { pauseOffer } from '../offers/index.ts';
import { ratesChanged } from '../rates/index.ts';
import { originOfTenant, tenantById } from '../tenancy/index.ts';
import { capReached } from '../tracking/index.ts';
import { findReached, type ReachedCap } from './caps/caps-log.repo.ts';
import { followRate } from './follow-rate.ts';
import { findLateLots } from './lots/late-lots.ts';
import { announceDays, announceLateDays, bookDay } from './lots/lots.ts';
import { rebuildRollups } from './rebuild-rollups.ts';
import { processReceipts, type ReceiptDeps } from './receipts/process-receipt.ts';
import { announceRequests, tellOfRequests } from './requests/tell-of-requests.ts';
import { runTimers } from './run-timers.ts';
import { tenantsWithWork } from './timers.repo.ts';
import { conversionsDue, dayToBook, lateLotsToFind, requestsWaiting } from './topics.ts';

export interface ConversionJobDeps extends ReceiptDeps {
  publicOrigin: URL;
}

export function conversionJobs(deps: ConversionJobDeps): Job[] {
  return [
    job(receiptsStored, 'conversions.process-receipts', {
      lane: 'receipts',
      run: ({ tenantId }) => processReceipts(deps, tenantId),
    }),
    // not in the lane of receipts: a tenant's new receipts must not wait for what it looks at a second time
    job(conversionsDue, 'conversions.run-timers', {
      lane: 'bulk',
      run: ({ tenantId }) => runTimers(deps, tenantId),
    }),
    job(conversionsDue, 'conversions.process-left-behind', {
      lane: 'receipts',
      run: ({ tenantId }) => processReceipts(deps, tenantId),
    }),
    job(dayToBook, 'conversions.book-day', {
      lane: 'bulk',
      run: ({ tenantId, payload }) => bookDay(deps, tenantId, payload),
    }),
    job(lateLotsToFind, 'conversions.find-late-lots', {
      lane: 'bulk',
      run: ({ tenantId, payload, jobId }) => findLateLots(deps, tenantId, payload.before, jobId),
    }),
    job(ratesChanged, 'conversions.follow-rate', {
      lane: 'bulk',
      run: ({ tenantId, payload }) => followRate(deps.database, tenantId, payload),
    }),
    job(rollupsToRebuild, 'conversions.rebuild-rollups', {
      lane: 'bulk',
      run: ({ tenantId, payload }) => rebuildRollups(deps, tenantId, payload.time_zone),
    }),
    job(capReached, 'conversions.pause-at-cap', {
      run: ({ payload, tenantId, transaction }) =>
        transaction(async (tx) => {
          const reached = await findReached(tx, payload.reached_id);
          if (reached?.action !== 'pause_offer') return;
          const reason = `${reached.period} cap on ${reached.metric}`;
          await pauseOffer(tx, { tenantId, offerId: reached.offer.id, clock: deps.clock, reason });
        }),
    }),
    job(requestsWaiting, 'conversions.tell-of-requests', { run: (run) => tellOfRequests(run, deps) }),
    job(capReached, 'conversions.tell-of-cap', { run: (run) => tellOfCap(run, run.payload.reached_id, deps) }),
  ];
}

const HOUR_MS = 60 * MINUTE_MS;
const QUARTER_MS = 15 * MINUTE_MS;

export const conversionTasks = ({ database, clock }: ReceiptDeps): RecurringTask[] => [
  {
    name: 'conversions.due',
    everyMs: 5_000,
    lane: 'prompt',
    run: async () => {
      const now = clock.now();
      const left = new Date(now.getTime() - MINUTE_MS);
      await database.withoutTenant(async (tx) => {
        // while the last announcement waits for its turn, another would only make the queue longer
        const tenants = await withoutWaiting(tx, conversionsDue, await tenantsWithWork(tx, now, left));
        for (const tenantId of tenants) await emit(tx, tenantId, conversionsDue, {});
      });
    },
  },
  { name: 'conversions.requests', everyMs: QUARTER_MS, lane: 'prompt', run: () => announceRequests(database) },
  { name: 'conversions.days', everyMs: HOUR_MS, lane: 'prompt', run: () => announceDays(database, clock.now()) },
  {
    name: 'conversions.late-days',
    everyMs: DAY_MS,
    lane: 'prompt',
    run: () => announceLateDays(database, clock.now()),
  },
];

type NoticedCap = Pick<ReachedCap, 'metric' | 'period' | 'offer' | 'publisher' | 'limit' | 'currency'>;

/** a cap of one publisher says whose it is: the offer goes on for all others */
export function reachedText(
  { metric, period, offer, publisher, limit, currency }: NoticedCap,
  hidden: readonly HiddenClass[] = [],
): Sentence {
  const isMoney = metric === 'revenue' || metric === 'payout';
  const isBlank = metric === 'revenue' && hidden.includes('revenue');
  const amount = isBlank ? BLANKED : isMoney ? `${formatMoney(limit)} ${currency}` : limit.toLocaleString('en-US');
  const words = { period: sentence(`cap.period.${period}`), metric: sentence(`cap.metric.${metric}`) };
  const { name, number } = offer;
  if (!publisher) {
    return sentence('cap.reached', { offer: name, number, period: words.period, amount, metric: words.metric });
  }
  return sentence('cap.reached-by', {
    publisher: publisher.name,
    publisherNumber: publisher.number,
    period: words.period,
    amount,
    metric: words.metric,
    offer: name,
    number,
  });
}

async function tellOfCap(run: JobRun<unknown>, reachedId: string, { clock, publicOrigin }: ConversionJobDeps) {
  await run.transaction(async (tx) => {
    const reached = await findReached(tx, reachedId);
    if (!reached) return;
    const { tenantId, jobId } = run;
    const textFor = ({ hidden }: Manager) => reachedText(reached, hidden);
    const path = '/am/reports/caps';
    const at = clock.now();
    const managers = await managersWhoFind(tx, 'reports', () => findReached(tx, reachedId));
    const news = { tenantId, cause: jobId, kind: 'cap', path, at } as const;
    if (!(await notifyEach(tx, news, managers, textFor))) return;
    const tenant = await tenantById(tx, tenantId);
    for (const manager of managers) {
      await queueMail(tx, {
        tenantId,
        to: manager.email,
        language: manager.language,
        name: 'cap-reached',
        values: {
          brand: tenant.displayName,
          firstName: manager.first_name,
          lines: [textFor(manager)],
          action: { label: sentence('action.see-caps'), url: `${originOfTenant(publicOrigin, tenant)}${path}` },
        },
        at,
      });
    }
  });
}
