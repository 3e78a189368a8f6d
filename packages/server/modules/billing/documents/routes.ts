import type {
  DocumentDetail,
  DocumentLine,
  DocumentRow,
  documentRoutes,
  RunItem,
  runItemLog,
} from '@tributary/contract/billing/documents';
import { adjustmentLog, balanceList, DocumentTax, documentLog, runLog } from '@tributary/contract/billing/documents';
import type { Side } from '@tributary/contract/billing/money';
import { type billingTermsRoutes, type TaxRule, taxRuleList } from '@tributary/contract/billing/terms';
import { formatMoney } from '@tributary/contract/money';
import type { z } from 'zod';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { requireSection, requireShown, requireWhole } from '../../../http/permission.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { atomically } from '../../../platform/db/atomically.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { addDays } from '../../../platform/zone.ts';
import { exportList, recordAudit } from '../../audit/index.ts';
import { type NameReader, withKnownNames } from '../../conversions/index.ts';
import { rateText } from '../../rates/index.ts';
import type { BillingDeps } from '../deps.ts';
import { once } from '../idempotency.ts';
import { seeing } from '../seeing.ts';
import { todayOf } from '../today.ts';
import { waitingIn } from '../waiting.ts';
import { adjustments, findAdjustment } from './adjustments.repo.ts';
import { adjust, reverse, shownAdjustment } from './adjustments.ts';
import { balances } from './balances.repo.ts';
import { balancesAt, shownBalances, shownSums } from './balances.ts';
import {
  documentLines,
  documents,
  findDocument,
  findFile,
  type StoredDocument,
  type StoredLine,
} from './documents.repo.ts';
import { approveDocument, creditDocument, discardDraft, issueDocument, takeOwnInvoice } from './issue.ts';
import { acceptAgreement, saveOwnProfile, sendForm, shownProfile } from './profiles.ts';
import { runItems, runs, type StoredItem } from './runs.repo.ts';
import { requireRun, resumeRun, shownRun, startRun, stopRun } from './runs.ts';
import { addRule, profileOf, removeRule, ruleOf, taxRules } from './tax.repo.ts';
import { type Rule, samplesFor } from './tax.ts';
import { paymentSettings, requirePartner, saveTerms, shownTerms } from './terms.ts';

const money = (micros: string): string => formatMoney(BigInt(micros));
const PERCENT_OF_PPM = 100n;
/** parts in a million as a percentage: 190000 → "19" */
const percent = (ppm: number): string => formatMoney(BigInt(ppm) * PERCENT_OF_PPM);
const ppmOf = (percentMicros: bigint): number => Number(percentMicros / PERCENT_OF_PPM);

/** nothing is left to pay of what was taken back, nor of what took it back */
const isOver = ({ state, kind }: StoredDocument): boolean => state === 'credited' || kind === 'credit-note';
/** the VAT of one that is not issued yet is owed to nobody: it is booked with the issue */
const owedOf = ({ state, net_micros, total_micros }: StoredDocument): bigint =>
  BigInt(state === 'draft' || state === 'awaiting' ? net_micros : total_micros);
export const shownDocument = (row: StoredDocument): DocumentRow => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  number: row.number_text,
  owner: { id: row.owner_id, number: row.owner_number, name: row.owner_name },
  currency: row.currency,
  period_from: row.period_from,
  period_to: addDays(row.period_to, -1),
  lines: row.line_count,
  entries: row.entry_count,
  net: money(row.net_micros),
  vat: money(row.vat_micros),
  total: money(row.total_micros),
  withheld: money(row.withheld_micros),
  to_pay: formatMoney(BigInt(row.total_micros) - BigInt(row.withheld_micros)),
  settled: formatMoney(BigInt(row.settled_micros) - BigInt(row.on_the_way_micros)),
  on_the_way: money(row.on_the_way_micros),
  open: formatMoney(isOver(row) ? 0n : owedOf(row) - BigInt(row.settled_micros)),
  made_at: unixSeconds(row.made_at),
  issued_at: row.issued_at && unixSeconds(row.issued_at),
  due_on: row.due_on,
  po_number: row.po_number,
  version: row.version,
});

