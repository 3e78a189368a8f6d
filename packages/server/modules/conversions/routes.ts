import type { ConversionRow, conversionRoutes, TraceStep } from '@tributary/contract/conversions';
import type { MacKey } from '@tributary/contract/siphash';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { recordAudit } from '../audit/index.ts';
import { addConversion } from './add-conversion.ts';
import { answerRequest, toRequest } from './answer-request.ts';
import { capUsage, resetCap } from './cap-routes.ts';
import { reachedAfter } from './caps-log.repo.ts';
import { checkPostback } from './check-postback.ts';
import { updateConversion } from './conversions.repo.ts';
import { adjustMany, adjustOne, decideMany, decideOne, decideOwn } from './decide.ts';
import { conversionDetails } from './details.ts';
import { withKnownNames } from './known-names.repo.ts';
import { type ConversionFilter, conversionRow, conversionsAfter } from './log.repo.ts';
import { type CsvColumn, exportLog, isoTime, logPage } from './log-page.ts';
import { postbackSetup, rotateSecrets, type SetupParts, setPostbackAuth } from './postback-setup.ts';
import { cursorOf, receiptRows, receiptsAfter } from './receipt-log.repo.ts';
import { replayReceipts } from './replay-receipts.ts';
import { openRequests, requestsAfter } from './requests.repo.ts';
import { toAdvertiserView, toReached, toReceipt, toRow, utmColumns } from './views.ts';

export interface ConversionParts extends SetupParts {
  database: Database;
  /** of click ids */
  key: MacKey;
}

const byId = ({ id }: { id: string }): string => id;

export const conversionHandlers = (parts: ConversionParts): Handlers<typeof conversionRoutes> => ({
  conversions: inTransaction(({ query }, _call, tx) =>
    logPage(query, tx, (inside, after, limit) => conversionsAfter(inside, query, idOf(after), limit), byId, toRow),
  ),
  exportConversions: async ({ query }, call) =>
    exportLog(
      call,
      { action: 'conversions.exported', objectKind: 'conversion', filter: query },
      async (tx, after, limit) => (await conversionsAfter(tx, query, after, limit)).map(toRow),
      byId,
      exportColumns,
    ),
  conversion: inTransaction(({ params }, _call, tx) => conversionDetails(tx, params.id)),
  addConversion: inTransaction(({ body }, call, tx) => addConversion(tx, call, parts.key, body)),
  decideConversion: inTransaction(({ params, body }, call, tx) => decideOne(tx, call, params.id, body)),
  decideConversions: ({ body: { ids, ...decision } }, call) => decideMany(parts.database, call, ids, decision),
  adjustConversion: inTransaction(({ params, body }, call, tx) => adjustOne(tx, call, params.id, body)),
  adjustConversions: async ({ body: { ids, ...amounts } }, call) => adjustMany(parts.database, call, ids, amounts),
  conversionRequests: inTransaction(async ({ query }, _call, tx) => ({
    ...(await logPage(
      query,
      tx,
      (inside, after, limit) => requestsAfter(inside, query, idOf(after), limit),
      byId,
      toRequest,
    )),
    open: await openRequests(tx),
  })),
  conversionRequest: inTransaction(async ({ params: { id } }, _call, tx) => {
    const [row] = isId(id) ? await requestsAfter(tx, { id }, null, 1) : [];
    if (!row) throw new Fault('not_found');
    return toRequest(row);
  }),
  answerRequest: inTransaction(({ params, body }, call, tx) => answerRequest(tx, call, params.id, body)),
  noteConversion: inTransaction(async ({ params, body }, call, tx) => {
    const row = isId(params.id) ? await conversionRow(tx, params.id) : null;
    if (!row) throw new Fault('not_found');
    await updateConversion(tx, row.id, { note: body.note });
    const trail = { action: 'conversion.noted', objectKind: 'conversion', objectId: row.id };
    await recordAudit(tx, call, { ...trail, before: { note: row.note }, after: { note: body.note } });
    return { id: row.id };
  }),
  receipts: inTransaction(({ query }, _call, tx) =>
    logPage(query, tx, (inside, after, limit) => receiptsAfter(inside, query, after, limit), cursorOf, toReceipt),
  ),
  exportReceipts: async ({ query }, call) =>
    exportLog(
      call,
      { action: 'receipts.exported', objectKind: 'receipt', filter: query },
      (tx, after, limit) => receiptsAfter(tx, query, after, limit),
      cursorOf,
      receiptColumns,
    ),
  receipt: inTransaction(async ({ params }, _call, tx) => {
    const row = (await receiptRows(tx, [params.id]))[0];
    if (!row) throw new Fault('not_found');
    return {
      ...toReceipt(row),
      user_agent: row.user_agent,
      referer: row.referer,
      params: row.params,
      // written by saveOutcome alone
      trace: (row.trace as unknown as TraceStep[] | null) ?? [],
      decided_at: row.decided_at && unixSeconds(row.decided_at),
    };
  }),
  replayReceipts: inTransaction(({ body }, call, tx) => replayReceipts(tx, call, body)),
  capsReached: inTransaction(({ query }, call, tx) =>
    logPage(
      query,
      tx,
      (inside, after, limit) => reachedAfter(inside, query, idOf(after), limit),
      byId,
      (reached) => toReached(reached, call.clock.now()),
    ),
  ),
  resetCap: inTransaction(({ params, body }, call, tx) => resetCap(tx, call, params.id, body.reason)),
  capUsage: inTransaction(async ({ query }, call, tx) => ({
    rows: await capUsage(tx, call, query),
  })),
  postbackSetup: inTransaction(({ params, query }, call, tx) =>
    postbackSetup(tx, call, parts, params.id, query.offer_id),
  ),
  setPostbackAuth: inTransaction(({ params, body }, call, tx) => setPostbackAuth(tx, call, params.id, body)),
  rotatePostbackSecrets: inTransaction(({ params }, call, tx) => rotateSecrets(tx, call, parts, params.id)),
  checkPostback: ({ params, body }, call) => checkPostback(call, parts, params.id, body.address),
  ownPostbackSetup: inTransaction(({ query }, call, tx) =>
    postbackSetup(tx, call, parts, call.principal.userId, query.offer_id),
  ),
  // as the system, for the publisher's number, which an advertiser cannot see itself; the filter keeps to its own
  advertiserConversions: ({ query }, call) =>
    parts.database.withTenant(call.tenant.id, systemActor, (tx) =>
      logPage(
        query,
        tx,
        (inside, after, limit) => ownConversions(inside, call, query, idOf(after), limit),
        byId,
        (row) => toAdvertiserView(row, row.publisher_number ?? 0),
      ),
    ),
  exportAdvertiserConversions: async ({ query }, call) =>
    exportLog(
      call,
      { action: 'conversions.exported', objectKind: 'conversion', filter: query },
      async (tx, after, limit) =>
        (await ownConversions(tx, call, query, after, limit)).map((row) => toAdvertiserView(row, 0)),
      byId,
      advertiserColumns,
    ),
  decideOwnConversions: ({ body: { ids, ...decision } }, call) => decideOwn(parts.database, call, ids, decision),
});

