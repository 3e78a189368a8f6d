// What connections cost: one per click, a burst of them, and thousands that are slow or idle beside good clicks.
//   npm run bench:accept -- --burst=512 --slow=2000 --idle=10000 --reps=3
import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureInstalled } from './lib/machine.ts';
import { startNginx } from './lib/nginx.ts';
import { type Latency, openLoop, pinTo } from './lib/open-loop.ts';
import { median, option, save } from './lib/stats.ts';
import { buildTracker, startTracker } from './lib/tracker.ts';
import { benchRequests } from './lib/world.ts';
import { type LoadSample, load, writeScript } from './lib/wrk.ts';

const [SERVER_CORE, LOAD_CORE] = [0, 1];
const reps = Number(option('reps', '3'));
const burst = Number(option('burst', '512'));
const slowCount = Number(option('slow', '2000'));
const idleCount = Number(option('idle', '10000'));
const rate = Number(option('rate', '1000'));

ensureInstalled({ command: 'nginx', name: 'nginx-light' }, { command: 'wrk', name: 'wrk' });
buildTracker();
const requests = benchRequests(20_000);
const script = writeScript(requests, true);
const nginx = await startNginx(5310, SERVER_CORE);
const tracker = await startTracker({ port: 5311, core: SERVER_CORE });
await load(tracker, script, LOAD_CORE, 64, 30); // warm: until nothing is compiled any more

const closing: Record<'nginx' | 'tracker', LoadSample[]> = { nginx: [], tracker: [] };
for (let rep = 0; rep < reps; rep++) {
  closing.nginx.push(await load(nginx, script, LOAD_CORE, 64, 4));
  closing.tracker.push(await load(tracker, script, LOAD_CORE, 64, 4));
}
const cpu = (name: 'nginx' | 'tracker'): number => median(closing[name].map(({ cpuMicros }) => cpuMicros));
console.log(
  `one connection per click: nginx ${cpu('nginx').toFixed(0)} µs, tracker ${cpu('tracker').toFixed(0)} µs CPU; R = ${(cpu('nginx') / cpu('tracker')).toFixed(3)}`,
);

pinTo(LOAD_CORE);
const [first] = requests;
const text = `GET ${first?.path} HTTP/1.1\r\nHost: demo.localhost\r\nUser-Agent: ${first?.headers['User-Agent']}\r\nConnection: close\r\n\r\n`;
const bursts: number[] = [];
for (let rep = 0; rep < reps; rep++) {
  const began = performance.now();
  await Promise.all(Array.from({ length: burst }, () => oneClick(text)));
  bursts.push(performance.now() - began);
}
console.log(`${burst} connections at once: all answered within ${median(bursts).toFixed(0)} ms`);

const alone: Latency[] = [];
const beside: Latency[] = [];
for (let rep = 0; rep < reps; rep++) {
  alone.push(await openLoop(tracker.port, requests, rate, 64, 4));
  const crowd = await startCrowd();
  await sleep(3_000); // their arrival is the burst above; this is about their presence
  beside.push(await openLoop(tracker.port, requests, rate, 64, 4));
  crowd.kill('SIGKILL');
  await sleep(1000);
}
const p99 = (samples: Latency[]): number => median(samples.map(({ p99Ms }) => p99Ms));
console.log(
  `${rate} good clicks/s: p99 ${p99(alone).toFixed(2)} ms alone, ${p99(beside).toFixed(2)} ms beside ${slowCount} slow and ${idleCount} idle connections (${(p99(beside) / p99(alone)).toFixed(2)} times; goal < 2)`,
);
await tracker.stop();
await nginx.stop();
console.log(
  `every sample: ${save('accept', { reps, burst, slowCount, idleCount, rate, closing, bursts, alone, beside })}`,
);

function oneClick(bytes: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(tracker.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', () => {});
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
}

function startCrowd(): Promise<ChildProcess> {
  const args = ['--import', 'tsx', 'bench/lib/crowd.ts', tracker.port, slowCount, idleCount].map(String);
  const crowd = spawn('nice', ['-n', '10', process.execPath, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    crowd.stdout.once('data', () => resolve(crowd));
    crowd.once('exit', () => reject(new Error('the crowd went away')));
  });
}
