// What paying does outside a request: files, mails about what failed, and asking a person where nobody answers.
import { ASK_AFTER_DAYS } from '@tributary/contract/billing/paying';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { systemActor, type Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import { type Job, type JobRun, job } from '../../../platform/jobs/topics.ts';
import { sentence } from '../../../words/sentences.ts';
import { findPartner, managersWhoFind } from '../../accounts/index.ts';
import { queueMail } from '../../mail/index.ts';
import { notify } from '../../notifications/index.ts';
import { originOfTenant, tenantById, tenantIds } from '../../tenancy/index.ts';
import type { BillingJobDeps } from '../deps.ts';
import { moneyIn } from '../said-money.ts';
import { changeBatch } from './batches/batches.repo.ts';
import { makeFiles } from './files/make-files.ts';
import { rejectSentence } from './files/reject-codes.ts';
import { askAbout, findPayment } from './payments/payments.repo.ts';
import { filesWanted, paymentFailed, paymentReturned } from './topics.ts';

const PAYMENTS_PATH = '/am/affiliates/billing/payments/all';
const OWN_PATH = '/publisher/profile/payment/payments';

export const payingJobs = (deps: BillingJobDeps): Job[] => [
  job(filesWanted, 'billing.make-files', {
    lane: 'bulk',
    retryAfterSeconds: [5, 60],
    run: (run) => makeFiles(run, run.payload.batch_id, deps),
    died: ({ payload, transaction }) =>
      transaction((tx) =>
        changeBatch(tx, payload.batch_id, {
          work_state: 'failed',
          work_error: 'The files could not be made. Please try again.',
        }),
      ),
  }),
  job(paymentFailed, 'billing.tell-failed', { run: (run) => tellOf(run, run.payload.payment_id, 'failed', deps) }),
  job(paymentReturned, 'billing.tell-returned', {
    run: (run) => tellOf(run, run.payload.payment_id, 'returned', deps),
  }),
];

const tellOf = (
  run: JobRun<unknown>,
  id: string,
  outcome: 'failed' | 'returned',
  deps: BillingJobDeps,
): Promise<void> =>
  run.transaction(async (tx) => {
    const payment = await findPayment(tx, id);
    const publisher = payment && (await findPartner(tx, 'publisher', { id: payment.owner_id }));
    if (!payment || !publisher) return;
    const at = deps.clock.now();
    const named = `${payment.number_text} (${payment.end_to_end_id})`;
    const reason = rejectSentence(payment.code ?? 'NARR');
    const isNew = await tellPayers(tx, run.tenantId, {
      cause: run.jobId,
      text: sentence(`payment.${outcome}`, { payment: named, reason }),
      at,
    });
    if (!isNew) return;
    const tenant = await tenantById(tx, run.tenantId);
    await queueMail(tx, {
      tenantId: run.tenantId,
      to: publisher.email,
      language: publisher.language,
      name: `payment-${outcome}`,
      values: {
        brand: tenant.displayName,
        firstName: publisher.firstName,
        lines: [
          sentence('line.payment', {
            payment: payment.number_text ?? '',
            amount: moneyIn(publisher.language, BigInt(payment.pay_micros), payment.pay_currency),
          }),
          sentence('line.payment-reason', { reason }),
        ],
        action: {
          label: sentence('action.open-payments'),
          url: `${originOfTenant(deps.publicOrigin, tenant)}${OWN_PATH}?record=${id}`,
        },
      },
      at,
    });
  });

/** those whose role pays */
async function tellPayers(
  tx: Tx,
  tenantId: string,
  news: { cause: string; text: ReturnType<typeof sentence>; at: Date },
): Promise<boolean> {
  const payers = await managersWhoFind(tx, 'payouts', async () => news);
  return notify(tx, {
    tenantId,
    to: payers.map(({ id }) => id),
    kind: 'payment',
    path: PAYMENTS_PATH,
    ...news,
  });
}

export const payingTasks = ({ database, clock }: BillingJobDeps): RecurringTask[] => [
  {
    // what became of it is not known, so it is never tried again by itself
    name: 'billing.ask-about-payments',
    everyMs: HOUR_MS,
    lane: 'bulk',
    run: async () => {
      const at = clock.now();
      const before = new Date(at.getTime() - ASK_AFTER_DAYS * DAY_MS);
      for (const tenantId of await database.withoutTenant(tenantIds)) {
        await database.withTenant(tenantId, systemActor, async (tx) => {
          const count = await askAbout(tx, before, at);
          if (count === 0) return;
          const text = sentence('payment.unanswered', { count });
          await tellPayers(tx, tenantId, { cause: newId(), text, at });
        });
      }
    },
  },
];