const named = (id: string | null, number: string | null) => (id === null ? null : { id, number });
export const shownDetail = (row: StoredDocument): DocumentDetail => ({
  ...shownDocument(row),
  tax: DocumentTax.catch({ treatment: null, texts: [], is_sample: false }).parse(row.tax),
  rate:
    row.rate_e12 && row.home_currency && row.rate_day
      ? {
          home_currency: row.home_currency,
          rate: rateText(BigInt(row.rate_e12)),
          day: row.rate_day,
          source: row.rate_source ?? '',
        }
      : null,
  note: row.note,
  credits: named(row.credits_id, row.credits_number),
  credited_by: named(row.credited_by_id, row.credited_by_number),
  own_file: row.file_id === null ? null : { id: row.file_id, name: row.file_name ?? '' },
});

const shownLine = (row: StoredLine): DocumentLine => ({
  position: row.position,
  kind: row.kind,
  offer: row.offer_number === null ? null : { number: row.offer_number, name: row.offer_title ?? '' },
  goal: row.goal_name || null,
  month: row.month,
  quantity: Number(row.quantity),
  amount: money(row.amount_micros),
  rate: row.rate_ppm === null ? null : percent(row.rate_ppm),
  text: row.text,
});

const shownItem = (row: StoredItem): RunItem => ({
  id: `${row.owner_id}.${row.currency}`,
  owner: { id: row.owner_id, number: row.owner_number, name: row.owner_name },
  currency: row.currency,
  outcome: row.outcome,
  reason: row.reason,
  amount: money(row.amount_micros),
  document_id: row.document_id,
  document_number: row.document_number,
});

/** the same for both sides: how far a run has come, and what it made */
export const runHandlers = (side: Side) => ({
  all: inTransaction(async ({ query }: { query: z.output<typeof runLog.query> }, _call: SignedInCall, tx) => {
    const page = await runs.page(tx, query, side);
    return { rows: page.rows.map(shownRun), next: page.next };
  }),
  file: async ({ query }: { query: z.output<typeof runLog.fileQuery> }, call: SignedInCall) =>
    exportList(
      call,
      { action: 'billing-runs.exported', objectKind: 'billing-run', filter: { side, ...query } },
      runLog,
      runs.all(call.transaction, query, side, (_tx, rows) => rows.map(shownRun)),
    ),
  one: inTransaction(async ({ params }: OfRun, _call: SignedInCall, tx) =>
    shownRun(await requireRun(tx, side, params.id)),
  ),
  items: inTransaction(
    async ({ params, query }: OfRun & { query: z.output<typeof runItemLog.query> }, _call: SignedInCall, tx) => {
      const { id } = await requireRun(tx, side, params.id);
      const page = await runItems.page(tx, query, id);
      return { rows: page.rows.map(shownItem), next: page.next };
    },
  ),
  stop: inTransaction(({ params }: OfRun, call: SignedInCall, tx) => stopRun(tx, call, side, params.id)),
  resume: inTransaction(({ params }: OfRun, call: SignedInCall, tx) => resumeRun(tx, call, side, params.id)),
});
interface OfRun {
  params: { id: string };
}

const shownRule = (rule: Rule): TaxRule => ({
  id: rule.id,
  side: rule.side,
  from: rule.from,
  countries: [...rule.countries],
  party: rule.party,
  form: rule.form,
  vat: rule.vat,
  vat_rate: percent(rule.vatPpm),
  withholding_rate: percent(rule.withholdingPpm),
  threshold: formatMoney(rule.threshold),
  without_form_rate: percent(rule.withoutFormPpm),
  note: rule.note,
  is_sample: rule.isSample,
});

/** drafts are nobody's but ours */
export async function requireDocument(tx: Tx, side: Side, id: string, ownerId?: string): Promise<StoredDocument> {
  const found = await findDocument(tx, side, id);
  const isHidden = ownerId !== undefined && (found?.owner_id !== ownerId || found.state === 'draft');
  if (!found || isHidden) throw new Fault('not_found');
  return found;
}

