// New terms are told to everybody whom they concern, a batch at a time.
import type { Clock } from '../../../platform/clock.ts';
import { emitOnce } from '../../../platform/jobs/outbox.repo.ts';
import { type Job, job } from '../../../platform/jobs/topics.ts';
import { sentence } from '../../../words/sentences.ts';
import { queueMail } from '../../mail/index.ts';
import { tenantById, tenantOrigin } from '../../tenancy/index.ts';
import { findTerms, partnersToTell } from './terms.repo.ts';
import { termsPublished } from './terms-topics.ts';

const BATCH = 200;

export const termsJobs = (deps: { clock: Clock; publicOrigin: URL }): Job[] => [
  job(termsPublished, 'terms.tell-partners', {
    lane: 'bulk',
    run: ({ payload, tenantId, jobId, transaction }) =>
      transaction(async (tx) => {
        const terms = await findTerms(tx, payload.terms_id);
        if (!terms) return;
        const partners = await partnersToTell(tx, terms.audience, payload.after, BATCH);
        const last = partners.at(-1);
        // the next batch is an event under this job's own id: a run that is repeated finds it and mails nobody twice
        const next = { ...payload, after: last?.number ?? 0 };
        if (!last || !(await emitOnce(tx, { tenantId, id: jobId }, termsPublished, next))) return;
        const tenant = await tenantById(tx, tenantId);
        const url = `${tenantOrigin(deps.publicOrigin, tenant.subdomain)}/terms?for=${terms.audience}`;
        const day = terms.effectiveAt.toISOString().slice(0, 10);
        for (const { email, firstName, language } of partners) {
          await queueMail(tx, {
            tenantId,
            to: email,
            language,
            name: 'terms-published',
            values: {
              brand: tenant.displayName,
              firstName,
              lines: [sentence('line.terms-from', { day })],
              action: { label: sentence('action.read-terms'), url },
            },
            at: deps.clock.now(),
          });
        }
      }),
  }),
];
