// Appeals and disputes: a thread about a conversion or a document, and a decision. While one is open, what it is about waits.
import { Readable } from 'node:stream';
import {
  type Appeal,
  appealList,
  type appealRoutes,
  type OwnAppeal,
  ownAppealList,
} from '@tributary/contract/billing/appeals';
import type { Side } from '@tributary/contract/billing/money';
import { formatMoney } from '@tributary/contract/money';
import type { z } from 'zod';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { exportList } from '../../audit/index.ts';
import { withKnownNames } from '../../conversions/index.ts';
import type { BillingDeps } from '../deps.ts';
import { once } from '../idempotency.ts';
import { appeals, type FoundAppeal, fileOfAppeal, ownAppeals, readAppeal, thread, type Whose } from './appeals.repo.ts';
import { decideAppeal, openAppeal, withdrawAppeal, writeToAppeal } from './appeals.ts';

export { appealJobs } from './tell.ts';

function shown(row: FoundAppeal, now: Date, isOwn: boolean): OwnAppeal {
  const isConversion = row.subject_kind === 'conversion';
  const ofConversion = row.side === 'publisher' ? row.payout_micros : row.revenue_micros;
  const isUntold = isOwn && row.side === 'publisher' && row.hide_payout === true;
  const micros = isConversion ? ofConversion : row.total_micros;
  return {
    id: row.id,
    subject: {
      kind: isConversion ? 'conversion' : 'document',
      id: row.subject_id,
      name: isConversion ? `${row.offer_title ?? ''} (${row.offer_number ?? ''})` : (row.number_text ?? ''),
      state: (isConversion ? row.conversion_status : row.document_state) ?? '',
      currency: (isConversion ? row.conversion_currency : row.document_currency) ?? '',
      amount: micros === null || isUntold ? null : formatMoney(BigInt(micros)),
    },
    // the check constraint keeps it within its list
    state: row.state as OwnAppeal['state'],
    reason: row.reason,
    due_at: unixSeconds(row.due_at),
    is_overdue: row.state === 'open' && row.due_at < now,
    created_at: unixSeconds(row.created_at),
    decided_at: row.decided_at && unixSeconds(row.decided_at),
    decision: row.decision,
    version: row.version,
  };
}

/** what it may not know of a campaign its owner is not told by an appeal, either */
async function toOwn(tx: Tx, call: SignedInCall, side: Side, rows: readonly FoundAppeal[]): Promise<OwnAppeal[]> {
  const now = call.clock.now();
  const reader = { tenantId: call.tenant.id, role: side, userId: call.principal.userId };
  const named = rows.map((row) => ({ ...row, goal_name: null }));
  return (await withKnownNames(tx, reader, named, now)).map((row) => shown(row, now, true));
}
async function oneOwn(tx: Tx, call: SignedInCall, side: Side, row: FoundAppeal): Promise<OwnAppeal> {
  const [own] = await toOwn(tx, call, side, [row]);
  if (!own) throw new Fault('not_found');
  return own;
}
const toAppeal =
  (now: Date) =>
  (row: FoundAppeal): Appeal => ({
    ...shown(row, now, false),
    owner: {
      id: row.owner_id,
      number: row.user_sequence_id ?? 0,
      name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    },
  });

async function requireFound(tx: Tx, whose: Whose, id: string): Promise<FoundAppeal> {
  const found = isId(id) ? await readAppeal(tx, whose, id) : undefined;
  if (!found) throw new Fault('not_found');
  return found;
}

async function messagesOf(tx: Tx, id: string, isOwn: boolean) {
  const { messages, files } = await thread(tx, id);
  return messages.map((message) => ({
    id: message.id,
    at: unixSeconds(message.at),
    // the check constraint keeps it within its list
    author: message.author_kind as 'admin' | 'publisher' | 'advertiser' | 'system',
    author_name:
      message.author_kind === 'admin' && !isOwn
        ? `${message.first_name ?? ''} ${message.last_name ?? ''}`.trim()
        : null,
    text: message.text,
    files: files
      .filter(({ message_id }) => message_id === message.id)
      .map(({ id, name, bytes }) => ({ id, name, bytes })),
  }));
}

async function fileIn(tx: Tx, whose: Whose, { id, file }: { id: string; file: string }) {
  const appeal = await requireFound(tx, whose, id);
  const found = isId(file) ? await fileOfAppeal(tx, appeal.id, file) : undefined;
  if (!found) throw new Fault('not_found');
  const { name, media_type: type, content } = found;
  return { name, type, bytes: content.length, content: Readable.from([content]) };
}

type Exported = z.output<typeof appealList.fileQuery>;
type OwnExported = z.output<typeof ownAppealList.fileQuery>;
const inTrail = <Filter extends Exported | OwnExported>(side: Side, filter: Filter) => ({
  action: side === 'publisher' ? ('appeals.exported' as const) : ('disputes.exported' as const),
  objectKind: 'appeal' as const,
  filter,
});

