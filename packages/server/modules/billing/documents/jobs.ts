// What follows outside the request: runs, and what a partner is told of its documents.
import { type Job, type JobRun, job } from '../../../platform/jobs/topics.ts';
import { sentence } from '../../../words/sentences.ts';
import { findPartner } from '../../accounts/index.ts';
import { type MailName, queueMail } from '../../mail/index.ts';
import { notify } from '../../notifications/index.ts';
import { originOfTenant, tenantById } from '../../tenancy/index.ts';
import type { BillingJobDeps } from '../deps.ts';
import { ownerOfDocument } from '../entries.repo.ts';
import { dayIn, moneyIn } from '../said-money.ts';
import { findDocument } from './documents.repo.ts';
import { setRun } from './runs.repo.ts';
import { runBilling } from './runs.ts';
import { documentAwaited, documentCredited, documentIssued, runAsked } from './topics.ts';

/** where a partner finds its documents */
const pathOf = {
  publisher: '/publisher/profile/payment/documents',
  advertiser: '/advertiser/billing/invoices',
} as const;

export const documentJobs = (deps: BillingJobDeps): Job[] => [
  job(runAsked, 'billing.run', {
    lane: 'bulk',
    retryAfterSeconds: [1, 5, 30, 120],
    run: ({ tenantId, payload }) => runBilling(deps, tenantId, payload.run_id),
    died: ({ payload, transaction }, error) =>
      transaction((tx) =>
        setRun(tx, payload.run_id, {
          state: 'failed',
          error: error.message.slice(0, 500),
          finished_at: deps.clock.now(),
        }),
      ),
  }),
  job(documentIssued, 'billing.tell-issued', { run: (run) => tell(run, deps, 'document-issued') }),
  job(documentAwaited, 'billing.tell-awaited', { run: (run) => tell(run, deps, 'invoice-awaited') }),
  job(documentCredited, 'billing.tell-credited', { run: (run) => tell(run, deps, 'document-credited') }),
];

/** at the bell and by mail; the notification carries the job's id, so that one that runs again tells nobody twice */
async function tell(
  { payload, tenantId, jobId, transaction }: JobRun<{ document_id: string }>,
  { clock, publicOrigin }: BillingJobDeps,
  name: Extract<MailName, 'document-issued' | 'invoice-awaited' | 'document-credited'>,
): Promise<void> {
  await transaction(async (tx) => {
    const found = await ownerOfDocument(tx, payload.document_id);
    // the table's check keeps the side within its list
    const side = found?.side as 'publisher' | 'advertiser' | undefined;
    const document = side && (await findDocument(tx, side, payload.document_id));
    // an own invoice that is here was sent by the one who would be told of it
    if (!document || (name === 'document-issued' && document.kind === 'own-invoice')) return;
    const owner = await findPartner(tx, document.side, { id: document.owner_id });
    if (!owner) return;
    const at = clock.now();
    const path = `${pathOf[document.side]}?record=${document.id}`;
    const { language } = owner;
    const say = (micros: string): string => moneyIn(language, BigInt(micros), document.currency);
    const amount = say(document.total_micros);
    const text = sentence(`bell.${name}`, { number: document.number_text ?? '', amount });
    if (!(await notify(tx, { tenantId, to: [owner.id], cause: jobId, kind: 'document', text, path, at }))) return;
    const tenant = await tenantById(tx, tenantId);
    await queueMail(tx, {
      tenantId,
      to: owner.email,
      language,
      name,
      values: {
        brand: tenant.displayName,
        firstName: owner.firstName,
        lines: [
          ...(document.number_text ? [sentence('line.document', { number: document.number_text })] : []),
          sentence('line.amount', { amount }),
          ...(document.kind === 'invoice' && document.settled_micros !== '0'
            ? [sentence('line.paid-from-prepaid', { amount: say(document.settled_micros) })]
            : []),
          ...(document.due_on && document.kind !== 'credit-note' && document.settled_micros !== document.total_micros
            ? [sentence('line.due', { day: dayIn(language, document.due_on) })]
            : []),
        ],
        action: { label: sentence('action.open-documents'), url: `${originOfTenant(publicOrigin, tenant)}${path}` },
      },
      at,
    });
  });
}
