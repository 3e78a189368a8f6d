// Takes in what trackers ship, whichever driver keeps the clicks: COPY into staging, receipts and what else stays in PostgreSQL
// per tenant, the driver's append in the middle of it, the position last, all in one transaction. A driver that cannot join
// is told the same piece again until the position has moved; so that it can know it again, where a piece ends is committed
// before its first row leaves, and a repeat is cut there.
import { type Frame, type FrameKind, frameColumns } from '@tributary/contract/tracker/spool-record';
import type { Clock } from '../../../platform/clock.ts';
import { type IntakeDatabase, type IntakeTransaction, openIntake } from '../../../platform/db/intake-connection.ts';
import { emitText } from '../../../platform/jobs/outbox.repo.ts';
import type { Log } from '../../../platform/log.ts';
import { receiptsStored } from '../topics.ts';
import * as sql from './sql.ts';
import type { ChunkPosition, EventAppender, EventStore, StoredCounts } from './store.ts';

const isReceipt = (kind: FrameKind): kind is 'postback' | 'pixel' => kind === 'postback' || kind === 'pixel';
const isEvent = (kind: FrameKind): kind is 'click' | 'impression' => kind === 'click' || kind === 'impression';
/** kept for whoever is to use them; no figure, cap, queue or ledger hears of them */
const keptKinds = { hook: sql.insertHooks, test: sql.insertTests };

export function takeInWith(driver: EventAppender, url: string, log: Log, clock: Clock): EventStore {
  const database = openIntake(url, sql.prepareStages, log);
  const readyDays = new Set<string>();

  const prepare = async (parent: 'events' | 'receipts', days: readonly string[]): Promise<void> => {
    for (const day of days) {
      const name = `${parent}/${day}`;
      if (readyDays.has(name)) continue;
      // in a transaction of its own: a partition stays, whatever becomes of the rows that asked for it
      await database.transaction((tx) => tx.query('select ensure_event_partition($1, $2::date)', [parent, day]));
      readyDays.add(name);
    }
  };

  return {
    store: async (position, frames) => {
      const piece = driver.joins
        ? { end: position.end, at: clock.now() }
        : await announce(database, position, clock.now());
      if (piece === null) return storeChunk(database, driver, prepare, position, [], { log, latest: 0 });
      return storeChunk(
        database,
        driver,
        prepare,
        { ...position, end: piece.end },
        frames.filter(({ end }) => position.offset + end <= piece.end),
        { log, latest: piece.at.getTime() + FUTURE_MS },
      );
    },
    prepareDays: async (days) => {
      if (driver.partitions) await prepare(driver.partitions, days);
      await prepare('receipts', days);
    },
    close: async () => {
      await database.close();
      await driver.close?.();
    },
  };
}

type Prepare = (parent: 'events' | 'receipts', days: readonly string[]) => Promise<void>;
class MissingDays extends Error {
  readonly days: { parent: 'events' | 'receipts'; day: string }[];
  constructor(days: MissingDays['days']) {
    super('partitions are missing');
    this.days = days;
  }
}

/** the piece that is on its way: this one, or the one before it that nobody has seen arrive; null where it has been taken in */
async function announce(
  database: IntakeDatabase,
  { tracker, segment, offset, end }: ChunkPosition,
  now: Date,
): Promise<{ end: number; at: Date } | null> {
  return database.transaction(async (tx) => {
    const [known] = await tx.query<sql.LockedPosition>(sql.lockPosition, [tracker, segment]);
    if (offset < Number(known?.accepted ?? 0)) return null;
    if (known?.pending_to && known.pending_at) {
      const pendingTo = Number(known.pending_to);
      // a tracker sends on from where it was told to, and never less than before
      if (pendingTo > end) throw new Error(`the piece up to byte ${pendingTo} is on its way; this one ends at ${end}`);
      return { end: pendingTo, at: known.pending_at };
    }
    await tx.query(sql.announcePiece, [tracker, segment, end, now]);
    return { end, at: now };
  });
}

