// The tenant's part of a free trial: the workspace under a subdomain of its own, on the trial's terms, and the request
// it came from. One address gets one trial.
import type { FreeTrialBody } from '@tributary/contract';
import { trialTerms } from '@tributary/contract/site/plans';
import { DAY_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { createTenant } from './repo.ts';
import { tenantChanged } from './snapshot.repo.ts';
import { subdomainsFor } from './subdomain-of-company.ts';
import { addTrialRequest } from './trial-requests.repo.ts';

/** thrown, so that the transaction takes back the tenant it has just made */
export class TrialExists extends Error {}

export interface NewTrial {
  tenantId: string;
  request: FreeTrialBody;
  brandLabel: string;
  at: Date;
}

/** in a transaction bound to the new tenant's id */
export async function createTrial(tx: Tx, trial: NewTrial): Promise<{ subdomain: string; endsAt: Date }> {
  const endsAt = new Date(trial.at.getTime() + trialTerms.days * DAY_MS);
  const subdomain = await settle(tx, trial, endsAt);
  if (!(await addTrialRequest(tx, trial.tenantId, trial.request, trial.at))) throw new TrialExists();
  await emit(tx, trial.tenantId, tenantChanged, {});
  return { subdomain, endsAt };
}

async function settle(tx: Tx, { tenantId, request, brandLabel, at }: NewTrial, endsAt: Date): Promise<string> {
  for (const subdomain of subdomainsFor(request.company, brandLabel)) {
    const terms = { plan: trialTerms.plan, planKind: 'trial', planEndsAt: endsAt } as const;
    if (await createTenant(tx, { id: tenantId, subdomain, ...terms, createdAt: at })) return subdomain;
  }
  throw new Fault('busy', undefined, { detail: { company: request.company, reason: 'no free subdomain' } });
}
