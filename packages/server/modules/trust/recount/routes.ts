import {
  type OwnRecount,
  ownRecountList,
  RecountDetails,
  recountList,
  type recountRoutes,
} from '@tributary/contract/trust/recounts';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { dayOf, startOf } from '../../../platform/zone.ts';
import { exportList, recordAudit } from '../../audit/index.ts';
import { rollupDaysOf, rowsSinceOf } from '../../tenancy/index.ts';
import {
  countWaiting,
  type FoundOwnRecount,
  type FoundRecount,
  findRecount,
  letWait,
  ownRecounts,
  recounts,
} from './recounts.repo.ts';
import { dayToRebuild, dayToRecount } from './topics.ts';

/** so many days may wait at once: each may be minutes of work */
const MOST_WAITING = 10;

/** parsed: what the table's checks keep within their lists is known to be in them */
const shown = (row: FoundRecount) =>
  RecountDetails.omit({ parts: true, rows_removed: true }).parse({
    ...row,
    id: row.day,
    at: row.at && unixSeconds(row.at),
    counted: Number(row.counted),
  });
const shownOwn = (row: FoundOwnRecount): OwnRecount => ({
  id: row.day,
  day: row.day,
  at: unixSeconds(row.at),
  clicks: Number(row.clicks),
  conversions: Number(row.conversions),
  differs: row.differs,
});

async function requireRecount(tx: Tx, day: string) {
  const row = await findRecount(tx, day);
  if (!row) throw new Fault('not_found');
  return row;
}

/** a whole day of which every row is still there, while nothing else is at work on it */
async function requireFree(tx: Tx, { tenant, clock }: SignedInCall, day: string): Promise<void> {
  const { timeZone, rebuild } = await rollupDaysOf(tx, tenant.id);
  if (rebuild) {
    throw new Fault('conflict', 'All rollups are being counted anew. Please try again when that is done.');
  }
  if (day >= dayOf(clock.now(), timeZone)) {
    throw new Fault('conflict', 'Only days that are over can be counted again.');
  }
  const removed = await rowsSinceOf(tx, tenant.id);
  if (removed && startOf(day, timeZone) < removed) {
    throw new Fault(
      'conflict',
      'The single rows of this day were removed after their time: it cannot be counted again.',
    );
  }
  if ((await findRecount(tx, day))?.state === 'waiting') {
    throw new Fault('conflict', 'This day is being counted already. Please wait until that is done.');
  }
  if ((await countWaiting(tx)) >= MOST_WAITING) {
    throw new Fault('conflict', 'Ten days are waiting to be counted. Please wait until some of them are done.');
  }
}

export const recountHandlers = (): Handlers<typeof recountRoutes> => ({
  recounts: inTransaction(async ({ query }, _call, tx) => {
    const { rows, total } = await recounts.page(tx, query);
    return { rows: rows.map(shown), total };
  }),
  exportRecounts: async ({ query }, call) =>
    exportList(
      call,
      { action: 'recounts.exported', objectKind: 'recount', filter: query },
      recountList,
      recounts.all(call.transaction, query, undefined, (_tx, rows) => rows.map(shown)),
    ),
  recount: inTransaction(async ({ params }, { tenant }, tx) => {
    const row = await requireRecount(tx, params.day);
    const { timeZone } = await rollupDaysOf(tx, tenant.id);
    const removed = await rowsSinceOf(tx, tenant.id);
    const rows_removed = removed !== null && startOf(params.day, timeZone) < removed;
    return RecountDetails.parse({ ...shown(row), parts: row.parts, rows_removed });
  }),
  startRecount: inTransaction(async ({ body: { day } }, call, tx) => {
    await requireFree(tx, call, day);
    await letWait(tx, call.tenant.id, day, 'turn');
    await recordAudit(tx, call, { action: 'recount.started', objectKind: 'recount', objectId: day });
    await emit(tx, call.tenant.id, dayToRecount, { day, books: true });
    return shown(await requireRecount(tx, day));
  }),
  rebuildDay: inTransaction(async ({ params: { day } }, call, tx) => {
    const { differences } = await requireRecount(tx, day);
    await requireFree(tx, call, day);
    await letWait(tx, call.tenant.id, day, 'rebuild');
    await recordAudit(tx, call, {
      action: 'recount.rollups-rebuilt',
      objectKind: 'recount',
      objectId: day,
      after: { differences },
    });
    await emit(tx, call.tenant.id, dayToRebuild, { day });
    return shown(await requireRecount(tx, day));
  }),
  ownRecounts: inTransaction(async ({ query }, _call, tx) => {
    const { rows, total } = await ownRecounts.page(tx, query);
    return { rows: rows.map(shownOwn), total };
  }),
  exportOwnRecounts: async ({ query }, call) =>
    exportList(
      call,
      { action: 'recounts.exported', objectKind: 'recount', filter: query },
      ownRecountList,
      ownRecounts.all(call.transaction, query, undefined, (_tx, rows) => rows.map(shownOwn)),
    ),
});
