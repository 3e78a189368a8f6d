import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiptColumns } from '@tributary/contract/tracker/spool-record';
import { expect, test } from 'vitest';
import { jsonLog } from './log.ts';
import { adoptOrphans } from './shipping/orphans.ts';
import { connectToServer } from './shipping/server-calls.ts';
import { tryTakeSlot } from './slot.ts';
import { openSpoolDirectory } from './spool/segments.ts';
import { Spool } from './spool/spool.ts';
import { FixtureServer } from './testing/fixture-server.ts';

const log = jsonLog({}, () => {});
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'slot-'));

test('a slot held by a living process is not taken; one left by a dead process is', () => {
  const dataDir = newFolder();
  const lock = join(dataDir, 'tracker', '0', 'lock');
  mkdirSync(join(dataDir, 'tracker', '0'), { recursive: true });
  writeFileSync(lock, `${process.ppid} `);
  expect(tryTakeSlot(dataDir, 0)).toBeNull();
  writeFileSync(lock, `${process.ppid} 1`); // the number was given to another process since
  const slot = tryTakeSlot(dataDir, 0);
  expect(slot).not.toBeNull();
  slot?.release();
  expect(existsSync(lock)).toBe(false);
  writeFileSync(lock, '999999999 5');
  expect(tryTakeSlot(dataDir, 0)).not.toBeNull();
});

test('what a worker left that is no longer configured is shipped by the first', async () => {
  const dataDir = newFolder();
  const directory = openSpoolDirectory(join(dataDir, 'tracker', '3', 'spool'));
  const spool = new Spool({ directory, log });
  await new Promise((resolve) =>
    spool.append('postback', `tenant\tlost${'\t\\N'.repeat(receiptColumns.length - 2)}\n`, resolve),
  );
  await spool.close();
  const server = new FixtureServer();
  const connection = connectToServer(await server.listen(), '');
  const orphans = adoptOrphans(dataDir, 1, connection.call, log);
  expect(orphans).toHaveLength(1);
  await orphans[0]?.shipper.stop();
  expect(server.rows.map(({ row }) => row.receipt_id)).toEqual(['lost']);
  expect(adoptOrphans(dataDir, 4, connection.call, log)).toEqual([]);
  connection.close();
  await server.close();
});
