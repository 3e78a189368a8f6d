// The advertiser's side: credit, deposits and what they pay, invoices as they are paid, and the portal's view of it.

import {
  advertiserBalanceList,
  type advertiserBillingRoutes,
  depositLog,
  type HistoryEntry,
  historyLog,
  invoiceLog,
  ownDepositLog,
  ownInvoiceLog,
} from '@tributary/contract/billing/advertisers';
import { formatMoney } from '@tributary/contract/money';
import type { SettingsOf } from '@tributary/contract/settings';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { actorNames } from '../../accounts/index.ts';
import { exportList } from '../../audit/index.ts';
import { readSettings, type StoredSettings, saveSettings } from '../../settings/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import type { BillingDeps } from '../deps.ts';
import { creditDocument, pageOfLines, previewRun, requireDocument, runHandlers, startRun } from '../documents/index.ts';
import { once } from '../idempotency.ts';
import { todayOf } from '../today.ts';
import { advertiserBalances } from './balances.repo.ts';
import { accountOf, balancesOn, ownAccount, setTerms, shownBalance } from './balances.ts';
import { setLimit, watchCredit } from './credit.ts';
import { allocationsOf, depositsOf, findListedDeposit, listedDeposits } from './deposits.repo.ts';
import {
  allocateDeposit,
  allocateOldest,
  recordDeposit,
  requireAdvertiser,
  returnDeposit,
  shownDeposit,
  shownOwnDeposit,
  takeBack,
} from './deposits.ts';
import { billingHistory, type HistoryRow, historyBalance, historyCurrencies } from './history.repo.ts';
import { invoicesOf, listedInvoices } from './invoices.repo.ts';
import { recover, remind, shownInvoice, shownOwnInvoice, writeOff } from './invoices.ts';

export { setLimit, watchCredit } from './credit.ts';
export { recordDeposit } from './deposits.ts';
export { advertiserBillingJobs, advertiserBillingTasks } from './jobs.ts';
export { checkDeposits } from './verify.repo.ts';

const today = async (tx: Tx, { tenant, clock }: SignedInCall) => ({
  today: await todayOf(tx, tenant.id, clock.now()),
});

async function shownPayIn(tx: Tx, { version, value, changedBy, changedAt }: StoredSettings<'collection'>) {
  const names = await actorNames(tx, changedBy === null ? [] : [changedBy]);
  return {
    value,
    version,
    changed_by_name: changedBy === null ? null : (names.get(changedBy) ?? null),
    changed_at: changedAt && unixSeconds(changedAt),
  };
}

const shownEntry = (row: HistoryRow): HistoryEntry => ({
  id: row.id,
  at: unixSeconds(row.at),
  kind: row.kind as HistoryEntry['kind'],
  subject: { kind: row.subject_kind, id: row.subject_id },
  reference: row.reference,
  currency: row.currency,
  amount: formatMoney(BigInt(row.amount_micros)),
  balance: formatMoney(BigInt(row.balance_micros)),
});

async function historyOf(tx: Tx, { principal, tenant }: SignedInCall, asked: string | undefined) {
  const { currency: home } = await termsOfTenant(tx, tenant.id);
  const currencies = await historyCurrencies(tx, principal.userId, home);
  const currency = asked ?? currencies[0] ?? null;
  return { currencies, currency, of: { ownerId: principal.userId, currency: currency ?? '' } };
}

const invoiceRuns = runHandlers('advertiser');

