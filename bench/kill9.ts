// kill -9 under load, again and again, of tracker, server and PostgreSQL in turn: every click that was answered with a
// 302 must be counted exactly once, in the raw rows and in both rollups.
//   npm run bench:kill9 -- --rounds=30 --target=tracker,server,postgres --clickers=24
import { setTimeout as sleep } from 'node:timers/promises';
import { Crowd, createOffer, settle } from '../test/faults/clicks.ts';
import { buildPrograms, startStack } from '../test/faults/stack.ts';
import { option, save } from './lib/stats.ts';

const rounds = Number(option('rounds', '30'));
const targets = option('target', 'tracker,server,postgres').split(',');
const clickers = Number(option('clickers', '24'));

await buildPrograms();
const stack = await startStack();
const parts = { tracker: stack.trackers[0], server: stack.server, postgres: stack.postgres };
const offer = await createOffer(stack, await stack.panel());
const answered: string[] = [];
const perRound: { target: string; answered: number; failed: number; backMs: number }[] = [];
for (let round = 0; round < rounds; round++) {
  const target = targets[round % targets.length] ?? '';
  const part = target === 'tracker' || target === 'server' || target === 'postgres' ? parts[target] : undefined;
  if (!part) throw new Error(`--target knows tracker, server and postgres, not "${target}"`);
  const crowd = new Crowd(stack.trackerPorts, offer.number, clickers);
  await sleep(500 + Math.random() * 1_500);
  const killedAt = performance.now();
  await part.kill();
  await stack.ready();
  const backMs = Math.round(performance.now() - killedAt);
  await crowd.stop();
  for (const id of crowd.answered) answered.push(id);
  perRound.push({ target, answered: crowd.answered.length, failed: crowd.failed, backMs });
  process.stdout.write('.');
}
const found = await settle(stack, answered, 120_000);
const failedAlive = perRound.filter(({ target }) => target !== 'tracker').reduce((sum, { failed }) => sum + failed, 0);
const { accidents } = stack;
await stack.stop();
console.log(`\n${rounds} × kill -9 of ${targets.join(', ')}: ${answered.length} clicks answered with a 302`);
console.log(
  `${found.missing} missing, ${found.doubled} stored twice, ${found.wrongQuarters} and ${found.wrongDays} wrong rows in the rollups (${found.events} events)`,
);
console.log(
  `${failedAlive} redirects failed while the tracker lived; ended by themselves: ${accidents.join(', ') || 'none'}`,
);
const isExact = found.missing + found.doubled + found.wrongQuarters + found.wrongDays === 0;
const hasPassed = isExact && failedAlive === 0 && accidents.length === 0;
console.log(hasPassed ? 'pass' : 'FAIL');
console.log(`every round: ${save('kill9', { rounds, answered: answered.length, found, accidents, perRound })}`);
process.exitCode = hasPassed ? 0 : 1;
