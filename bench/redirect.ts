// How many durable redirects one core does, against nginx's bare 302 on the same core in the same run.
//   npm run bench:redirect -- --transport=net --reps=5 --seconds=6 --conns=128
import { ensureInstalled } from './lib/machine.ts';
import { startNginx } from './lib/nginx.ts';
import { median, option, save, spread, UNSTABLE_SPREAD } from './lib/stats.ts';
import { buildTracker, startTracker } from './lib/tracker.ts';
import { benchRequests } from './lib/world.ts';
import { type LoadSample, load, writeScript } from './lib/wrk.ts';

const [SERVER_CORE, LOAD_CORE] = [0, 1];
const reps = Number(option('reps', '5'));
const seconds = Number(option('seconds', '6'));
const connections = Number(option('conns', '128'));
const wanted = Number(option('want', '0.10'));

ensureInstalled({ command: 'nginx', name: 'nginx-light' }, { command: 'wrk', name: 'wrk' });
buildTracker();
const script = writeScript(benchRequests(20_000), false);
const nginx = await startNginx(5310, SERVER_CORE);
const tracker = await startTracker({ port: 5311, core: SERVER_CORE, node: option('node', process.execPath) });
await load(tracker, script, LOAD_CORE, connections, seconds); // warm: caches, leases, compiled code

const samples: Record<'nginx' | 'tracker', LoadSample[]> = { nginx: [], tracker: [] };
for (let rep = 0; rep < reps; rep++) {
  samples.nginx.push(await load(nginx, script, LOAD_CORE, connections, seconds));
  samples.tracker.push(await load(tracker, script, LOAD_CORE, connections, seconds));
}
await tracker.stop();
await nginx.stop();

const cpu = (name: 'nginx' | 'tracker') => samples[name].map(({ cpuMicros }) => cpuMicros);
const r = median(cpu('nginx')) / median(cpu('tracker'));
const isUnstable = spread(cpu('nginx')) > UNSTABLE_SPREAD;
const errors = [...samples.nginx, ...samples.tracker].reduce((sum, sample) => sum + sample.errors, 0);
for (const name of ['nginx', 'tracker'] as const) {
  const all = samples[name];
  const mid = (pick: (sample: LoadSample) => number, digits: number): string => median(all.map(pick)).toFixed(digits);
  console.log(
    `${name.padEnd(8)} ${mid((s) => s.rps, 0)} rps, ${mid((s) => s.cpuMicros, 1)} µs CPU, p50 ${mid((s) => s.p50Ms, 2)} ms, p99 ${mid((s) => s.p99Ms, 2)} ms`,
  );
}
console.log(
  `R = ${r.toFixed(3)} (goal ${wanted}); errors ${errors}; nginx's spread ${(spread(cpu('nginx')) * 100).toFixed(0)} %`,
);
console.log(isUnstable ? 'unstable: the machine was too busy to judge' : r >= wanted && errors === 0 ? 'pass' : 'FAIL');
console.log(`every sample: ${save('redirect', { reps, seconds, connections, r, isUnstable, samples })}`);
process.exitCode = isUnstable || (r >= wanted && errors === 0) ? 0 : 1;
