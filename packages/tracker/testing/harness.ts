// A whole worker against a fixture server, asked over real HTTP. Node does not resolve *.localhost, so the Host header is
// set by hand and the connection goes to 127.0.0.1.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SnapshotPut } from '@tributary/contract/tracker/snapshot';
import { type Env, parseEnv } from '../env.ts';
import { jsonLog } from '../log.ts';
import { realDisk } from '../spool/spool.ts';
import { startWorker, type Worker } from '../worker.ts';
import { FixtureServer } from './fixture-server.ts';
import { CHROME } from './request.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export function ask(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body = '' } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent,
        headers: { Host: 'demo.localhost', 'User-Agent': CHROME, ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}

export class Harness {
  readonly server = new FixtureServer();
  readonly dataDir = mkdtempSync(join(tmpdir(), 'tracker-'));
  readonly logLines: string[] = [];
  serverUrl = '';
  /** every write fails as on a full disk */
  isDiskFull = false;
  worker: Worker | undefined;

  async start(puts: SnapshotPut[] | null, env: Env = {}): Promise<void> {
    this.serverUrl ||= (await this.server.listen()).href;
    if (puts) this.server.publishFull(puts);
    await this.startWorker(env);
    if (puts) await this.untilLive();
  }

  async startWorker(env: Env = {}): Promise<void> {
    const settings = parseEnv({ TRACKER_PORT: '0', DATA_DIR: this.dataDir, SERVER_URL: this.serverUrl, ...env });
    this.worker = await startWorker(
      settings,
      0,
      jsonLog({}, (line) => this.logLines.push(line)),
      {
        ...realDisk,
        write: (handle, bytes, offset, length) => {
          if (this.isDiskFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
          return realDisk.write(handle, bytes, offset, length);
        },
      },
    );
  }

  get port(): number {
    return this.worker?.port ?? 0;
  }

  /** waits until the tracker has acknowledged the server's newest snapshot */
  async untilLive(): Promise<void> {
    await this.until(() =>
      [...this.server.reports.values()].some(({ snapshotVersion }) => snapshotVersion === this.server.version),
    );
  }

  async until(condition: () => boolean, limitMs = 20_000): Promise<void> {
    const limit = Date.now() + limitMs;
    while (!condition()) {
      if (Date.now() > limit) throw new Error(`not within ${limitMs} ms; log:\n${this.logLines.join('')}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  get(
    path: string,
    headers: Record<string, string> = {},
    options: { method?: string; body?: string } = {},
  ): Promise<Answer> {
    return ask(this.port, path, headers, options);
  }

  async stop(): Promise<void> {
    await this.worker?.stop();
    await this.server.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
