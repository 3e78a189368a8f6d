// The machine a bench runs on: who it is, how busy it is, and what a process has used of it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

const TICKS_PER_SECOND = 100;

/** CPU seconds used so far by a process and the threads it has */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
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