async function storeChunk(
  database: IntakeDatabase,
  driver: EventAppender,
  prepare: Prepare,
  position: ChunkPosition,
  frames: readonly Frame[],
  { log, latest }: { log: Log; latest: number },
): Promise<StoredCounts> {
  const early = fromTheFuture(frames, latest);
  if (early.size > 0) log.error({ ...position, frames: early.size }, 'frames dated in the future were set aside');
  const strange = ofUnknownForm(frames);
  if (strange.size > 0) log.error({ ...position, frames: strange.size }, 'frames that nobody here can read were kept');
  const aside = new Map([...early, ...strange]);
  let quarantine = aside;
  for (let attempt = 0; ; attempt++) {
    try {
      return await database.transaction((tx) => storeOnce(tx, driver, position, frames, quarantine, latest));
    } catch (error) {
      if (error instanceof MissingDays && attempt < 3) {
        for (const { parent, day } of error.days) await prepare(parent, [day]);
      } else if (isRefusedData(error) && quarantine === aside) {
        // find out which frames the tables refuse, each alone; the good ones are stored, the bad ones kept aside
        quarantine = new Map([...(await findRefused(database, frames)), ...aside]);
        log.error({ err: error, ...position, frames: quarantine.size }, 'frames of the spool were quarantined');
      } else throw error;
    }
  }
}

/** a tracker dates by the server's clock where its own is off; what it wrote before it knew is for a person to judge */
function fromTheFuture(frames: readonly Frame[], latest: number): ReadonlyMap<number, string> {
  const early = frames.filter(({ committedAt }) => committedAt > latest);
  const seconds = ({ committedAt }: Frame) => Math.round((committedAt - latest + FUTURE_MS) / 1_000);
  const reason = (frame: Frame) => `dated ${seconds(frame)} s ahead of the server`;
  return new Map(early.map((frame) => [frame.at, reason(frame)]));
}
const FUTURE_MS = 60_000;

/** of a newer release: kept whole, so that one that knows them can take them in, and in nobody's way */
function ofUnknownForm(frames: readonly Frame[]): ReadonlyMap<number, string> {
  const strange = frames.filter((frame) => frameColumns(frame) === null);
  return new Map(strange.map((frame) => [frame.at, `row format ${frame.format}, kind ${frame.kind}: not known here`]));
}

/** data exceptions and violated checks: the row is at fault, not the database */
const isRefusedData = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(22|23)/.test(error.code);

async function findRefused(database: IntakeDatabase, frames: readonly Frame[]): Promise<Map<number, string>> {
  const refused = new Map<number, string>();
  for (const frame of frames) {
    try {
      await database.transaction((tx) => stageFrame(tx, frame));
    } catch (error) {
      refused.set(frame.at, error instanceof Error ? error.message : String(error));
    }
  }
  return refused;
}

/** its kind; null where nobody here knows its rows */
async function stageFrame(tx: IntakeTransaction, frame: Frame): Promise<FrameKind | null> {
  const columns = frameColumns(frame);
  if (columns === null || frame.kind === 'unknown') return null;
  await tx.copy(sql.stageOf[frame.kind], columns, frame.payload);
  return frame.kind;
}

async function storeOnce(
  tx: IntakeTransaction,
  driver: EventAppender,
  position: ChunkPosition,
  frames: readonly Frame[],
  quarantine: ReadonlyMap<number, string>,
  latest: number,
): Promise<StoredCounts> {
  const { tracker, segment, offset, end } = position;
  const [locked] = await tx.query<sql.LockedPosition>(sql.lockPosition, [tracker, segment]);
  const accepted = Number(locked?.accepted ?? 0);
  if (offset < accepted) return { accepted, rows: 0 };
  const kinds = new Set<FrameKind>();
  let rows = 0;
  for (const frame of frames) {
    const reason = quarantine.get(frame.at);
    const kind = reason === undefined ? await stageFrame(tx, frame) : null;
    if (kind === null) {
      const kept = frameColumns(frame) === null ? frame.bytes : frame.payload;
      await tx.query(sql.keepFrame, [tracker, segment, offset + frame.at, reason, Buffer.from(kept)]);
      continue;
    }
    kinds.add(kind);
    rows += frame.rows;
  }
  if (kinds.size > 0) rows -= await storeStaged(tx, driver, [...kinds], position, latest);
  await tx.query(sql.movePosition, [tracker, segment, end]);
  return { accepted: end, rows };
}

