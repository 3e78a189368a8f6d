// The tracker's replay program as a child process: kept running between questions, a few of them at most, each question with a
// limit. The server imports no tracker: a rule that runs twice must be one rule.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Replayed } from '@tributary/contract/tracker/replayed';
import type { Log } from '../../../platform/log.ts';

/** which configuration a row was decided by: asked for only where a process does not hold it yet */
export interface ReplayQuestion {
  tenant: number;
  row: object;
  /** equal keys mean the same document */
  key: string;
  document: () => Promise<string | null>;
}
export type ReplayAnswer = { replayed: Replayed } | { missing: 'configuration' | 'answer' };

export interface ReplayProgram {
  ask(question: ReplayQuestion): Promise<ReplayAnswer>;
  close(): void;
}

const MOST_PROCESSES = 2;
const ANSWER_MS = 10_000;
/** the program is small, but nobody needs it at night */
const IDLE_MS = 60_000;
/** whoever waits longer than this many others is told to come again */
const MOST_WAITING = 64;

const built = import.meta.url.includes('/dist/server/');
const program = fileURLToPath(
  new URL(built ? '../tracker/replay-main.js' : '../../../../tracker/replay/replay-main.ts', import.meta.url),
);
const args = built ? [program] : ['--import', 'tsx', program];

type Child = ChildProcessByStdio<Writable, Readable, null>;
interface Pending {
  ask: number;
  done: (answer: ReplayAnswer) => void;
}

class Process {
  readonly #child: Child;
  #held = '';
  #asks = 0;
  #pending: Pending | null = null;
  isGone = false;

  constructor(log: Log, gone: () => void) {
    this.#child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    const end = () => {
      this.isGone = true;
      this.#settle({ missing: 'answer' });
      gone();
    };
    this.#child.on('exit', end);
    this.#child.on('error', (err) => {
      log.error({ err }, 'the replay program could not be run');
      end();
    });
    this.#child.stdin.on('error', () => this.stop());
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#hear(line));
  }

  #hear(line: string): void {
    const answer = JSON.parse(line);
    if (answer.ask !== this.#pending?.ask) return;
    this.#settle('error' in answer ? { missing: 'answer' } : { replayed: answer });
  }

  #settle(answer: ReplayAnswer): void {
    this.#pending?.done(answer);
    this.#pending = null;
  }

  async ask({ tenant, row, key, document }: ReplayQuestion): Promise<ReplayAnswer> {
    if (this.#held !== key) {
      const text = await document();
      if (text === null) return { missing: 'configuration' };
      this.#child.stdin.write(text);
      this.#held = key;
    }
    const ask = ++this.#asks;
    return new Promise((resolve) => {
      const late = setTimeout(() => this.stop(), ANSWER_MS);
      this.#pending = {
        ask,
        done: (answer) => {
          clearTimeout(late);
          resolve(answer);
        },
      };
      if (this.isGone) this.#settle({ missing: 'answer' });
      else this.#child.stdin.write(`${JSON.stringify({ tenant, row, ask })}\n`);
    });
  }

  holds(key: string): boolean {
    return this.#held === key;
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}

export function createReplayProgram(log: Log): ReplayProgram {
  const idle: Process[] = [];
  const all = new Set<Process>();
  const waiting: (() => void)[] = [];
  let rest: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function take(key: string): Promise<Process | null> {
    for (;;) {
      const free = idle.find((one) => one.holds(key)) ?? idle[0];
      if (free) {
        idle.splice(idle.indexOf(free), 1);
        return free;
      }
      if (isClosed || waiting.length >= MOST_WAITING) return null;
      if (all.size < MOST_PROCESSES) {
        const started = new Process(log, () => {
          all.delete(started);
          const at = idle.indexOf(started);
          if (at >= 0) idle.splice(at, 1);
          waiting.shift()?.();
        });
        all.add(started);
        return started;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  function giveBack(one: Process): void {
    if (!one.isGone) idle.push(one);
    waiting.shift()?.();
    clearTimeout(rest);
    rest = setTimeout(() => {
      for (const resting of idle) resting.stop();
    }, IDLE_MS).unref();
  }

  return {
    ask: async (question) => {
      const one = await take(question.key);
      if (!one) return { missing: 'answer' };
      try {
        return await one.ask(question);
      } finally {
        giveBack(one);
      }
    },
    close: () => {
      isClosed = true;
      clearTimeout(rest);
      for (const one of all) one.stop();
      for (const go of waiting.splice(0)) go();
    },
  };
}