async function ownConversions(
  tx: Tx,
  { tenant, principal: { role, userId }, clock }: SignedInCall,
  query: ConversionFilter,
  after: string | null,
  limit: number,
) {
  const rows = await conversionsAfter(tx, { ...query, advertiser_id: userId }, after, limit);
  return withKnownNames(tx, { tenantId: tenant.id, role, userId }, rows, clock.now());
}
const idOf = (after: string | null): string | null => (after !== null && isId(after) ? after : null);

const exportColumns: CsvColumn<ConversionRow>[] = [
  ['Conversion ID', (row) => row.id],
  ['Time (UTC)', (row) => isoTime(row.at)],
  ['Click time (UTC)', (row) => isoTime(row.click_at)],
  ['Seconds from click', (row) => row.ctit],
  ['Click ID', (row) => row.click_id],
  ['Transaction ID', (row) => row.txn_id],
  ['Offer ID', (row) => row.offer.number],
  ['Offer', (row) => row.offer.name],
  ['Goal', (row) => row.goal.name],
  ['Publisher ID', (row) => row.publisher.number],
  ['Publisher', (row) => row.publisher.name],
  ['Advertiser ID', (row) => row.advertiser.number],
  ['Advertiser', (row) => row.advertiser.name],
  ['Source', (row) => row.source],
  ['p1', (row) => row.p1],
  ...utmColumns,
  ['IP', (row) => row.ip],
  ['Country', (row) => row.country],
  ['Device', (row) => row.device_type],
  ['Sale amount', (row) => row.sale_amount],
  ['Sale currency', (row) => row.sale_currency],
  ['Revenue', (row) => row.revenue],
  ['Payout', (row) => row.payout],
  ['Currency', (row) => row.currency],
  ['Status', (row) => row.status],
  ['Reason', (row) => row.reason],
];

const advertiserColumns: CsvColumn<ReturnType<typeof toAdvertiserView>>[] = [
  ['Conversion ID', (row) => row.id],
  ['Time (UTC)', (row) => isoTime(row.at)],
  ['Click ID', (row) => row.click_id],
  ['Transaction ID', (row) => row.txn_id],
  ['Offer ID', (row) => row.offer.number],
  ['Offer', (row) => row.offer.name],
  ['Goal', (row) => row.goal_name],
  ['Sale amount', (row) => row.sale_amount],
  ['Sale currency', (row) => row.sale_currency],
  ['Amount', (row) => row.amount],
  ['Currency', (row) => row.currency],
  ['Status', (row) => row.status],
  ['Reason', (row) => row.reason],
];

const receiptColumns: CsvColumn<Awaited<ReturnType<typeof receiptsAfter>>[number]>[] = [
  ['Time (UTC)', (row) => row.at.toISOString()],
  ['Kind', (row) => row.kind],
  ['Method', (row) => row.method],
  ['IP', (row) => row.ip],
  ['Outcome', (row) => row.outcome],
  ['Click ID', (row) => row.click_id],
  ['Transaction ID', (row) => row.txn_id],
  ['Goal', (row) => row.goal],
  ['Sale amount', (row) => row.sale_amount],
  ['Query', (row) => row.query],
  ['Conversion ID', (row) => row.conversion_id],
];
