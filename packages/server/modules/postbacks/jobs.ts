// Changes of a conversion become calls; calls are made until they arrive or are given up.
import { retryAfterSeconds } from '@tributary/contract/conversions/postbacks';
import type { Tx } from '../../platform/db/database.ts';
import { type Job, type JobRun, job } from '../../platform/jobs/topics.ts';
import { sentence } from '../../words/sentences.ts';
import { findPartner, managersWhoFind } from '../accounts/index.ts';
import { conversionChanged } from '../conversions/index.ts';
import { queueMail } from '../mail/index.ts';
import { notify } from '../notifications/index.ts';
import { originOfTenant, tenantById } from '../tenancy/index.ts';
import { findDelivery, type StoredDelivery } from './deliveries.repo.ts';
import { planDeliveries } from './plan.ts';
import { kindOf, type SendDeps, sendDelivery } from './send.ts';
import { noteGivenUp } from './targets.repo.ts';
import { deliveryDue } from './topics.ts';

export interface PostbackJobDeps extends SendDeps {
  publicOrigin: URL;
}

/** deliveries given up in a row, each after all its retries: then the address is switched off */
export const DISABLE_AFTER = 3;

export const postbackJobs = (deps: PostbackJobDeps): Job[] => [
  job(conversionChanged, 'postbacks.plan', {
    lane: 'bulk',
    run: async ({ payload, tenantId, transaction }) => {
      const { conversion_id: conversionId, change, status, revision, sequence } = payload;
      const cause = `${change}-${sequence ?? revision}`;
      const happened = { conversionId, change, status, cause, sequence, payoutChanged: payload.payout_changed };
      await transaction((tx) => planDeliveries(tx, tenantId, happened, deps.clock.now()));
    },
  }),
  job(deliveryDue, 'postbacks.send', {
    lane: 'deliveries',
    place: ({ publisher_id, host }) => publisher_id ?? host,
    retryAfterSeconds,
    run: async (run) => {
      if ((await sendDelivery(run, deps)) === 'given up') await giveUp(run, deps);
    },
  }),
];

async function giveUp(run: JobRun<{ delivery_id: string }>, deps: PostbackJobDeps): Promise<void> {
  await run.transaction(async (tx) => {
    const delivery = await findDelivery(tx, run.payload.delivery_id);
    if (!delivery) return;
    const reason = `${DISABLE_AFTER} calls in a row failed with all their retries; the last said: ${delivery.last_error}`;
    const off = await noteGivenUp(tx, kindOf(delivery), delivery.target_id, { failures: DISABLE_AFTER, reason });
    if (off) await tell(tx, run, delivery, deps);
  });
}

const OWN_POSTBACKS = '/publisher/reports/conversions/postbacks';

/** the account managers always, and the publisher whose address it is */
async function tell(
  tx: Tx,
  { tenantId, jobId }: JobRun<unknown>,
  delivery: StoredDelivery,
  { clock, publicOrigin }: PostbackJobDeps,
): Promise<void> {
  const isWebhook = kindOf(delivery) === 'webhook';
  const { publisher_id: id } = delivery;
  const publisher = isWebhook || id === null ? null : await findPartner(tx, 'publisher', { id });
  const text = publisher
    ? sentence('disabled.publisher', { name: publisher.name, number: publisher.number })
    : sentence(isWebhook ? 'disabled.webhook' : 'disabled.postback');
  const path = isWebhook ? '/am/reports/affiliate-postbacks?kind=webhook' : '/am/affiliates/postbacks?enabled=0';
  const at = clock.now();
  const told = { tenantId, cause: jobId, kind: 'postback-disabled', at } as const;
  const admins = await managersWhoFind(tx, publisher ? 'affiliates' : 'developer', () => findDelivery(tx, delivery.id));
  if (!(await notify(tx, { ...told, to: admins.map(({ id }) => id), text, path }))) return;
  if (publisher) {
    const own = sentence('disabled.own', { host: new URL(delivery.url).host });
    await notify(tx, { ...told, to: [publisher.id], text: own, path: OWN_POSTBACKS });
  }
  const tenant = await tenantById(tx, tenantId);
  const origin = originOfTenant(publicOrigin, tenant);
  const address = new URL(delivery.url).origin;
  const answer = delivery.last_error ?? sentence('line.no-answer');
  const lines = [{ verbatim: sentence('line.address', { address }) }, sentence('line.last-answer', { answer })];
  const managers = admins.map((manager) => ({
    to: manager.email,
    language: manager.language,
    firstName: manager.first_name,
    url: `${origin}${path}`,
  }));
  const own = publisher
    ? [
        {
          to: publisher.email,
          language: publisher.language,
          firstName: publisher.firstName,
          url: `${origin}${OWN_POSTBACKS}`,
        },
      ]
    : [];
  for (const { to, language, firstName, url } of [...managers, ...own]) {
    await queueMail(tx, {
      tenantId,
      to,
      language,
      name: 'postback-disabled',
      values: { brand: tenant.displayName, firstName, lines, action: { label: sentence('action.look'), url } },
      at,
    });
  }
}
