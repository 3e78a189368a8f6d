// The replay program, spoken to over its pipes: on stdin snapshot documents (contract/tracker/snapshot.ts) and, after the document that
// they were decided by, rows: {"tenant":7,"row":{…},"ask":1}. For each row one line comes back, in their order, with its `ask`:
// what the steps say, or {"error":"…"}; a document that cannot be read has one, too. A server that wants to explain a click starts it; it needs no network, disk or secret.
import { createInterface } from 'node:readline';
import type { Replayed } from '@tributary/contract/tracker/replayed';
import { jsonLog, reasonOf } from '../log.ts';
import { EMPTY_SNAPSHOT, type Snapshot } from '../snapshot/snapshot.ts';
import { readDocument } from '../snapshot/snapshot-document.ts';
import { replayRow, type StoredRow } from './replay.ts';

interface Asked {
  tenant: number;
  row: StoredRow;
  ask?: number;
}
const isAsked = (line: unknown): line is Asked =>
  typeof line === 'object' && line !== null && 'tenant' in line && 'row' in line && typeof line.row === 'object';

const log = jsonLog({ part: 'replay' }, (line) => process.stderr.write(line));
let snapshot: Snapshot = EMPTY_SNAPSHOT;
let document = '';

function said({ tenant, row }: Asked): Replayed | { error: string } {
  try {
    return replayRow(snapshot, tenant, row);
  } catch (fault) {
    return { error: reasonOf(fault) };
  }
}

async function take(text: string): Promise<unknown> {
  const line: unknown = JSON.parse(text);
  if (isAsked(line)) return { ask: line.ask, ...said(line) };
  document += `${text}\n`;
  const isEnd = typeof line === 'object' && line !== null && 'end' in line;
  if (!isEnd) return null;
  const whole = Buffer.from(document);
  document = '';
  ({ snapshot } = await readDocument(whole, 0, snapshot, 'replay.invalid', log));
  return null;
}

for await (const text of createInterface({ input: process.stdin })) {
  if (text === '') continue;
  const answer = await take(text).catch((fault: unknown) => {
    document = '';
    return { error: reasonOf(fault) };
  });
  if (answer !== null) process.stdout.write(`${JSON.stringify(answer)}\n`);
}
