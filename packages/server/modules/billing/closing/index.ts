// The overview, the close of a month, and the journal.
import { closeList, type closingRoutes, type JournalEntry, journalLog } from '@tributary/contract/billing/closing';
import { formatMoney } from '@tributary/contract/money';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { maySee } from '../../../http/permission.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { type Job, job } from '../../../platform/jobs/topics.ts';
import { sentence } from '../../../words/sentences.ts';
import { workspaceOwners } from '../../accounts/index.ts';
import { exportList } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import { notify } from '../../notifications/index.ts';
import { originOfTenant, tenantById, termsOfTenant, zoneAt } from '../../tenancy/index.ts';
import type { BillingDeps, BillingJobDeps } from '../deps.ts';
import { once } from '../idempotency.ts';
import { checklistOf, closeDetails, closePeriod, reopenPeriod, toClose } from './close.ts';
import { closes, type FoundEntry, type JournalReader, journal } from './closes.repo.ts';
import { overviewOf } from './overview.ts';
import { periodReopened } from './topics.ts';

export { checkCloses } from './check-closes.ts';
export { refuseClosedMonth, refuseRateOfClosed } from './months.ts';
export { periodClosed } from './topics.ts';

const shown = (row: FoundEntry): JournalEntry => ({
  id: row.sequence,
  at: unixSeconds(row.at),
  debit: row.debit,
  credit: row.credit,
  account: row.number === null ? null : { number: row.number, name: row.name ?? '' },
  leg: row.leg,
  subject: { kind: row.subject_kind, id: row.subject_id },
  currency: row.currency,
  amount: formatMoney(BigInt(row.amount_micros)),
  period: row.period,
  is_earlier: row.is_earlier,
  reason: row.reason,
});

const readerOf = async (tx: Tx, { tenant, principal, clock }: SignedInCall): Promise<JournalReader> => ({
  timeZone: zoneAt((await termsOfTenant(tx, tenant.id)).zones, clock.now()),
  knowsPublishers: maySee(principal, 'payouts'),
});

export const closingHandlers = ({ countDrift, countUnmatched }: BillingDeps): Handlers<typeof closingRoutes> => ({
  billingOverview: inTransaction((_input, call, tx) => overviewOf(tx, call)),
  journal: inTransaction(async ({ query }, call, tx) => {
    const { rows, next } = await journal.page(tx, query, await readerOf(tx, call));
    return { rows: rows.map(shown), next };
  }),
  exportJournal: async ({ query }, call) => {
    const reader = await call.transaction((tx) => readerOf(tx, call));
    return exportList(
      call,
      { action: 'journal.exported', objectKind: 'journal', filter: query },
      journalLog,
      journal.all(call.transaction, query, reader, (_tx, rows) => rows.map(shown)),
    );
  },
  closes: inTransaction(async ({ query }, _call, tx) => {
    const { rows, total } = await closes.page(tx, query);
    return { rows: rows.map(toClose), total };
  }),
  exportCloses: async ({ query }, call) =>
    exportList(
      call,
      { action: 'closes.exported', objectKind: 'period', filter: query },
      closeList,
      closes.all(call.transaction, query, undefined, (_tx, rows) => rows.map(toClose)),
    ),
  closeChecklist: inTransaction(({ query }, call, tx) =>
    checklistOf(tx, call, query.month, { countDrift, countUnmatched }),
  ),
  closePeriod: once('closePeriod', ({ body }, call, tx) => closePeriod(tx, call, body, { countDrift, countUnmatched })),
  periodClose: inTransaction(({ params }, call, tx) => closeDetails(tx, call, params.id)),
  reopenPeriod: inTransaction(({ params, body }, call, tx) => reopenPeriod(tx, call, params.id, body.reason)),
});

const PATH = '/am/billing/closes';

export const closingJobs = ({ clock, publicOrigin }: BillingJobDeps): Job[] => [
  job(periodReopened, 'closing.tell-owners', {
    run: ({ tenantId, jobId, payload, transaction }) =>
      transaction(async (tx) => {
        const at = clock.now();
        const owners = await workspaceOwners(tx);
        const text = sentence('period.reopened', { month: payload.month, reason: payload.reason });
        const news = { tenantId, cause: jobId, kind: 'period', text, path: PATH, at } as const;
        if (!(await notify(tx, { ...news, to: owners.map(({ id }) => id) }))) return;
        const tenant = await tenantById(tx, tenantId);
        const action = { label: sentence('action.look'), url: `${originOfTenant(publicOrigin, tenant)}${PATH}` };
        for (const { email: to, language, first_name: firstName } of owners) {
          const values = { brand: tenant.displayName, firstName, lines: [text], action };
          await queueMail(tx, { tenantId, to, language, name: 'period-reopened', values, at });
        }
      }),
  }),
];
