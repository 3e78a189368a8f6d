// Account managers hear of requests by notification and mail: of the first at once, of those that come within the hour after
// it together, so that however many postbacks ask for something, one mail says how many wait.
import { HOUR_MS } from '../../../platform/clock.ts';
import { type Database, systemActor } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import type { JobRun } from '../../../platform/jobs/topics.ts';
import { sentence } from '../../../words/sentences.ts';
import { managersWhoFind } from '../../accounts/index.ts';
import { takeHead } from '../../ledger/index.ts';
import { queueMail } from '../../mail/index.ts';
import { lastNotified, notifyEach } from '../../notifications/index.ts';
import { originOfTenant, tenantById, tenantIds } from '../../tenancy/index.ts';
import type { ConversionJobDeps } from '../jobs.ts';
import { requestsWaiting } from '../topics.ts';
import { openRequests } from './requests.repo.ts';

const PATH = '/am/reports/conversions/requests?state=open';

/** a round for those that came within the hour after others: the job finds out whether anybody was told of them */
export async function announceRequests(database: Database): Promise<void> {
  for (const tenantId of await database.withoutTenant(tenantIds)) {
    await database.withTenant(tenantId, systemActor, async (tx) => {
      if ((await openRequests(tx)) > 0) await emit(tx, tenantId, requestsWaiting, {});
    });
  }
}

export async function tellOfRequests(run: JobRun<unknown>, { clock, publicOrigin }: ConversionJobDeps): Promise<void> {
  await run.transaction(async (tx) => {
    const { tenantId, jobId } = run;
    // whoever asks holds it until that is stored: what this does not see was asked after this moment
    await takeHead(tx, tenantId);
    const at = clock.now();
    const last = await lastNotified(tx, 'requests');
    if (last && at.getTime() - last.getTime() < HOUR_MS) return;
    if ((await openRequests(tx, last)) === 0) return;
    const managers = await managersWhoFind(tx, 'conversions', async () => (await openRequests(tx)) || null);
    const textFor = ({ found: count }: { found: number }) => sentence('requests.waiting', { count });
    const news = { tenantId, cause: jobId, kind: 'requests', path: PATH, at } as const;
    if (!(await notifyEach(tx, news, managers, textFor))) return;
    const tenant = await tenantById(tx, tenantId);
    const action = {
      label: sentence('action.see-requests'),
      url: `${originOfTenant(publicOrigin, tenant)}${PATH}`,
    };
    for (const manager of managers) {
      const values = { brand: tenant.displayName, firstName: manager.first_name, lines: [textFor(manager)], action };
      const { email: to, language } = manager;
      await queueMail(tx, { tenantId, to, language, name: 'requests-waiting', values, at });
    }
  });
}