/** how many of the rows were set aside because they are dated ahead */
async function storeStaged(
  tx: IntakeTransaction,
  driver: EventAppender,
  kinds: readonly FrameKind[],
  position: ChunkPosition,
  latest: number,
): Promise<number> {
  const early = await keepEarly(tx, kinds, position, latest);
  await requireDays(tx, driver, kinds);
  const tables = kinds.map((kind) => sql.stageOf[kind]);
  await tx.query(sql.takeTurns(tables));
  const tenants = await tx.query<{ tenant_id: string; known: boolean; time_zone: string }>(sql.stagedTenants(tables));
  for (const { tenant_id } of tenants.filter(({ known }) => !known))
    await keepStrangers(tx, kinds, tenant_id, position);
  const known = tenants.flatMap((tenant) =>
    tenant.known ? [{ id: tenant.tenant_id, timeZone: tenant.time_zone }] : [],
  );
  for (const kind of kinds.filter(isReceipt)) {
    for (const { id } of known) await storeReceipts(tx, kind, id);
  }
  for (const kind of ['hook', 'test'] as const) if (kinds.includes(kind)) await keepAsTheyCame(tx, kind, known);
  if (!kinds.some(isEvent) || known.length === 0) return early;
  const { tracker, segment, offset: from, end: to } = position;
  await driver.append(tx, { tracker, segment, from, to, tenants: known });
  for (const { id } of known) await countClicks(tx, id);
  return early;
}

/** a clock that jumps between two commits leaves single rows that are dated ahead; their frame's own date tells nothing of them */
async function keepEarly(
  tx: IntakeTransaction,
  kinds: readonly FrameKind[],
  { tracker, segment, offset }: ChunkPosition,
  latest: number,
): Promise<number> {
  let early = 0;
  for (const kind of kinds) {
    const [found] = await tx.query<{ many: number; rows: string }>(sql.takeEarly(sql.stageOf[kind]), [
      new Date(latest),
    ]);
    if (!found?.many) continue;
    const reason = `${kind} rows dated more than a minute ahead of the server`;
    await tx.query(sql.keepFrame, [tracker, segment, offset, reason, Buffer.from(found.rows)]);
    early += found.many;
  }
  return early;
}

async function requireDays(tx: IntakeTransaction, driver: EventAppender, kinds: readonly FrameKind[]): Promise<void> {
  const missing: { parent: 'events' | 'receipts'; day: string }[] = [];
  for (const kind of kinds) {
    const parent = isReceipt(kind) ? 'receipts' : isEvent(kind) ? driver.partitions : undefined;
    if (!parent) continue;
    for (const { day } of await tx.query<{ day: string }>(sql.stagedDays(sql.stageOf[kind]))) {
      const part = `${parent}_p${day.replaceAll('-', '')}`;
      const [found] = await tx.query<{ there: boolean }>('select to_regclass($1) is not null as there', [part]);
      if (!found?.there) missing.push({ parent, day });
    }
  }
  if (missing.length > 0) throw new MissingDays(missing);
}

async function storeReceipts(tx: IntakeTransaction, kind: 'postback' | 'pixel', tenantId: string): Promise<void> {
  const table = sql.stageOf[kind];
  await tx.bindTenant(tenantId);
  await tx.query(sql.insertReceipts(table, kind), [tenantId]);
  await tx.query(sql.queueReceipts(table), [tenantId]);
  await tx.query(emitText, [tenantId, receiptsStored.name, '{}']);
}

async function keepAsTheyCame(
  tx: IntakeTransaction,
  kind: keyof typeof keptKinds,
  tenants: readonly { id: string }[],
): Promise<void> {
  for (const { id } of tenants) {
    await tx.bindTenant(id);
    await tx.query(keptKinds[kind], [id]);
  }
}

/** what caps refused and what the plan counts belong to the control plane: they are here whatever keeps the clicks */
async function countClicks(tx: IntakeTransaction, tenantId: string): Promise<void> {
  await tx.bindTenant(tenantId);
  await tx.query(sql.countRefusals, [tenantId]);
  await tx.query(sql.countUsage, [tenantId]);
}

/** rows of a tenant that does not exist are kept too, as JSON: somebody may want to know where they came from */
async function keepStrangers(
  tx: IntakeTransaction,
  kinds: readonly FrameKind[],
  tenantId: string,
  { tracker, segment, offset }: ChunkPosition,
): Promise<void> {
  for (const kind of kinds) {
    const [found] = await tx.query<{ rows: string | null }>(sql.rowsAsJson(sql.stageOf[kind]), [tenantId]);
    if (!found?.rows) continue;
    await tx.query(sql.keepFrame, [
      tracker,
      segment,
      offset,
      `${kind} rows of an unknown tenant`,
      Buffer.from(found.rows),
    ]);
  }
}
