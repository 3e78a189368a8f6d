import {
  advertiserConversionLog,
  conversionLog,
  type conversionRoutes,
  receiptLog,
} from '@tributary/contract/conversions/conversions';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import { type Handlers, inTransaction, type SignedInCall, systemFor } from '../../http/call.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { exportList, recordAudit } from '../audit/index.ts';
import type { SetupDeps, SetupRoutes } from '../tracking/index.ts';
import { addConversion } from './add-conversion.ts';
import { capUsage, resetCap } from './caps/cap-routes.ts';
import { capsReached, readReached } from './caps/caps-log.repo.ts';
import { updateConversion } from './conversions.repo.ts';
import { adjustMany, adjustOne, decideMany, decideOne, decideOwn } from './decide.ts';
import { conversionDetails } from './details.ts';
import { withKnownNames } from './known-names.repo.ts';
import { conversionRow, conversions, type LoggedConversion } from './log.repo.ts';
import { checkPostback } from './receipts/check-postback.ts';
import { missingReceipt } from './receipts/missing-receipt.ts';
import { readReceipt, receiptRows, receipts } from './receipts/receipt-log.repo.ts';
import { replayReceipts } from './receipts/replay-receipts.ts';
import { answerRequest, toRequest } from './requests/answer-request.ts';
import { loggedRequest, openRequests, requests } from './requests/requests.repo.ts';
import { toAdvertiserView, toReached, toReceipt, toReceiptDetails, toRow } from './views.ts';

export interface ConversionDeps extends SetupDeps {
  database: Database;
  /** of click ids */
  key: MacKey;
  /** throws where the moment lies in a closed month: closes are known above */
  refuseClosed(tx: Tx, tenantId: string, at: Date): Promise<void>;
}

export const conversionHandlers = (
  deps: ConversionDeps,
): Handlers<Omit<typeof conversionRoutes, keyof SetupRoutes>> => ({
  conversions: inTransaction(async ({ query }, _call, tx) => {
    const { rows, next } = await conversions.page(tx, query, everything);
    return { rows: rows.map(toRow), next };
  }),
  exportConversions: async ({ query }, call) =>
    exportList(
      call,
      { action: 'conversions.exported', objectKind: 'conversion', filter: query },
      conversionLog,
      conversions.all(call.transaction, query, everything, (_tx, rows) => rows.map(toRow)),
    ),
  conversion: inTransaction(({ params }, _call, tx) => conversionDetails(tx, params.id)),
  addConversion: inTransaction(({ body }, call, tx) => addConversion(tx, call, deps, body, call.principal.userId)),
  decideConversion: inTransaction(({ params, body }, call, tx) => decideOne(tx, call, params.id, body)),
  decideConversions: ({ body: { ids, ...decision } }, call) => decideMany(deps.database, call, ids, decision),
  adjustConversion: inTransaction(({ params, body }, call, tx) => adjustOne(tx, call, params.id, body)),
  adjustConversions: async ({ body: { ids, ...amounts } }, call) => adjustMany(deps.database, call, ids, amounts),
  conversionRequests: inTransaction(async ({ query }, _call, tx) => {
    const { rows, next } = await requests.page(tx, query);
    return { rows: rows.map(toRequest), next, open: await openRequests(tx) };
  }),
  conversionRequest: inTransaction(async ({ params: { id } }, _call, tx) => {
    const row = isId(id) ? await loggedRequest(tx, id) : null;
    if (!row) throw new Fault('not_found');
    return toRequest(row);
  }),
  answerRequest: inTransaction(({ params, body }, call, tx) => answerRequest(tx, call, params.id, body)),
  noteConversion: inTransaction(async ({ params, body }, call, tx) => {
    const row = isId(params.id) ? await conversionRow(tx, params.id) : null;
    if (!row) throw new Fault('not_found');
    await updateConversion(tx, row.id, { note: body.note });
    const trail = { action: 'conversion.noted', objectKind: 'conversion', objectId: row.id } as const;
    await recordAudit(tx, call, { ...trail, before: { note: row.note }, after: { note: body.note } });
    return { id: row.id };
  }),
  receipts: inTransaction(async ({ query }, _call, tx) => {
    const { rows, next } = await receipts.page(tx, query, everybodys);
    return { rows: rows.map(readReceipt).map(toReceipt), next };
  }),
  exportReceipts: async ({ query }, call) =>
    exportList(
      call,
      { action: 'receipts.exported', objectKind: 'receipt', filter: query },
      receiptLog,
      receipts.all(call.transaction, query, everybodys, (_tx, rows) =>
        // in a file to the millisecond: what came in one second has an order
        rows.map((row) => ({ ...toReceipt(readReceipt(row)), at: row.at.getTime() / 1_000 })),
      ),
    ),
  receipt: inTransaction(async ({ params }, call, tx) => {
    const row = (await receiptRows(tx, [params.id]))[0];
    if (!row) throw await missingReceipt(tx, call.tenant.id, params.id);
    return toReceiptDetails(row);
  }),
  replayReceipts: inTransaction(({ body }, call, tx) => replayReceipts(tx, call, body)),
  capsReached: inTransaction(async ({ query }, call, tx) => {
    const { rows, next } = await capsReached.page(tx, query);
    return { rows: rows.map((row) => toReached(readReached(row), call.clock.now())), next };
  }),
  resetCap: inTransaction(({ params, body }, call, tx) => resetCap(tx, call, params.id, body.reason)),
  capUsage: inTransaction(async ({ query }, call, tx) => ({
    rows: await capUsage(tx, call, query),
  })),
  checkPostback: ({ params, body }, call) => checkPostback(call, deps, params.id, body.address),
  // as the system, for the publisher's number, which an advertiser cannot see itself; the filter keeps to its own
  advertiserConversions: ({ query }, call) =>
    deps.database.withTenant(call.tenant.id, systemFor(call.principal), async (tx) => {
      const { rows, next } = await conversions.page(tx, ownOf(call, query), everything);
      const shown = await knownTo(tx, call, rows);
      return { rows: shown.map((row) => toAdvertiserView(row, row.publisher_number ?? 0)), next };
    }),
  exportAdvertiserConversions: async ({ query }, call) =>
    exportList(
      call,
      { action: 'conversions.exported', objectKind: 'conversion', filter: query },
      advertiserConversionLog,
      conversions.all(call.transaction, ownOf(call, query), everything, async (tx, rows) =>
        (await knownTo(tx, call, rows)).map((row) => toAdvertiserView(row, 0)),
      ),
    ),
  decideOwnConversions: ({ body: { ids, ...decision } }, call) => decideOwn(deps.database, call, ids, decision),
});

const everything = { searches: 'everything' } as const;
const everybodys = { advertiser: null };

const ownOf = <Query>({ principal }: SignedInCall, query: Query) => ({ ...query, advertiser_id: principal.userId });
const knownTo = (
  tx: Tx,
  { tenant, principal: { role, userId }, clock }: SignedInCall,
  rows: readonly LoggedConversion[],
) => withKnownNames(tx, { tenantId: tenant.id, role, userId }, rows, clock.now());
