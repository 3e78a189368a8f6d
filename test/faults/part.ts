// One process of the stack that is killed in the tests: it comes back by itself, as the supervisor's does, and remembers
// whether it ever ended without having been told to.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const RESTART_AFTER_MS = 250;
/** a start that takes this long on a busy machine is slow, not stuck */
const READY_LIMIT_MS = 150_000;

export interface PartOptions {
  name: string;
  program: string;
  env: Record<string, string>;
  logFile: string;
  /** answers 200 once the part does its work */
  readyUrl: string;
  /** how many files and sockets it may have open; without it as many as this process */
  descriptors?: number | undefined;
}

export class Part {
  readonly #options: PartOptions;
  #child: ChildProcess | undefined;
  #isExpected = false;
  #isStopping = false;
  /** how it ended when nobody had asked it to */
  readonly accidents: string[] = [];

  constructor(options: PartOptions) {
    this.#options = options;
    // a run that fails leaves nobody behind
    process.once('exit', () => this.#child?.kill('SIGKILL'));
    this.#start();
  }

  #start(): void {
    const { program, env, logFile, name, descriptors } = this.#options;
    const log = openSync(logFile, 'a');
    const command = [process.execPath, '--enable-source-maps', program];
    const limited = ['-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh', ...command];
    const [file = '', ...rest] = descriptors === undefined ? command : ['/bin/sh', ...limited];
    const child = spawn(file, rest, {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#child = child;
    child.once('exit', (code, signal) => {
      if (!this.#isExpected) this.accidents.push(`${name} ended with ${signal ?? `exit code ${code}`}`);
      this.#isExpected = false;
      this.#child = undefined;
      if (!this.#isStopping) setTimeout(() => this.#isStopping || this.#start(), RESTART_AFTER_MS);
    });
  }

  async ready(): Promise<void> {
    for (const limit = Date.now() + READY_LIMIT_MS; (await statusOf(this.#options.readyUrl)) !== 200; await sleep(50)) {
      if (Date.now() > limit) throw new Error(`${this.#options.name} does not become ready:\n${this.lastWords()}`);
    }
  }

  /** `kill -9`; it starts again by itself */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** it is there, and does nothing, until it is told to go on */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  goOn(): void {
    this.#child?.kill('SIGCONT');
  }

  /** in good order; it starts again by itself */
  restart(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#isExpected = true;
    child.kill(signal);
    await once(child, 'exit');
  }

  /** whether it ended in good order */
  async stop(): Promise<boolean> {
    this.#isStopping = true;
    const child = this.#child;
    if (!child) return true;
    this.#isExpected = true;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    return code === 0;
  }

  lastWords(): string {
    return readFileSync(this.#options.logFile, 'utf8').slice(-3_000);
  }
}

function statusOf(url: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(0));
  });
}
