// The database goes away while people click: no redirect may fail, and all must be counted soon after its return.
//   npm run bench:outage -- --seconds=300 --rate=500
import { setTimeout as sleep } from 'node:timers/promises';
import { Crowd, createOffer, settle } from '../test/faults/clicks.ts';
import { buildPrograms, startStack } from '../test/faults/stack.ts';
import { option, save } from './lib/stats.ts';

const seconds = Number(option('seconds', '60'));
const rate = Number(option('rate', '500'));
const CLICKERS = 64;
const CATCH_UP_MS = 120_000;

await buildPrograms();
const stack = await startStack();
const offer = await createOffer(stack, await stack.panel());
const crowd = new Crowd(stack.trackerPorts, offer.number, CLICKERS, rate);
const began = performance.now();
await sleep(2_000);
await stack.postgres.stop();
await sleep(seconds * 1_000);
const before = crowd.answered.length;
await stack.postgres.start();
await sleep(2_000);
await crowd.stop();
const tookSeconds = (performance.now() - began) / 1_000;
const found = await settle(stack, crowd.answered, CATCH_UP_MS + 60_000);
const { accidents } = stack;
await stack.stop();
const perSecond = crowd.answered.length / tookSeconds;
console.log(
  `${seconds} s without a database at ${perSecond.toFixed(0)} clicks/s (asked for ${rate}): ${before} answered until its return`,
);
console.log(
  `${crowd.failed} redirects failed; all ${crowd.answered.length} counted ${(found.ms / 1_000).toFixed(1)} s after the last click`,
);
console.log(
  `${found.missing} missing, ${found.doubled} stored twice, ${found.wrongQuarters} and ${found.wrongDays} wrong rows in the rollups; ended by themselves: ${accidents.join(', ') || 'none'}`,
);
const isExact = found.missing + found.doubled + found.wrongQuarters + found.wrongDays === 0;
const hasPassed = isExact && crowd.failed === 0 && accidents.length === 0 && found.ms <= CATCH_UP_MS;
console.log(hasPassed ? 'pass' : 'FAIL');
console.log(
  `kept in: ${save('outage', { seconds, rate, perSecond, answered: crowd.answered.length, failed: crowd.failed, found, accidents })}`,
);
process.exitCode = hasPassed ? 0 : 1;