/** what an account manager does with one side's */
const managed = (side: Side) => {
  const of = (call: SignedInCall): Whose => ({ side, now: call.clock.now() });
  return {
    page: inTransaction(async ({ query }: { query: Parameters<typeof appeals.page>[1] }, call: SignedInCall, tx) => {
      const { rows, total } = await appeals.page(tx, query, of(call));
      return { rows: rows.map(toAppeal(call.clock.now())), total };
    }),
    one: inTransaction(async ({ params }: { params: { id: string } }, call: SignedInCall, tx) => ({
      ...toAppeal(call.clock.now())(await requireFound(tx, of(call), params.id)),
      messages: await messagesOf(tx, params.id, false),
    })),
    file: inTransaction(({ params }: { params: { id: string; file: string } }, call: SignedInCall, tx) =>
      fileIn(tx, of(call), params),
    ),
    exported: async ({ query }: { query: Exported }, call: SignedInCall) =>
      exportList(
        call,
        inTrail(side, query),
        { ...appealList, of: side },
        appeals.all(call.transaction, query, of(call), (_tx, rows) => rows.map(toAppeal(call.clock.now()))),
      ),
  };
};

/** what its owner does with it */
const owned = (side: Side) => {
  const of = (call: SignedInCall): Whose => ({ side, now: call.clock.now(), ownerId: call.principal.userId });
  return {
    page: inTransaction(async ({ query }: { query: Parameters<typeof ownAppeals.page>[1] }, call: SignedInCall, tx) => {
      const { rows, total } = await ownAppeals.page(tx, query, of(call));
      return { rows: await toOwn(tx, call, side, rows), total };
    }),
    one: inTransaction(async ({ params }: { params: { id: string } }, call: SignedInCall, tx) => ({
      ...(await oneOwn(tx, call, side, await requireFound(tx, of(call), params.id))),
      messages: await messagesOf(tx, params.id, true),
    })),
    file: inTransaction(({ params }: { params: { id: string; file: string } }, call: SignedInCall, tx) =>
      fileIn(tx, of(call), params),
    ),
    exported: async ({ query }: { query: OwnExported }, call: SignedInCall) =>
      exportList(
        call,
        inTrail(side, query),
        { ...ownAppealList, of: side },
        ownAppeals.all(call.transaction, query, of(call), (tx, rows) => toOwn(tx, call, side, rows)),
      ),
  };
};

export const appealHandlers = (_deps: BillingDeps): Handlers<typeof appealRoutes> => {
  const [ofPublishers, ofAdvertisers] = [managed('publisher'), managed('advertiser')];
  const [ofPublisher, ofAdvertiser] = [owned('publisher'), owned('advertiser')];
  return {
    appeals: ofPublishers.page,
    exportAppeals: ofPublishers.exported,
    appeal: ofPublishers.one,
    appealFile: ofPublishers.file,
    answerAppeal: inTransaction(({ params, body }, call, tx) => writeToAppeal(tx, call, 'publisher', params.id, body)),
    decideAppeal: once('decideAppeal', ({ params, body }, call, tx) =>
      decideAppeal(tx, call, 'publisher', params.id, body),
    ),
    disputes: ofAdvertisers.page,
    exportDisputes: ofAdvertisers.exported,
    dispute: ofAdvertisers.one,
    disputeFile: ofAdvertisers.file,
    answerDispute: inTransaction(({ params, body }, call, tx) =>
      writeToAppeal(tx, call, 'advertiser', params.id, body),
    ),
    decideDispute: once('decideDispute', ({ params, body }, call, tx) =>
      decideAppeal(tx, call, 'advertiser', params.id, body),
    ),
    ownAppeals: ofPublisher.page,
    exportOwnAppeals: ofPublisher.exported,
    ownAppeal: ofPublisher.one,
    ownAppealFile: ofPublisher.file,
    openAppeal: inTransaction(({ body }, call, tx) => openAppeal(tx, call, 'publisher', body)),
    writeToOwnAppeal: inTransaction(({ params, body }, call, tx) =>
      writeToAppeal(tx, call, 'publisher', params.id, body),
    ),
    withdrawAppeal: inTransaction(({ params }, call, tx) => withdrawAppeal(tx, call, 'publisher', params.id)),
    ownDisputes: ofAdvertiser.page,
    exportOwnDisputes: ofAdvertiser.exported,
    ownDispute: ofAdvertiser.one,
    ownDisputeFile: ofAdvertiser.file,
    openDispute: inTransaction(({ body }, call, tx) => openAppeal(tx, call, 'advertiser', body)),
    writeToOwnDispute: inTransaction(({ params, body }, call, tx) =>
      writeToAppeal(tx, call, 'advertiser', params.id, body),
    ),
    withdrawDispute: inTransaction(({ params }, call, tx) => withdrawAppeal(tx, call, 'advertiser', params.id)),
  };
};
