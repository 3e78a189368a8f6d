// The whole of Tributary as it is shipped — PostgreSQL, the built server, any number of built trackers — as processes
// that can be killed, with one demo tenant in it. Used by the fault tests and by the benches.
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { seedDemo } from '../../packages/server/demo/seed-demo.ts';
import { createPasswordHasher } from '../../packages/server/modules/accounts/index.ts';
import { systemClock } from '../../packages/server/platform/clock.ts';
import { openDatabase } from '../../packages/server/platform/db/database.ts';
import { migrate } from '../../packages/server/platform/db/migrate.ts';
import { roleUrl } from '../../packages/server/platform/db/roles.ts';
import { createLog } from '../../packages/server/platform/log.ts';
import { secretFrom } from '../../packages/server/platform/secret.ts';
import { ensureBuild } from '../../scripts/lib/build.mjs';
import { openPanel, type Panel } from '../../scripts/lib/panel-client.ts';
import { findFreePort } from '../../scripts/lib/ports.mjs';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { signalProcess, waitForEnd } from '../../scripts/lib/processes.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { createThrowawayFolder } from '../../scripts/lib/throwaway.mjs';
import { Part } from './part.ts';

/** of the test cluster, whose roles belong to it */
export const SECRET = 'ab'.repeat(32);

export interface StackOptions {
  trackers?: number;
  /** a database of the test run's cluster; without it the stack has a PostgreSQL of its own, which can be killed */
  databaseUrl?: string;
  /** host:port on this machine that outbound calls may reach */
  outboundAllow?: string;
  /** kept afterwards, and used again with all that is in it; without it the stack has a folder that goes with it */
  keptFolder?: string;
  serverEnv?: Record<string, string>;
  /** of each tracker, in their order */
  trackerMore?: readonly { env?: Record<string, string>; descriptors?: number }[];
}

export class Stack {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly server: Part;
  readonly trackers: Part[];
  readonly serverPort: number;
  readonly trackerPorts: number[];
  readonly #postgres: OwnPostgres | null;

  readonly #isKept: boolean;

  constructor(
    folder: string,
    databaseUrl: string,
    ports: readonly number[],
    postgres: OwnPostgres | null,
    { keptFolder, outboundAllow = '', serverEnv = {}, trackerMore = [] }: StackOptions,
  ) {
    const [serverPort = 0, ...trackerPorts] = ports;
    this.folder = folder;
    this.#isKept = keptFolder !== undefined;
    this.databaseUrl = databaseUrl;
    this.serverPort = serverPort;
    this.trackerPorts = trackerPorts;
    this.#postgres = postgres;
    const shared = { TRIBUTARY_SECRET: SECRET, PUBLIC_ORIGIN: `http://localhost:${serverPort}` };
    const inFolder = (name: string): string => path.join(folder, name);
    this.server = new Part({
      name: 'the server',
      program: inRoot('dist/server/main.js'),
      env: {
        ...shared,
        TRACKER_ORIGIN: `http://localhost:${trackerPorts[0] ?? 3001}`,
        ...serverEnv,
        DATABASE_URL: databaseUrl,
        DATA_DIR: inFolder('server'),
        PORT: String(serverPort),
        DEMO: '0',
        OUTBOUND_ALLOW: outboundAllow,
      },
      logFile: inFolder('server.log'),
      readyUrl: `http://localhost:${serverPort}/readyz`,
    });
    this.trackers = trackerPorts.map(
      (port, at) =>
        new Part({
          name: `tracker ${at}`,
          program: inRoot('dist/tracker/main.js'),
          env: {
            ...shared,
            DATA_DIR: inFolder(`tracker-${at}`),
            TRACKER_PORT: String(port),
            SERVER_URL: `http://127.0.0.1:${serverPort}`,
            TRUSTED_PROXIES: '127.0.0.1',
            ...trackerMore[at]?.env,
          },
          descriptors: trackerMore[at]?.descriptors,
          logFile: inFolder(`tracker-${at}.log`),
          readyUrl: `http://localhost:${port}/readyz`,
        }),
    );
  }

  get postgres(): OwnPostgres {
    if (!this.#postgres) throw new Error('this stack lives on the run’s own cluster');
    return this.#postgres;
  }

  /** what ended without having been told to */
  get accidents(): string[] {
    return [this.server, ...this.trackers].flatMap(({ accidents }) => accidents);
  }

  async ready(): Promise<void> {
    for (const part of [this.server, ...this.trackers]) await part.ready();
  }

  panel(): Promise<Panel> {
    return openPanel({ port: this.serverPort, host: 'demo.localhost' }, 'admin@demo.test', 'tributary-demo');
  }

  /** as the owner, past row-level security; on a connection of its own, as the database comes and goes */
  async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    for (const part of [...this.trackers, this.server]) await part.stop();
    await this.#postgres?.stop();
    if (!this.#isKept) fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** durable, as in production: the clusters of tests are not */
export class OwnPostgres {
  readonly #dataDir: string;
  #running: Awaited<ReturnType<typeof startPostgres>> | undefined;

  constructor(folder: string) {
    this.#dataDir = path.join(folder, 'postgres');
  }

  async start(): Promise<string> {
    this.#running = await startPostgres({ dataDir: this.#dataDir });
    return this.#running.url;
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }

  /** `kill -9`, and up again */
  async kill(): Promise<void> {
    const { pid } = this.#running ?? {};
    if (pid === undefined) return;
    signalProcess(pid, 'SIGKILL');
    await waitForEnd(pid, 10_000);
    await this.stop();
    await this.start();
  }
}

/** for benches; `npm test` has built everything before it comes here */
export const buildPrograms = (): Promise<void> => ensureBuild(['server', 'tracker']);

export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { trackers = 1, databaseUrl, keptFolder } = options;
  for (const program of ['server', 'tracker']) {
    if (!fs.existsSync(inRoot(`dist/${program}/main.js`))) throw new Error('build first: npm run build');
  }
  if (keptFolder !== undefined) fs.mkdirSync(keptFolder, { recursive: true, mode: 0o711 });
  const folder = keptFolder ?? (await createThrowawayFolder());
  const postgres = databaseUrl === undefined ? new OwnPostgres(folder) : null;
  const url = databaseUrl ?? (await postgres?.start()) ?? '';
  await seed(url);
  const ports: number[] = [];
  while (ports.length < trackers + 1) ports.push(await findFreePort());
  const stack = new Stack(folder, url, ports, postgres, options);
  await stack.ready();
  return stack;
}

/** only PostgreSQL, durable, with the demo tenants in it: for benches of the intake alone */
export async function startDatabase() {
  const folder = await createThrowawayFolder();
  const postgres = new OwnPostgres(folder);
  const url = await postgres.start();
  await seed(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  await client.end();
  const stop = async (): Promise<void> => {
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { url, secret: secretFrom(SECRET), tenantId: rows[0]?.id ?? '', stop };
}

/** the demo tenants' people, without their offers and weeks of history */
async function seed(databaseUrl: string): Promise<void> {
  const secret = secretFrom(SECRET);
  const log = createLog('silent');
  await migrate(databaseUrl, secret, log);
  const database = openDatabase(roleUrl(databaseUrl, 'app', secret), { name: 'seed', max: 1, log });
  try {
    await seedDemo(database, await createPasswordHasher(secret), systemClock, log);
  } finally {
    await database.close();
  }
}
