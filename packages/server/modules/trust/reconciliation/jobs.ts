// The work on a reconciliation, whichever its state asks for, and who is told when it was applied.
import { type Job, type JobRun, job } from '../../../platform/jobs/topics.ts';
import { sentence } from '../../../words/sentences.ts';
import { findPartner, managersWhoFind } from '../../accounts/index.ts';
import { queueMail } from '../../mail/index.ts';
import { notify } from '../../notifications/index.ts';
import { originOfTenant, tenantById } from '../../tenancy/index.ts';
import { type ApplyDeps, applyRows, undoRows } from './apply.ts';
import { matchRows } from './match.ts';
import { findReconciliation, setReconciliation } from './reconciliations.repo.ts';
import { countOutcomes } from './rows.repo.ts';
import { reconciliationApplied, reconciliationAsked } from './topics.ts';

export interface ReconciliationJobDeps extends ApplyDeps {
  publicOrigin: URL;
}
const MANAGERS_PATH = '/am/reports/conversions/validation';
const OWN_PATH = '/advertiser/reports/conversion/validation';

export const reconciliationJobs = (deps: ReconciliationJobDeps): Job[] => [
  job(reconciliationAsked, 'trust.reconcile', {
    lane: 'bulk',
    retryAfterSeconds: [1, 5, 30, 120],
    run: async ({ tenantId, payload: { reconciliation_id: id }, transaction }) => {
      const state = (await transaction((tx) => findReconciliation(tx, id)))?.state;
      if (state === 'matching') await matchRows(deps, tenantId, id);
      if (state === 'applying') await applyRows(deps, tenantId, id);
      if (state === 'undoing') await undoRows(deps, tenantId, id);
    },
    died: ({ payload, transaction }) =>
      transaction((tx) =>
        setReconciliation(tx, payload.reconciliation_id, {
          halted: 'failed',
          error: 'The work on it failed. What was done stands; it can go on from there.',
        }),
      ),
  }),
  job(reconciliationApplied, 'trust.tell-of-reconciliation', { run: (run) => tell(run, deps) }),
];

/** the advertiser whose file it was, and the managers who find it, at the bell and by mail */
async function tell(
  { tenantId, jobId, payload: { reconciliation_id: id }, transaction }: JobRun<{ reconciliation_id: string }>,
  { clock, publicOrigin }: ReconciliationJobDeps,
): Promise<void> {
  await transaction(async (tx) => {
    const stored = await findReconciliation(tx, id);
    if (!stored) return;
    const at = clock.now();
    const changed = (await countOutcomes(tx, id)).find(({ outcome }) => outcome === 'changed')?.rows ?? 0;
    const text = sentence('reconciliation.applied', { file: stored.file_name, changed });
    const tenant = await tenantById(tx, tenantId);
    const origin = originOfTenant(publicOrigin, tenant);
    const managers = await managersWhoFind(tx, 'conversions', () => findReconciliation(tx, id));
    const advertiser = await findPartner(tx, 'advertiser', { id: stored.advertiser_id });
    const told = [
      {
        path: `${MANAGERS_PATH}/${id}`,
        people: managers.map((one) => ({ ...one, firstName: one.first_name })),
      },
      { path: `${OWN_PATH}/${id}`, people: advertiser ? [advertiser] : [] },
    ];
    for (const { path, people } of told) {
      const news = { tenantId, cause: jobId, kind: 'reconciliation', text, path, at } as const;
      if (!(await notify(tx, { ...news, to: people.map((one) => one.id) }))) continue;
      const action = { label: sentence('action.look'), url: `${origin}${path}` };
      for (const { email: to, language, firstName } of people) {
        const values = { brand: tenant.displayName, firstName, lines: [text], action };
        await queueMail(tx, { tenantId, to, language, name: 'reconciliation-applied', values, at });
      }
    }
  });
}
