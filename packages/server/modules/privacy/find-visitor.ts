// Everything of one visitor: his clicks and impressions, the postbacks and pixels that name them, and the conversions that came of
// them. Looked for day by day, so that no statement is a long one, and told how far it has come.
import type { VisitorName } from '@tributary/contract/settings/person-requests';
import { decodeClickId } from '@tributary/contract/tracker/click-id';
import { deviceDigest, deviceKey } from '@tributary/contract/tracker/privacy';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import { DAY_MS } from '../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { conversionsOfVisitor, type VisitorConversion } from '../conversions/index.ts';
import {
  events,
  firstCounted,
  receiptsOfVisitor,
  type ScanCursor,
  type ScannedEvent,
  type ScanPage,
  type Visitor,
  type VisitorReceipt,
} from '../events/index.ts';

export interface FoundVisitor {
  events: ScannedEvent[];
  receipts: VisitorReceipt[];
  conversions: VisitorConversion[];
}

/** more is no one's, but a proxy's or a test's */
const MOST = 50_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** as it stands in rows: a device also by its digest, an address also as it is written in a query */
export function visitorBy(name: VisitorName, value: string, tenantId: string): Visitor {
  const nobody: Visitor = { clickIds: [], ip: null, values: [] };
  if (name === 'click_id') return { ...nobody, clickIds: [value] };
  if (name === 'ip') return { ...nobody, ip: value };
  const text = value.toLowerCase();
  const written = [...new Set([text, encodeURIComponent(text).toLowerCase()])];
  return { ...nobody, values: name === 'email' ? written : [...written, deviceDigest(deviceKey(tenantId), value)] };
}

interface Place {
  database: Database;
  tenantId: string;
  key: MacKey;
  now: Date;
  progress(percent: number): Promise<void>;
}

export async function findVisitor(place: Place, sought: Visitor): Promise<FoundVisitor> {
  const { database, tenantId, now, key, progress } = place;
  const inTenant = <R>(run: (tx: Tx) => Promise<R>): Promise<R> => database.withTenant(tenantId, systemActor, run);
  const first = (await inTenant((tx) => firstCounted(tx, tenantId))) ?? now;
  const days = daysBetween(first, now);
  const found = { events: new Map<string, ScannedEvent>(), receipts: new Map<string, VisitorReceipt>() };
  const conversions = new Map<string, VisitorConversion>();
  const ids = new Set(sought.clickIds);
  const takeEvents = async (visitor: Visitor, range: { start: Date; end: Date }) => {
    let cursor: ScanCursor | null = null;
    do {
      const from: ScanCursor | null = cursor;
      const page: ScanPage = await inTenant((tx) => events().scan(tx, tenantId, range, { visitor }, from));
      for (const row of page.rows) found.events.set(row.event_id, row);
      for (const row of page.rows) if (row.kind === 'click') ids.add(row.event_id);
      cursor = page.next;
      if (found.events.size > MOST) throw tooMany();
    } while (cursor);
  };
  const takeConversions = async () => {
    for (let after: string | null = FIRST; after !== null; ) {
      const from: string = after;
      const { rows, last } = await inTenant((tx) => conversionsOfVisitor(tx, { ...sought, clickIds: [...ids] }, from));
      for (const row of rows) {
        conversions.set(row.id, row);
        if (row.click_id) ids.add(row.click_id);
      }
      after = last;
    }
  };
  const looksEverywhere = sought.clickIds.length === 0;
  for (const [at, day] of (looksEverywhere ? days : []).entries()) {
    await takeEvents(sought, day);
    await progress(Math.floor((45 * (at + 1)) / days.length));
  }
  await takeConversions();
  for (const [at, day] of days.entries()) {
    const rows = await inTenant((tx) => receiptsOfVisitor(tx, { ...sought, clickIds: [...ids] }, day));
    for (const row of rows) {
      found.receipts.set(row.receipt_id, row);
      if (row.click_id) ids.add(row.click_id);
    }
    if (found.receipts.size > MOST) throw tooMany();
    await progress(45 + Math.floor((45 * (at + 1)) / days.length));
  }
  // clicks that only a receipt or conversion has named: their ids say when they were
  for (const id of ids) {
    const click = found.events.has(id) ? null : decodeClickId(id, key);
    if (!click) continue;
    const start = new Date(click.timeMs);
    await takeEvents({ clickIds: [id], ip: null, values: [] }, { start, end: new Date(click.timeMs + 1) });
  }
  await takeConversions();
  return {
    events: [...found.events.values()],
    receipts: [...found.receipts.values()],
    conversions: [...conversions.values()],
  };
}

function daysBetween(first: Date, now: Date): { start: Date; end: Date }[] {
  const begin = Math.floor(first.getTime() / DAY_MS);
  const end = Math.floor(now.getTime() / DAY_MS) + 1;
  return Array.from({ length: Math.max(1, end - begin) }, (_, at) => ({
    start: new Date((begin + at) * DAY_MS),
    end: new Date((begin + at + 1) * DAY_MS),
  }));
}

const tooMany = (): Fault =>
  new Fault(
    'invalid_input',
    `There are more than ${MOST} rows of it: this is nobody’s own. Please look for a click id.`,
  );

export const countsOf = (found: FoundVisitor): Record<string, number> => ({
  clicks: found.events.filter(({ kind }) => kind === 'click').length,
  impressions: found.events.filter(({ kind }) => kind === 'impression').length,
  receipts: found.receipts.length,
  conversions: found.conversions.length,
});
