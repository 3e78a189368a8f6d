// From the spool to the reports: COPY, raw rows, all rollups and the position in one transaction, against a bare COPY of
// the same bytes into a table without keys, in the same run.
//   npm run bench:ship -- --rows=50000 --groups=500,5000,48000 --reps=5 --soak=30m
import { randomBytes } from 'node:crypto';
import { eventColumns } from '@tributary/contract/tracker/spool-record';
import { createIntake, frameAround, postgresStore } from '../packages/server/modules/events/index.ts';
import { openIntake } from '../packages/server/platform/db/intake-connection.ts';
import { roleUrl } from '../packages/server/platform/db/roles.ts';
import { createLog } from '../packages/server/platform/log.ts';
import { startDatabase } from '../test/faults/stack.ts';
import { clickRows } from './lib/click-rows.ts';
import { median, numbers, option, save } from './lib/stats.ts';

const rows = Number(option('rows', '50000'));
const groups = numbers(option('groups', '500,5000,48000'));
const reps = Number(option('reps', '5'));
const soakMinutes = Number(option('soak', '0m').replace(/m$/, ''));
const wanted = Number(option('want', '0.60'));

const { url, secret, tenantId, stop } = await startDatabase();
const log = createLog('warn');
const intakeUrl = roleUrl(url, 'intake', secret);
const store = postgresStore(intakeUrl, log);
const intake = createIntake(store);
const bareTable = `create table if not exists bench_bare as select ${eventColumns.join(', ')} from events with no data`;
const bare = openIntake(url, bareTable, log, 1);

let segment = 0;
const tracker = randomBytes(8).toString('hex');

async function shipOnce(payload: Buffer): Promise<number> {
  const body = frameAround('click', payload, rows);
  const began = performance.now();
  const stored = await intake.accept({ tracker, segment: ++segment, offset: 0, body });
  if (stored.rows !== rows) throw new Error(`${stored.rows} of ${rows} rows were stored`);
  return rows / ((performance.now() - began) / 1_000);
}

async function copyOnce(payload: Buffer): Promise<number> {
  const began = performance.now();
  await bare.transaction((tx) => tx.copy('bench_bare', eventColumns, payload));
  return rows / ((performance.now() - began) / 1_000);
}

const results: { groups: number; bytesPerRow: number; ship: number[]; copy: number[]; ratio: number }[] = [];
for (const count of groups) {
  const [ship, copy]: [number[], number[]] = [[], []];
  let bytes = 0;
  for (let rep = 0; rep <= reps; rep++) {
    const payload = clickRows(tenantId, rows, count);
    bytes = payload.length;
    const samples = { copy: await copyOnce(payload), ship: await shipOnce(payload) };
    if (rep === 0) continue; // warm: plans, connections, files
    ship.push(samples.ship);
    copy.push(samples.copy);
  }
  const ratio = median(ship) / median(copy);
  results.push({ groups: count, bytesPerRow: bytes / rows, ship, copy, ratio });
  console.log(
    `${String(count).padStart(6)} groups: ${median(ship).toFixed(0)} rows/s with rollups, ${median(copy).toFixed(0)} bare COPY, ratio ${ratio.toFixed(2)} (goal ${wanted}), ${(bytes / rows).toFixed(0)} bytes a row`,
  );
}

const soak: number[] = [];
for (const end = Date.now() + soakMinutes * 60_000; Date.now() < end; ) {
  soak.push(await shipOnce(clickRows(tenantId, rows, groups[0] ?? 500)));
}
if (soak.length > 0) {
  const half = soak.length >> 1;
  console.log(
    `soak of ${soakMinutes} min: ${soak.length * rows} rows, ${median(soak).toFixed(0)} rows/s; second half ${median(soak.slice(half)).toFixed(0)}`,
  );
}
await store.close();
await bare.close();
await stop();
console.log(`every sample: ${save('ship', { rows, reps, results, soak })}`);
