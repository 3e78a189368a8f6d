// Closed-loop load by wrk, which walks through a prepared list of requests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuSeconds } from './machine.ts';
import type { Target } from './target.ts';
import type { BenchRequest } from './world.ts';

export interface LoadSample {
  requests: number;
  rps: number;
  /** CPU time of the target per request */
  cpuMicros: number;
  p50Ms: number;
  p99Ms: number;
  errors: number;
}

export function writeScript(requests: readonly BenchRequest[], closes: boolean): string {
  const lines = requests.map(({ path, headers }) => {
    const all = closes ? { ...headers, Connection: 'close' } : headers;
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return `  ${JSON.stringify(`GET ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)},`;
  });
  const file = join(mkdtempSync(join(tmpdir(), 'bench-wrk-')), 'requests.lua');
  writeFileSync(
    file,
    `local list = {\n${lines.join('\n')}\n}\nlocal at = 0\nfunction request() at = at % #list + 1 return list[at] end
function done(summary, latency)
  local e = summary.errors
  print("JSON " .. string.format('{"requests":%d,"micros":%d,"p50":%f,"p99":%f,"errors":%d}', summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end\n`,
  );
  return file;
}

export async function load(
  target: Target,
  script: string,
  core: number,
  connections: number,
  seconds: number,
): Promise<LoadSample> {
  const before = cpuSeconds(target.pid);
  const args = [
    '-c',
    String(core),
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '-s',
    script,
    `http://127.0.0.1:${target.port}`,
  ];
  const child = spawn('taskset', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  await once(child, 'exit');
  const used = cpuSeconds(target.pid) - before;
  const json = /JSON (\{.*\})/.exec(output)?.[1];
  if (!json) throw new Error(`wrk said:\n${output}`);
  const { requests, micros, p50, p99, errors } = JSON.parse(json);
  return {
    requests,
    rps: requests / (micros / 1e6),
    cpuMicros: (used * 1e6) / requests,
    p50Ms: p50 / 1000,
    p99Ms: p99 / 1000,
    errors,
  };
}
