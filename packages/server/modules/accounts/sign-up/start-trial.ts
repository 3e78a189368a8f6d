// A free trial: the workspace, its owner, and the mail with the link that sets the owner's password, in one transaction.
// A repeat with the same address gets the same answer and no second workspace; a job mails the owner again.
import type { FreeTrialBody, trialRoutes } from '@tributary/contract';
import type { Handlers, PlainCall } from '../../../http/call.ts';
import { filledHoneypot } from '../../../http/honeypot.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { type Language, sentence } from '../../../words/sentences.ts';
import { recordAudit } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import { createTrial, nextNumber, PLATFORM_TENANT_ID, TrialExists, tenantOrigin } from '../../tenancy/index.ts';
import { createPasswordLink } from '../passwords/forgotten-password.ts';
import { addAccount } from '../repo.ts';
import { trialRepeated } from './sign-up-topics.ts';

export interface TrialDeps {
  database: Database;
  publicOrigin: URL;
  brandName: string;
  brandLabel: string;
}

/** the mail of a trial is often read days later */
const LINK_MS = 7 * DAY_MS;

export const trialHandlers = (deps: TrialDeps): Handlers<typeof trialRoutes> => ({
  freeTrial: async ({ body }, call) => {
    if (filledHoneypot(body, call)) return { registered: true };
    try {
      await startTrial(body, call, deps);
    } catch (error) {
      if (!(error instanceof TrialExists)) throw error;
      await deps.database.withTenant(PLATFORM_TENANT_ID, systemActor, (tx) =>
        emit(tx, PLATFORM_TENANT_ID, trialRepeated, { email: body.email }),
      );
    }
    return { registered: true };
  },
});

async function startTrial(request: FreeTrialBody, call: PlainCall, deps: TrialDeps): Promise<void> {
  const at = call.clock.now();
  const tenantId = newId(at.getTime());
  await deps.database.withTenant(tenantId, systemActor, async (tx) => {
    const { subdomain, endsAt } = await createTrial(tx, { tenantId, request, brandLabel: deps.brandLabel, at });
    const { firstName, lastName } = splitName(request.name);
    const owner = { id: newId(at.getTime()), first_name: firstName, email: request.email };
    await addAccount(tx, {
      tenantId,
      id: owner.id,
      type: 'admin',
      isOwner: true,
      sequence: await nextNumber(tx, tenantId, 'user'),
      firstName,
      lastName,
      email: request.email,
      passwordHash: null,
      status: 'approved',
      company: request.company,
      createdAt: at,
    });
    await recordAudit(
      tx,
      { ...call, tenant: { id: tenantId } },
      {
        action: 'tenant.trial-started',
        objectKind: 'tenant',
        objectId: tenantId,
        after: { subdomain, ends_at: endsAt.toISOString(), company: request.company, email: request.email },
      },
    );
    const origin = tenantOrigin(deps.publicOrigin, subdomain);
    await mailTrialLink(tx, { tenantId, owner, origin, brandName: deps.brandName, at, mail: 'trial-ready' });
  });
}

/** the first word is the first name; a single word is all the name there is */
function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

export async function mailTrialLink(
  tx: Tx,
  trial: {
    tenantId: string;
    owner: { id: string; first_name: string; email: string; language?: Language };
    origin: string;
    brandName: string;
    at: Date;
    mail: 'trial-ready' | 'trial-link-again';
  },
): Promise<void> {
  const { tenantId, owner, origin, at } = trial;
  const url = await createPasswordLink(tx, { tenantId, userId: owner.id, origin, at, lifetimeMs: LINK_MS });
  await queueMail(tx, {
    tenantId,
    to: owner.email,
    // a trial begins in English: the site has asked for no language yet
    language: owner.language ?? 'en',
    name: trial.mail,
    values: {
      brand: trial.brandName,
      firstName: owner.first_name,
      lines: [{ verbatim: sentence('line.sign-in-at', { origin }) }],
      action: { label: sentence('action.set-password'), url },
    },
    at,
  });
}
