// Does one tenant's work delay another's? Printed: how long a quiet tenant's conversions take beside two tenants' pixels, and
// how long everybody's mails take beside a publisher's host that never answers.
//   npm run bench:lanes -- --seconds=60 --rate=300 --deliveries=200
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../test/faults/clicks.ts';
import { openTenants, pixelFlow } from '../test/faults/lane-tenants.ts';
import { buildPrograms, startStack } from '../test/faults/stack.ts';
import { conversionTimes, mailTimes } from './lib/lane-times.ts';
import { option, percentile, save } from './lib/stats.ts';

const seconds = Number(option('seconds', '60'));
const rate = Number(option('rate', '300'));
const deliveries = Number(option('deliveries', '200'));
const QUIET_SECONDS = Math.min(20, seconds);
const GOAL_MS = 2_000;

const p95 = (times: readonly number[]): number =>
  percentile(
    [...times].sort((a, b) => a - b),
    0.95,
  );
const shown = (times: readonly number[]): string =>
  `p95 ${p95(times).toFixed(0)} ms, largest ${Math.max(...times).toFixed(0)} ms of ${times.length}`;

await buildPrograms();
// accepts, and never says a word
const silent = createServer((socket) => socket.on('error', () => undefined));
await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
const address = silent.address();
const place = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
const stack = await startStack({ outboundAllow: place });
const { quiet, busy } = await openTenants(stack);

const alone = await conversionTimes(stack, quiet, QUIET_SECONDS);
console.log(`conversions of a tenant with nobody beside it: ${shown(alone)}`);
await busy[0]?.deliverTo(`http://${place}/`, deliveries);
await until(
  async () =>
    ((await stack.sql<{ n: number }>(`select count(*)::int as n from jobs where handler = 'postbacks.send'`))[0]?.n ??
      0) >= deliveries,
  180_000,
);
await sleep(500);
const mails = await mailTimes(
  stack,
  [quiet, ...busy.slice(1)].map(({ id }) => id),
  20,
);
console.log(`mails beside ${deliveries} deliveries to one silent host: ${shown(mails)}`);
const heard = p95(mails) <= GOAL_MS;
console.log(`${heard ? 'pass' : 'FAIL'}: at most ${GOAL_MS} ms`);

const flows = Promise.all(busy.map((tenant) => pixelFlow(stack, tenant, rate, seconds)));
const beside = await conversionTimes(stack, quiet, seconds);
const sent = await flows;
console.log(
  `beside ${busy.length} tenants with ${sent.map((n) => (n / seconds).toFixed(0)).join(' and ')} pixels/s for ${seconds} s: ${shown(beside)}`,
);
const limit = Math.max(2 * p95(alone), GOAL_MS);
// a quiet figure that is out of all proportion tells of a broken bench, not of fairness
const fair = p95(alone) < 5 * GOAL_MS && p95(beside) <= limit;
console.log(`${fair ? 'pass' : 'FAIL'}: at most ${limit.toFixed(0)} ms`);

await stack.stop();
silent.close();
console.log(`kept in: ${save('lanes', { seconds, rate, deliveries, alone, beside, sent, mails })}`);
process.exit(fair && heard ? 0 : 1);
