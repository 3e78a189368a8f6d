// Open-loop load: requests leave at their appointed times whether or not earlier ones are answered, and latency counts
// from the appointed time, so that a stall is felt by everyone who would have come meanwhile.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './stats.ts';
import type { BenchRequest } from './world.ts';

export interface Latency {
  sent: number;
  p50Ms: number;
  p99Ms: number;
  p999Ms: number;
  worstMs: number;
  failed: number;
  /** how long in all the loader itself was away for more than a millisecond: the machine's share, not the server's */
  loaderAwayMs: number;
}

/** this process and its threads, from now on; those that only help (compilers, collectors) give way to the loader */
export function pinTo(core: number): void {
  spawnSync('taskset', ['-acp', String(core), String(process.pid)], { stdio: 'ignore' });
  for (const thread of readdirSync('/proc/self/task')) {
    if (thread !== String(process.pid)) spawnSync('chrt', ['--idle', '--pid', '0', thread], { stdio: 'ignore' });
  }
}

const texts = (requests: readonly BenchRequest[]): Buffer[] =>
  requests.map(({ path, headers }) => {
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return Buffer.from(`GET ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  });

const HEAD_END = Buffer.from('\r\n\r\n');

/** as cheap as can be: what the loader needs for itself is not there for the server behind the tracker, on the same core */
class Connection {
  readonly socket: Socket;
  due = -1;

  constructor(port: number, onAnswer: (connection: Connection) => void, onFault: (connection: Connection) => void) {
    const buffer = Buffer.allocUnsafeSlow(16 * 1024);
    /** of an answer that came in pieces */
    let earlier = '';
    const isWhole = (length: number): boolean => {
      const bytes = buffer.subarray(0, length);
      if (earlier === '' && bytes.indexOf(HEAD_END) === length - HEAD_END.length) return true; // an empty body, as most
      earlier += bytes.toString('latin1');
      const end = earlier.indexOf('\r\n\r\n');
      const body = Number(/content-length: (\d+)/i.exec(earlier)?.[1] ?? 0);
      if (end < 0 || earlier.length < end + HEAD_END.length + body) return false;
      earlier = '';
      return true;
    };
    const callback = (length: number): boolean => {
      if (isWhole(length)) onAnswer(this);
      return true;
    };
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
    this.socket.on('error', () => onFault(this));
  }
}

const NEVER = new Int32Array(new SharedArrayBuffer(4));
const NAP_MS = 0.05;

export async function openLoop(
  port: number,
  requests: readonly BenchRequest[],
  rate: number,
  connections: number,
  seconds: number,
): Promise<Latency> {
  const bytes = texts(requests);
  const latencies: number[] = [];
  const free: Connection[] = [];
  const late: number[] = [];
  let failed = 0;
  let next = 0;
  const send = (connection: Connection, due: number): void => {
    connection.due = due;
    connection.socket.write(bytes[next++ % bytes.length] ?? '');
  };
  const all = Array.from(
    { length: connections },
    () =>
      new Connection(
        port,
        (connection) => {
          latencies.push(performance.now() - connection.due);
          const due = late.shift();
          if (due === undefined) free.push(connection);
          else send(connection, due);
        },
        () => failed++,
      ),
  );
  free.push(...all);
  await sleep(600); // let the burst of connections pass: it is another bench's business
  const began = performance.now();
  const total = rate * seconds;
  let loaderAwayMs = 0;
  let turned = began;
  for (let sent = 0; sent < total; ) {
    const now = performance.now();
    if (now - turned > 1) loaderAwayMs += now - turned;
    turned = now;
    const dueNow = Math.min(total, Math.floor(((now - began) / 1000) * rate) + 1);
    for (; sent < dueNow; sent++) {
      const due = began + (sent / rate) * 1000;
      const connection = free.pop();
      if (connection) send(connection, due);
      else late.push(due);
    }
    await new Promise((resolve) => setImmediate(resolve));
    // one that never slept would have to be interrupted by whoever else needs its core, the server behind the tracker above all
    Atomics.wait(NEVER, 0, 0, NAP_MS);
  }
  const limit = performance.now() + 10_000;
  while (latencies.length < total && performance.now() < limit) await sleep(10);
  for (const { socket } of all) socket.destroy();
  latencies.sort((a, b) => a - b);
  return {
    sent: total,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    p999Ms: percentile(latencies, 0.999),
    worstMs: latencies.at(-1) ?? Number.NaN,
    failed: failed + total - latencies.length,
    loaderAwayMs,
  };
}
