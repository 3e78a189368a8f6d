// Reads and writes snapshot documents (contract/tracker/snapshot.ts): text, one JSON value per line. Reading yields to the event
// loop every few milliseconds, so that even a full document of 100,000 links does not hold up a click.
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  entityNames,
  SNAPSHOT_FORMAT,
  type SnapshotDrop,
  type SnapshotHead,
  type SnapshotPut,
} from '@tributary/contract/tracker/snapshot';
import { type Log, reasonOf } from '../log.ts';
import { EMPTY_SNAPSHOT, entitiesOf, type Snapshot, SnapshotBuilder } from './snapshot.ts';

const SLICE_MS = 4;

export class DocumentFault extends Error {}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function readHead(line: unknown): SnapshotHead {
  if (!isRecord(line) || line.snapshot !== SNAPSHOT_FORMAT) throw new DocumentFault('unknown format of snapshot');
  const { kind, after, version } = line;
  if ((kind !== 'full' && kind !== 'patch') || typeof after !== 'number' || typeof version !== 'number') {
    throw new DocumentFault('malformed head of snapshot');
  }
  return { snapshot: SNAPSHOT_FORMAT, kind, after, version };
}

const names: ReadonlySet<unknown> = new Set(entityNames);
const isPut = (line: unknown): line is SnapshotPut => isRecord(line) && names.has(line.put) && isRecord(line.value);
const isDrop = (line: unknown): line is SnapshotDrop =>
  isRecord(line) && names.has(line.drop) && typeof line.key === 'string';

export interface ReadDocument {
  snapshot: Snapshot;
  head: SnapshotHead;
  /** where the next document begins */
  end: number;
}

interface Lines {
  puts: SnapshotPut[];
  drops: SnapshotDrop[];
  end: number;
}

async function readLines(bytes: Buffer, from: number): Promise<Lines> {
  const puts: SnapshotPut[] = [];
  const drops: SnapshotDrop[] = [];
  let at = from;
  let pause = performance.now() + SLICE_MS;
  for (let feed = bytes.indexOf(10, at); feed >= 0; feed = bytes.indexOf(10, at)) {
    const line: unknown = JSON.parse(bytes.toString('utf8', at, feed));
    at = feed + 1;
    if (isPut(line)) puts.push(line);
    else if (isDrop(line)) drops.push(line);
    else if (isRecord(line) && typeof line.end === 'number') {
      if (line.lines !== puts.length + drops.length) throw new DocumentFault('lines are missing from the snapshot');
      return { puts, drops, end: at };
    } else throw new DocumentFault('a line of the snapshot is of no known kind');
    if (performance.now() > pause) {
      await nextTurn();
      pause = performance.now() + SLICE_MS;
    }
  }
  throw new DocumentFault('the snapshot was cut short');
}

/** applies the document that begins at `from`; nothing changes unless it is whole */
export async function readDocument(
  bytes: Buffer,
  from: number,
  base: Snapshot,
  baseHost: string,
  log: Log,
): Promise<ReadDocument> {
  const feed = bytes.indexOf(10, from);
  if (feed < 0) throw new DocumentFault('the snapshot was cut short');
  const head = readHead(JSON.parse(bytes.toString('utf8', from, feed)));
  if (head.kind === 'patch' && head.after !== base.version) {
    throw new DocumentFault(`a patch after version ${head.after} does not fit version ${base.version}`);
  }
  const { puts, drops, end } = await readLines(bytes, feed + 1);
  const builder = new SnapshotBuilder(head.kind === 'full' ? EMPTY_SNAPSHOT : base, baseHost);
  for (const drop of drops) builder.drop(drop);
  const tenantsFirst = [...puts.filter(({ put }) => put === 'tenant'), ...puts.filter(({ put }) => put !== 'tenant')];
  let pause = performance.now() + SLICE_MS;
  for (const put of tenantsFirst) {
    try {
      builder.put(put);
    } catch (fault) {
      log.error('an entity of the snapshot was left out', { entity: put.put, reason: reasonOf(fault) });
    }
    if (performance.now() > pause) {
      await nextTurn();
      pause = performance.now() + SLICE_MS;
    }
  }
  return { snapshot: builder.build(head.version), head, end };
}

/** a full document, in pieces fit for writing */
export function* writeDocument(snapshot: Snapshot): Generator<string> {
  const head: SnapshotHead = { snapshot: SNAPSHOT_FORMAT, kind: 'full', after: 0, version: snapshot.version };
  let piece = `${JSON.stringify(head)}\n`;
  let lines = 0;
  for (const put of entitiesOf(snapshot)) {
    piece += `${JSON.stringify(put)}\n`;
    lines++;
    if (piece.length > 256 * 1024) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}${JSON.stringify({ end: snapshot.version, lines })}\n`;
}
