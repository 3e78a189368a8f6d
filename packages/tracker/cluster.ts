// Several workers on one port. The first process only starts them again when they die, hands a stop on to them, and
// gathers their figures, one page for all. What they know of visitors they share by themselves (visitor-log.ts).
import cluster, { type Worker as Fork } from 'node:cluster';
import { EXIT_CONFIGURATION } from './env.ts';
import type { Log } from './log.ts';
import { joinMetrics } from './observed/metrics.ts';

const RESTART_AFTER_MS = 500;
const GATHER_LIMIT_MS = 1_000;

/** what travels between the processes */
type Message = { kind: 'metrics-wanted'; ticket: number } | { kind: 'metrics'; ticket: number; text: string };

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null && 'kind' in value;

export function runPrimary(workers: number, log: Log): void {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  let stopping = false;
  const forks = new Map<Fork, number>();
  const gathering = new Map<number, (text: string) => void>();
  let ticket = 0;

  const gather = (asker: Fork, askedTicket: number): void => {
    const texts: string[] = [];
    const mine = ++ticket;
    const finish = (): void => {
      if (!gathering.delete(mine)) return;
      clearTimeout(limit);
      if (asker.isConnected())
        asker.send({ kind: 'metrics', ticket: askedTicket, text: joinMetrics(texts) } satisfies Message);
    };
    const limit = setTimeout(finish, GATHER_LIMIT_MS);
    gathering.set(mine, (text) => {
      texts.push(text);
      if (texts.length === forks.size) finish();
    });
    for (const fork of forks.keys()) fork.send({ kind: 'metrics-wanted', ticket: mine } satisfies Message);
  };

  const start = (number: number): void => {
    const fork = cluster.fork({ TRACKER_WORKER: String(number) });
    forks.set(fork, number);
    fork.on('message', (message: unknown) => {
      if (!isMessage(message)) return;
      if (message.kind === 'metrics-wanted') gather(fork, message.ticket);
      if (message.kind === 'metrics') gathering.get(message.ticket)?.(message.text);
    });
    fork.on('exit', (code) => {
      forks.delete(fork);
      if (code === EXIT_CONFIGURATION) process.exit(code);
      if (stopping) {
        if (forks.size === 0) process.exit(0);
        return;
      }
      log.error('a worker ended and is started again', { worker: number, code });
      setTimeout(() => start(number), RESTART_AFTER_MS);
    });
  };
  for (let number = 0; number < workers; number++) start(number);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping = true;
      for (const fork of forks.keys()) fork.process.kill('SIGTERM');
    });
  }
}

/** a worker's end of it; alone, without a first process, there is nobody to tell and nobody to ask */
export class Siblings {
  readonly #waiting = new Map<number, (text: string) => void>();
  #ticket = 0;

  share(metricsText: () => string): void {
    const { worker } = cluster;
    if (!worker) return;
    worker.on('message', (message: unknown) => {
      if (!isMessage(message)) return;
      if (message.kind === 'metrics-wanted')
        worker.send({ kind: 'metrics', ticket: message.ticket, text: metricsText() } satisfies Message);
      if (message.kind === 'metrics') {
        this.#waiting.get(message.ticket)?.(message.text);
        this.#waiting.delete(message.ticket);
      }
    });
  }

  /** the figures of all workers */
  gather(own: () => string, done: (text: string) => void): void {
    const { worker } = cluster;
    if (!worker?.isConnected()) {
      done(own());
      return;
    }
    const ticket = ++this.#ticket;
    this.#waiting.set(ticket, done);
    worker.send({ kind: 'metrics-wanted', ticket } satisfies Message);
  }
}
