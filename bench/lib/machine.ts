// The machine a bench runs on: who it is, how busy it is, and what a process has used of it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

/** CPU seconds used so far by a process and its threads; from the scheduler's own clock, as ticks miss short turns */
export function cpuSeconds(pid: number): number {
  let nanos = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanos += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  }
  return nanos / 1e9;
}

export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

/** share of time that the host took away since boot */
function stealShare(): number {
  const fields = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).slice(1).map(Number);
  return (fields[7] ?? 0) / fields.reduce((sum, value) => sum + value, 0);
}

export function describeMachine(): Record<string, string | number> {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryMb: Math.round(totalmem() / 1024 / 1024),
    node: process.version,
    kernel: readFileSync('/proc/version', 'utf8').split(' ').slice(0, 3).join(' '),
    load: loadavg()[0] ?? 0,
    steal: stealShare(),
  };
}

/** installs Debian packages that are not there; needs root or a password-less sudo */
export function ensureInstalled(...packages: { command: string; name: string }[]): void {
  const missing = packages.filter(({ command }) => !isThere(command)).map(({ name }) => name);
  if (missing.length === 0) return;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const args of [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...missing],
  ]) {
    const [command = '', ...rest] = [...sudo, ...args];
    execFileSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

function isThere(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