export const advertiserBillingHandlers = ({ publicOrigin }: BillingDeps): Handlers<typeof advertiserBillingRoutes> => ({
  advertiserBalances: inTransaction(async ({ query }, call, tx) => {
    const on = await balancesOn(tx, call);
    const { rows, total } = await advertiserBalances.page(tx, query, on);
    return { rows: rows.map((row) => shownBalance(row, on.rates.home)), total };
  }),
  exportAdvertiserBalances: async ({ query }, call) => {
    const on = await call.transaction((tx) => balancesOn(tx, call));
    return exportList(
      call,
      { action: 'advertiser-balances.exported', objectKind: 'advertiser', filter: query },
      { ...advertiserBalanceList, of: 'advertiser' },
      advertiserBalances.all(call.transaction, query, on, (_tx, rows) =>
        rows.map((row) => shownBalance(row, on.rates.home)),
      ),
    );
  },
  advertiserAccount: inTransaction(({ params }, call, tx) => accountOf(tx, call, params.id)),
  setCreditLimit: inTransaction(async ({ params, body }, call, tx) => {
    const { id } = await requireAdvertiser(tx, params.id);
    await setLimit(tx, call, id, body);
    return accountOf(tx, call, id);
  }),
  setAdvertiserTerms: inTransaction(async ({ params, body }, call, tx) => {
    await setTerms(tx, call, params.id, body);
    return accountOf(tx, call, params.id);
  }),
  allocateOldest: once('allocateOldest', ({ params, body }, call, tx) =>
    allocateOldest(tx, call, params.id, body.currency),
  ),
  deposits: inTransaction(async ({ query }, _call, tx) => {
    const { rows, next } = await listedDeposits.page(tx, query);
    return { rows: rows.map(shownDeposit), next };
  }),
  exportDeposits: async ({ query }, call) =>
    exportList(
      call,
      { action: 'deposits.exported', objectKind: 'deposit', filter: query },
      { ...depositLog, of: 'advertiser' },
      listedDeposits.all(call.transaction, query, undefined, (_tx, rows) => rows.map(shownDeposit)),
    ),
  deposit: inTransaction(async ({ params }, _call, tx) => {
    const row = await findListedDeposit(tx, params.id);
    if (!row) throw new Fault('not_found');
    const allocations = (await allocationsOf(tx, row.id)).map(({ document_id: id, number, amount }) => ({
      invoice: { id, number },
      amount: formatMoney(BigInt(amount)),
    }));
    return { ...shownDeposit(row), allocations };
  }),
  recordDeposit: once('recordDeposit', ({ body }, call, tx) => recordDeposit(tx, call, body)),
  allocateDeposit: once('allocateDeposit', ({ params, body }, call, tx) =>
    allocateDeposit(tx, call, params.id, body.invoices ?? null),
  ),
  takeBackAllocation: once('takeBackAllocation', ({ params, body }, call, tx) => takeBack(tx, call, params.id, body)),
  returnDeposit: once('returnDeposit', ({ params, body }, call, tx) => returnDeposit(tx, call, params.id, body.reason)),
  invoices: inTransaction(async ({ query }, call, tx) => {
    const { rows, next } = await listedInvoices.page(tx, query, await today(tx, call));
    return { rows: rows.map(shownInvoice), next };
  }),
  exportInvoices: async ({ query }, call) =>
    exportList(
      call,
      { action: 'invoices.exported', objectKind: 'invoice', filter: query },
      { ...invoiceLog, of: 'advertiser' },
      listedInvoices.all(call.transaction, query, await call.transaction((tx) => today(tx, call)), (_tx, rows) =>
        rows.map(shownInvoice),
      ),
    ),
  previewInvoices: inTransaction(({ query }, call, tx) => {
    const { period_to: periodTo, owner_id: onlyOwner } = query;
    return previewRun(tx, call, { side: 'advertiser', periodTo, onlyOwner });
  }),
  makeInvoices: once('makeInvoices', ({ body }, call, tx) => {
    const { period_from: periodFrom, period_to: periodTo, owner_id: onlyOwner } = body;
    return startRun(tx, call, { side: 'advertiser', periodFrom, periodTo, onlyOwner });
  }),
  invoiceRuns: invoiceRuns.all,
  exportInvoiceRuns: invoiceRuns.file,
  invoiceRun: invoiceRuns.one,
  invoiceRunItems: invoiceRuns.items,
  stopInvoiceRun: invoiceRuns.stop,
  resumeInvoiceRun: invoiceRuns.resume,
  invoiceLines: inTransaction(async ({ params, query }, _call, tx) =>
    pageOfLines(tx, await requireDocument(tx, 'advertiser', params.id), query),
  ),
  creditInvoice: once('creditInvoice', async ({ params, body }, call, tx) => {
    const day = await todayOf(tx, call.tenant.id, call.clock.now());
    const note = await creditDocument(tx, call, 'advertiser', params.id, { ...body, day });
    await watchCredit(tx, call.tenant.id, call.clock.now(), [note.owner_id]);
    return { id: note.id, number: note.number_text ?? '' };
  }),
  remindInvoice: inTransaction(({ params }, call, tx) => remind(tx, call, params.id, publicOrigin)),
  recoverInvoice: once('recoverInvoice', ({ params, body }, call, tx) => recover(tx, call, params.id, body)),
  writeOffInvoice: once('writeOffInvoice', ({ params, body }, call, tx) => writeOff(tx, call, params.id, body)),
  payIn: inTransaction(async (_input, { tenant }, tx) =>
    shownPayIn(tx, await readSettings(tx, tenant.id, 'collection')),
  ),
  savePayIn: inTransaction(async ({ body }, call, tx) =>
    shownPayIn(tx, await saveSettings(tx, call, 'collection', body)),
  ),
  ownPayIn: inTransaction(async (_input, call, tx) => {
    const { value }: { value: SettingsOf<'collection'> } = await readSettings(tx, call.tenant.id, 'collection');
    const { number, amounts } = await ownAccount(tx, call);
    return { ...value, reference: `${call.tenant.subdomain.toUpperCase()}-${number}`, ...amounts };
  }),
  ownDeposits: inTransaction(async ({ query }, { principal }, tx) => {
    const { rows, next } = await depositsOf.page(tx, query, principal.userId);
    return { rows: rows.map(shownOwnDeposit), next };
  }),
  exportOwnDeposits: async ({ query }, call) =>
    exportList(
      call,
      { action: 'deposits.exported', objectKind: 'deposit', filter: query },
      { ...ownDepositLog, of: 'advertiser' },
      depositsOf.all(call.transaction, query, call.principal.userId, (_tx, rows) => rows.map(shownOwnDeposit)),
    ),
  ownInvoices: inTransaction(async ({ query }, call, tx) => {
    const scope = { ownerId: call.principal.userId, ...(await today(tx, call)) };
    const { rows, next } = await invoicesOf.page(tx, query, scope);
    return { rows: rows.map(shownOwnInvoice), next };
  }),
  ownInvoiceLines: inTransaction(async ({ params, query }, { principal }, tx) =>
    pageOfLines(tx, await requireDocument(tx, 'advertiser', params.id, principal.userId), query),
  ),
  exportOwnInvoices: async ({ query }, call) => {
    const scope = { ownerId: call.principal.userId, ...(await call.transaction((tx) => today(tx, call))) };
    return exportList(
      call,
      { action: 'own-invoices.exported', objectKind: 'invoice', filter: query },
      { ...ownInvoiceLog, of: 'advertiser' },
      invoicesOf.all(call.transaction, query, scope, (_tx, rows) => rows.map(shownOwnInvoice)),
    );
  },
  ownBillingHistory: inTransaction(async ({ query }, call, tx) => {
    const { currencies, currency, of } = await historyOf(tx, call, query.currency);
    const { rows, next } = await billingHistory.page(tx, query, of);
    const balances: { currency: string; balance: string }[] = [];
    for (const one of currencies) {
      const balance = await historyBalance(tx, { ownerId: of.ownerId, currency: one });
      balances.push({ currency: one, balance: formatMoney(balance) });
    }
    return { balances, currency, rows: rows.map(shownEntry), next };
  }),
  exportOwnBillingHistory: async ({ query }, call) => {
    const { of } = await call.transaction((tx) => historyOf(tx, call, query.currency));
    return exportList(
      call,
      { action: 'billing-history.exported', objectKind: 'advertiser', filter: query },
      { ...historyLog, of: 'advertiser' },
      billingHistory.all(call.transaction, query, of, (_tx, rows) => rows.map(shownEntry)),
    );
  },
});
