// Latency at a given rate, open loop, against nginx at the same rate in the same run. "half" is half of what the tracker
// answered at most while it was warmed, with every connection asking again at once.
//   npm run bench:latency -- --transport=net --rate=2000,4000,half --conns=128 --reps=5 --seconds=5 --warm=60
import { commitsBetween, commitTimes } from './lib/commit-times.ts';
import { ensureInstalled } from './lib/machine.ts';
import { startNginx } from './lib/nginx.ts';
import { type Latency, openLoop, pinTo } from './lib/open-loop.ts';
import { median, numbers, option, save } from './lib/stats.ts';
import { buildTracker, startTracker } from './lib/tracker.ts';
import { benchRequests } from './lib/world.ts';
import { load, writeScript } from './lib/wrk.ts';

const [SERVER_CORE, LOAD_CORE] = [0, 1];
const reps = Number(option('reps', '5'));
const seconds = Number(option('seconds', '5'));
const wanted = Number(option('want', '5'));

ensureInstalled({ command: 'nginx', name: 'nginx-light' }, { command: 'wrk', name: 'wrk' });
buildTracker();
pinTo(LOAD_CORE);
const requests = benchRequests(20_000);
const nginx = await startNginx(5310, SERVER_CORE);
const tracker = await startTracker({ port: 5311, core: SERVER_CORE });
// what is still being compiled takes turns with the clicks, and a tracker runs for weeks: a million clicks first
const warm = Number(option('warm', '60'));
const { rps } = await load(tracker, writeScript(requests, false), LOAD_CORE, 128, warm);
const half = Math.round(rps / 2000) * 1000;
console.log(`at most ${rps.toFixed(0)} redirects a second; half of it: ${half}`);
for (const { port } of [tracker, nginx]) await openLoop(port, requests, 4000, 128, 10); // the loader, too

const results: object[] = [];
for (const rate of numbers(option('rate', '2000,4000,half').replace('half', String(half)))) {
  for (const conns of numbers(option('conns', '128'))) {
    const samples: Record<'nginx' | 'tracker', Latency[]> = { nginx: [], tracker: [] };
    const before = await commitTimes(tracker.port);
    for (let rep = 0; rep < reps; rep++) {
      samples.nginx.push(await openLoop(nginx.port, requests, rate, conns, seconds));
      samples.tracker.push(await openLoop(tracker.port, requests, rate, conns, seconds));
    }
    const mid = (name: 'nginx' | 'tracker', pick: (sample: Latency) => number): number =>
      median(samples[name].map(pick));
    const ratio = mid('tracker', (s) => s.p99Ms) / mid('nginx', (s) => s.p99Ms);
    for (const name of ['nginx', 'tracker'] as const) {
      const figures = [mid(name, (s) => s.p50Ms), mid(name, (s) => s.p99Ms), mid(name, (s) => s.p999Ms)];
      console.log(
        `${rate}/s, ${conns} connections, ${name.padEnd(8)} p50 / p99 / p99.9 ${figures.map((ms) => ms.toFixed(2)).join(' / ')} ms`,
      );
    }
    const failed = samples.tracker.reduce((sum, sample) => sum + sample.failed, 0);
    const away = (name: 'nginx' | 'tracker') => mid(name, (s) => s.loaderAwayMs).toFixed(0);
    console.log(
      `  the loader itself was away for ${away('nginx')} and ${away('tracker')} ms in a sample of ${seconds} s`,
    );
    console.log(`  ${commitsBetween(before, await commitTimes(tracker.port))}`);
    console.log(`  p99 is ${ratio.toFixed(1)} times nginx's (goal ${wanted} at half of the maximum); failed ${failed}`);
    results.push({ rate, conns, ratio, failed, samples });
  }
}
await tracker.stop();
await nginx.stop();
console.log(`every sample: ${save('latency', { reps, seconds, rps, results })}`);
