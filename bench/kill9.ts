// kill -9 under load, again and again: every click that was answered with a 302 must be counted exactly once.
//   npm run bench:kill9 -- --rounds=30
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FixtureServer } from '../packages/tracker/testing/fixture-server.ts';
import { ask } from '../packages/tracker/testing/harness.ts';
import { option, save } from './lib/stats.ts';
import { buildTracker, startTracker } from './lib/tracker.ts';
import { code } from './lib/world.ts';

const rounds = Number(option('rounds', '30'));
const port = 5311;
buildTracker();
const dataDir = mkdtempSync(join(tmpdir(), 'bench-kill9-'));
const server = new FixtureServer();
await server.listen();
const answered: string[] = [];
const perRound: number[] = [];
const start = () => startTracker({ port, core: 0, links: 5000, dataDir, server });

for (let round = 0; round < rounds; round++) {
  const tracker = await start();
  let isRunning = true;
  const before = answered.length;
  const clickers = Array.from({ length: 32 }, async (_, at) => {
    for (let click = 0; isRunning; click++) {
      const path = `/c/${code((at * 131 + click) % 5000)}?p1=${round}`;
      const answer = await ask(port, path, { 'X-Forwarded-For': `8.8.${at}.${click & 255}` }).catch(() => null);
      const id = answer?.status === 302 ? new URL(answer.headers.location ?? '').searchParams.get('cid') : null;
      if (id) answered.push(id);
      else await sleep(2);
    }
  });
  await sleep(500 + Math.random() * 1500);
  process.kill(tracker.pid, 'SIGKILL');
  isRunning = false;
  await Promise.all(clickers);
  await sleep(50);
  perRound.push(answered.length - before);
  process.stdout.write('.');
}
const last = await start();
const counts = new Map<string, number>();
const limit = Date.now() + 120_000;
let missing = answered;
while (missing.length > 0 && Date.now() < limit) {
  await sleep(500);
  counts.clear();
  for (const { row } of server.rows) counts.set(row.event_id ?? '', (counts.get(row.event_id ?? '') ?? 0) + 1);
  missing = answered.filter((id) => !counts.has(id));
}
const doubled = [...counts.values()].filter((count) => count > 1).length;
console.log(
  `\n${rounds} rounds, ${answered.length} clicks answered with a 302: ${missing.length} missing, ${doubled} counted twice`,
);
console.log(missing.length + doubled === 0 ? 'pass' : 'FAIL');
await last.stop();
await server.close();
rmSync(dataDir, { recursive: true, force: true });
console.log(
  `every round: ${save('kill9', { rounds, answered: answered.length, missing: missing.length, doubled, perRound })}`,
);
process.exitCode = missing.length + doubled === 0 ? 0 : 1;