export async function pageOfLines(
  tx: Tx,
  document: StoredDocument,
  query: { after?: string | undefined; limit?: number | undefined },
  /** in a publisher's portal: names that it may not know are numbers */
  reader?: NameReader & { at: Date },
) {
  const page = await documentLines.page(tx, query, { documentId: document.id, forPublisher: reader !== undefined });
  const rows = reader ? await withKnownNames(tx, reader, page.rows, reader.at) : page.rows;
  return { rows: rows.map(shownLine), next: page.next };
}

/** each for itself: one that cannot be does not hold up the others */
async function each(
  tx: Tx,
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<{ done: number; refused: { id: string; message: string }[] }> {
  const refused: { id: string; message: string }[] = [];
  let done = 0;
  for (const id of new Set(ids)) {
    try {
      await atomically(tx, () => work(id));
      done++;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      refused.push({ id, message: error.message });
    }
  }
  return { done, refused };
}

/** a rule is the whole workspace's; one of publishers decides what they are paid */
function requireRuleMaker(call: SignedInCall, side: Side): void {
  requireWhole(call);
  if (side === 'publisher') requireSection(call.principal, 'payouts', 'write');
}

async function addTaxRule(
  tx: Tx,
  call: SignedInCall,
  body: z.output<(typeof billingTermsRoutes)['addTaxRule']['body']>,
): Promise<TaxRule> {
  requireRuleMaker(call, body.side);
  const at = call.clock.now();
  const rule: Rule = {
    id: newId(at.getTime()),
    side: body.side,
    from: body.from,
    countries: body.countries,
    party: body.party,
    form: body.form,
    vat: body.vat,
    vatPpm: ppmOf(body.vat_rate),
    withholdingPpm: ppmOf(body.withholding_rate),
    threshold: body.threshold,
    withoutFormPpm: ppmOf(body.without_form_rate),
    note: body.note,
    isSample: false,
  };
  await addRule(tx, call.tenant.id, rule, { by: call.principal.userId, at });
  const { id: objectId, ...after } = shownRule(rule);
  await recordAudit(tx, call, { action: 'tax-rule.added', objectKind: 'tax-rule', objectId, after });
  return shownRule(rule);
}

const samplesOf = async (tx: Tx, { tenant }: SignedInCall): Promise<Rule[]> =>
  samplesFor((await paymentSettings(tx, tenant.id)).country);

async function takeRuleOut(tx: Tx, call: SignedInCall, id: string): Promise<{ id: string }> {
  requireWhole(call);
  const side = isId(id) ? await removeRule(tx, id, call.clock.now()) : null;
  if (side === null) throw new Fault('not_found');
  requireRuleMaker(call, side);
  await recordAudit(tx, call, { action: 'tax-rule.removed', objectKind: 'tax-rule', objectId: id });
  return { id };
}

async function fileById(tx: Tx, id: string | null | undefined) {
  const file = id ? await findFile(tx, id) : null;
  if (!file) throw new Fault('not_found');
  return {
    name: file.name,
    type: file.media_type,
    bytes: file.content.length,
    content: (async function* () {
      yield file.content;
    })(),
  };
}

const termsHandlers = (): Handlers<typeof billingTermsRoutes> => ({
  publisherTerms: inTransaction(({ params }, call, tx) => shownTerms(tx, call.tenant.id, 'publisher', params.id)),
  savePublisherTerms: inTransaction(({ params, body }, call, tx) => saveTerms(tx, call, 'publisher', params.id, body)),
  publisherTaxProfile: inTransaction(({ params }, call, tx) =>
    shownProfile(tx, call.tenant.id, params.id, call.clock.now()),
  ),
  publisherTaxForm: inTransaction(async ({ params }, call, tx) => {
    requireShown(call.principal, 'publisher_contact');
    await requirePartner(tx, 'publisher', params.id);
    const file = await fileById(tx, (await profileOf(tx, params.id))?.formFileId);
    await recordAudit(tx, call, { action: 'tax-form.taken', objectKind: 'user', objectId: params.id });
    return file;
  }),
  ownTaxForm: inTransaction(async (_input, { principal }, tx) => {
    requireShown(principal, 'publisher_contact');
    return fileById(tx, (await profileOf(tx, principal.userId))?.formFileId);
  }),
  ownTaxProfile: inTransaction((_input, call, tx) =>
    shownProfile(tx, call.tenant.id, call.principal.userId, call.clock.now()),
  ),
  saveOwnTaxProfile: inTransaction(({ body }, call, tx) => saveOwnProfile(tx, call, body)),
  sendOwnTaxForm: inTransaction(({ body }, call, tx) => sendForm(tx, call, body)),
  acceptSelfBilling: inTransaction(({ body }, call, tx) => acceptAgreement(tx, call, body.version)),
  taxRules: inTransaction(async ({ query }, call, tx) => {
    const { rows, total } = await taxRules.page(tx, query, await samplesOf(tx, call));
    return { rows: rows.map((row) => shownRule(ruleOf(row))), total };
  }),
  exportTaxRules: async ({ query }, call) =>
    exportList(
      call,
      { action: 'tax-rules.exported', objectKind: 'tax-rule', filter: query },
      taxRuleList,
      taxRules.all(call.transaction, query, await call.transaction((tx) => samplesOf(tx, call)), (_tx, rows) =>
        rows.map((row) => shownRule(ruleOf(row))),
      ),
    ),
  addTaxRule: inTransaction(({ body }, call, tx) => addTaxRule(tx, call, body)),
  removeTaxRule: inTransaction(({ params }, call, tx) => takeRuleOut(tx, call, params.id)),
});

const SIDE = 'publisher';
const publisherRuns = runHandlers(SIDE);

const publisherHandlers = (deps: BillingDeps): Handlers<typeof documentRoutes> => ({
  billingBalances: inTransaction(async ({ query }, call, tx) => {
    const at = await balancesAt(tx, call.tenant.id, call.clock.now());
    const { rows, total } = await balances.page(tx, query, at);
    return { rows: await shownBalances(tx, call.tenant.id, rows, at), total };
  }),
  billingBalanceTotals: inTransaction(async (_input, call, tx) => ({
    rows: await shownSums(tx, await balancesAt(tx, call.tenant.id, call.clock.now())),
  })),
  exportBillingBalances: async ({ query }, call) => {
    const at = await call.transaction((tx) => balancesAt(tx, call.tenant.id, call.clock.now()));
    return exportList(
      call,
      { action: 'billing-balances.exported', objectKind: 'document', filter: query },
      balanceList,
      balances.all(call.transaction, query, at, (tx, rows) => shownBalances(tx, call.tenant.id, rows, at)),
    );
  },
  documents: inTransaction(async ({ query }, _call, tx) => {
    const page = await documents.page(tx, query, { side: SIDE });
    return { rows: page.rows.map(shownDocument), next: page.next };
  }),
  exportDocuments: async ({ query }, call) =>
    exportList(
      call,
      { action: 'documents.exported', objectKind: 'document', filter: query },
      documentLog,
      documents.all(call.transaction, query, { side: SIDE }, (_tx, rows) => rows.map(shownDocument)),
    ),
  document: inTransaction(async ({ params }, _call, tx) => {
    const document = await requireDocument(tx, SIDE, params.id);
    return { ...shownDetail(document), waiting: await waitingIn(tx, document) };
  }),
  documentLines: inTransaction(async ({ params, query }, _call, tx) =>
    pageOfLines(tx, await requireDocument(tx, SIDE, params.id), query),
  ),
  discardDraft: inTransaction(({ params }, call, tx) => discardDraft(tx, call, SIDE, params.id)),
  issueDocument: once('issueDocument', async ({ params, body }, call, tx) =>
    shownDetail(await issueDocument(tx, call, SIDE, params.id, body.version)),
  ),
  issueDocuments: once('issueDocuments', ({ body }, call, tx) =>
    each(tx, body.ids, (id) => issueDocument(tx, call, SIDE, id)),
  ),
  approveDocument: once('approveDocument', async ({ params, body }, call, tx) =>
    shownDetail(await approveDocument(tx, call, SIDE, params.id, body.version)),
  ),
  approveDocuments: once('approveDocuments', ({ body }, call, tx) =>
    each(tx, body.ids, (id) => approveDocument(tx, call, SIDE, id)),
  ),
  creditDocument: once('creditDocument', async ({ params, body }, call, tx) => {
    const day = await todayOf(tx, call.tenant.id, call.clock.now());
    return shownDetail(await creditDocument(tx, call, SIDE, params.id, { ...body, day }));
  }),
  ownInvoiceFile: inTransaction(async ({ params }, { principal }, tx) => {
    requireShown(principal, 'publisher_contact');
    return fileById(tx, (await requireDocument(tx, SIDE, params.id)).file_id);
  }),
  billingRuns: publisherRuns.all,
  exportBillingRuns: publisherRuns.file,
  startBillingRun: once('startBillingRun', ({ body }, call, tx) =>
    startRun(tx, call, {
      side: SIDE,
      periodFrom: body.period_from,
      periodTo: body.period_to,
      onlyOwner: body.owner_id,
    }),
  ),
  billingRun: publisherRuns.one,
  billingRunItems: publisherRuns.items,
  stopBillingRun: publisherRuns.stop,
  resumeBillingRun: publisherRuns.resume,
  adjustments: inTransaction(async ({ query }, _call, tx) => {
    const page = await adjustments.page(tx, query, SIDE);
    return { rows: page.rows.map(shownAdjustment), next: page.next };
  }),
  exportAdjustments: async ({ query }, call) =>
    exportList(
      call,
      { action: 'adjustments.exported', objectKind: 'adjustment', filter: query },
      adjustmentLog,
      adjustments.all(call.transaction, query, SIDE, (_tx, rows) => rows.map(shownAdjustment)),
    ),
  adjustment: inTransaction(async ({ params }, _call, tx) => {
    const found = await findAdjustment(tx, SIDE, params.id);
    if (!found) throw new Fault('not_found');
    return shownAdjustment(found);
  }),
  addAdjustment: once('addAdjustment', ({ body: { owner_id: ownerId, ...rest } }, call, tx) =>
    adjust(tx, call, SIDE, { ownerId, ...rest }),
  ),
  reverseAdjustment: once('reverseAdjustment', ({ params, body }, call, tx) =>
    reverse(tx, call, SIDE, params.id, body.reason),
  ),
  ownDocuments: inTransaction(async ({ query }, { principal }, tx) => {
    const page = await documents.page(tx, query, { side: SIDE, ownerId: principal.userId });
    return { rows: page.rows.map(shownDocument), next: page.next };
  }),
  ownDocument: ({ params }, call) =>
    seeing(deps, call).transaction(async (tx) => {
      const { userId } = call.principal;
      const document = await requireDocument(tx, SIDE, params.id, userId);
      return { ...shownDetail(document), waiting: await waitingIn(tx, document, userId) };
    }),
  ownDocumentLines: inTransaction(async ({ params, query }, { tenant, principal: { userId }, clock }, tx) =>
    pageOfLines(tx, await requireDocument(tx, SIDE, params.id, userId), query, {
      ...{ tenantId: tenant.id, role: SIDE, userId, at: clock.now() },
    }),
  ),
  ownSentInvoice: inTransaction(async ({ params }, { principal }, tx) => {
    requireShown(principal, 'publisher_contact');
    return fileById(tx, (await requireDocument(tx, SIDE, params.id, principal.userId)).file_id);
  }),
  exportOwnDocuments: async ({ query }, call) =>
    exportList(
      call,
      { action: 'documents.exported', objectKind: 'document', filter: query },
      documentLog,
      documents.all(call.transaction, query, { side: SIDE, ownerId: call.principal.userId }, (_tx, rows) =>
        rows.map(shownDocument),
      ),
    ),
  sendOwnInvoice: (input, call) =>
    once('sendOwnInvoice', async ({ params, body }: typeof input, asSystem: SignedInCall, tx) => {
      const day = await todayOf(tx, call.tenant.id, call.clock.now());
      return shownDetail(await takeOwnInvoice(tx, asSystem, params.id, body, day));
    })(input, seeing(deps, call)),
});

export const documentHandlers = (deps: BillingDeps) => ({ ...termsHandlers(), ...publisherHandlers(deps) });
