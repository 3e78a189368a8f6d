// Account managers hear of what partners open and write; partners hear of answers and decisions, at the bell and by mail.
import type { Section } from '@tributary/contract';
import type { Side } from '@tributary/contract/billing/money';
import type { Tx } from '../../../platform/db/database.ts';
import { type Job, type JobRun, job } from '../../../platform/jobs/topics.ts';
import { type Sentence, sentence } from '../../../words/sentences.ts';
import { findPartner, managersWhoFind } from '../../accounts/index.ts';
import { queueMail } from '../../mail/index.ts';
import { notify, notifyEach } from '../../notifications/index.ts';
import { originOfTenant, tenantById } from '../../tenancy/index.ts';
import type { BillingJobDeps } from '../deps.ts';
import { type FoundAppeal, readAppeal } from './appeals.repo.ts';
import { appealAnswered, appealDecided, appealOpened } from './topics.ts';

const sectionOf: Record<Side, Section> = { publisher: 'payouts', advertiser: 'billing' };
const consolePath: Record<Side, string> = {
  publisher: '/am/affiliates/billing/appeals',
  advertiser: '/am/billing/disputes',
};
const portalPath: Record<Side, string> = {
  publisher: '/publisher/reports/conversions/appeals',
  advertiser: '/advertiser/reports/conversion/disputes',
};

/** the list, with the thread open */
const recordAt = (path: string, id: string): string => `${path}?record=${id}`;

const outcomes = ['upheld', 'overturned', 'partly'] as const;
const isOutcome = (state: string): state is (typeof outcomes)[number] => outcomes.some((one) => one === state);

type Run = JobRun<{ appeal_id: string }>;

async function foundBy(tx: Tx, id: string, now: Date): Promise<FoundAppeal | null> {
  return (
    (await readAppeal(tx, { side: 'publisher', now }, id)) ??
    (await readAppeal(tx, { side: 'advertiser', now }, id)) ??
    null
  );
}

async function tellManagers({ tenantId, jobId, payload, transaction }: Run, deps: BillingJobDeps) {
  await transaction(async (tx) => {
    const at = deps.clock.now();
    const appeal = await foundBy(tx, payload.appeal_id, at);
    if (appeal?.state !== 'open') return;
    const side = appeal.side as Side;
    const managers = await managersWhoFind(tx, sectionOf[side], async () => foundBy(tx, payload.appeal_id, at));
    const text = (): Sentence => sentence(`appeal.waiting.${side}`);
    const path = recordAt(consolePath[side], appeal.id);
    if (!(await notifyEach(tx, { tenantId, cause: jobId, kind: 'appeal', path, at }, managers, text))) return;
    const tenant = await tenantById(tx, tenantId);
    const action = { label: sentence('action.look'), url: `${originOfTenant(deps.publicOrigin, tenant)}${path}` };
    for (const { email: to, language, first_name: firstName } of managers) {
      const values = { brand: tenant.displayName, firstName, lines: [text()], action };
      await queueMail(tx, { tenantId, to, language, name: 'appeal-waiting', values, at });
    }
  });
}

async function tellOwner({ tenantId, jobId, payload, transaction }: Run, deps: BillingJobDeps, isDecided: boolean) {
  await transaction(async (tx) => {
    const at = deps.clock.now();
    const appeal = await foundBy(tx, payload.appeal_id, at);
    const side = appeal?.side as Side;
    const owner = appeal && (await findPartner(tx, side, { id: appeal.owner_id }));
    if (!owner) return;
    const text = sentence(`appeal.${isDecided ? 'decided' : 'answered'}.${side}`);
    const path = recordAt(portalPath[side], appeal.id);
    const news = { tenantId, to: [owner.id], cause: jobId, kind: 'appeal', text, path, at } as const;
    if (!(await notify(tx, news))) return;
    const tenant = await tenantById(tx, tenantId);
    const action = { label: sentence('action.look'), url: `${originOfTenant(deps.publicOrigin, tenant)}${path}` };
    const lines = isDecided && isOutcome(appeal.state) ? [text, sentence(`appeal.outcome.${appeal.state}`)] : [text];
    const values = { brand: tenant.displayName, firstName: owner.firstName, lines, action };
    const { email: to, language } = owner;
    await queueMail(tx, { tenantId, to, language, name: 'appeal-news', values, at });
  });
}

export const appealJobs = (deps: BillingJobDeps): Job[] => [
  job(appealOpened, 'appeals.tell-managers', { run: (run) => tellManagers(run, deps) }),
  job(appealAnswered, 'appeals.tell-of-answer', {
    run: (run) => (run.payload.by_manager ? tellOwner(run, deps, false) : tellManagers(run, deps)),
  }),
  // who withdraws knows it
  job(appealDecided, 'appeals.tell-of-decision', {
    run: async (run) => {
      if (run.payload.state !== 'withdrawn') await tellOwner(run, deps, true);
    },
  }),
];
