// The server process: settings, migrations, demo tenants, then serve until told to stop.
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { type DemoDeps, findDemoCredentials, removeDemoCredentials } from './demo/demo-credentials.ts';
import { seedDemoBilling } from './demo/seed-billing.ts';
import { seedDemoBrand } from './demo/seed-brand.ts';
import { DEMO_OPERATOR, DEMO_PASSWORD, seedDemo } from './demo/seed-demo.ts';
import { seedHistory } from './demo/seed-history.ts';
import { seedDemoOffers } from './demo/seed-offers.ts';
import { seedDemoReferrals } from './demo/seed-referrals.ts';
import { seedDemoTeam } from './demo/seed-team.ts';
import { seedDemoTests } from './demo/seed-tests.ts';
import { createPasswordHasher } from './modules/accounts/index.ts';
import { checkBilling } from './modules/billing/index.ts';
import { NotAStatement, verifyMoney } from './modules/conversions/index.ts';
import { CommandError, ensureOperator, runOperatorCommand } from './modules/operations/index.ts';
import { checkProof } from './modules/trust/index.ts';
import { MINUTE_MS, systemClock } from './platform/clock.ts';
import { DatabaseAway } from './platform/db/connect-owner.ts';
import { openDatabase, type Tx } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { roleUrl } from './platform/db/roles.ts';
import { WallError } from './platform/db/wall.ts';
import { EXIT_CONFIG, readSettings, type Settings, SettingsError } from './platform/env.ts';
import { Fault } from './platform/fault.ts';
import { createLog, type Log } from './platform/log.ts';
import { type InstallationSecret, loadSecret } from './platform/secret.ts';
import { createVault } from './platform/vault.ts';

const VERSION = '0.1.0';
/** what is under way at a stop gets this long */
const FINISH_MS = 25_000;

async function run(log: Log): Promise<void> {
  const settings = readSettings(process.env);
  log.level = settings.logLevel;
  mkdirSync(settings.dataDir, { recursive: true });
  const secret = loadSecret(settings.dataDir, settings.secret);
  const [command, ...words] = process.argv.slice(2);
  if (command) log.level = 'warn';
  await migrate(settings.databaseUrl, secret, log);
  if (command === 'operator') return operate(words, settings, secret, log);
  if (command === 'ledger-verify') return verify(words, settings, secret, log);
  if (command === 'demo-remove') return removeDemo(settings, secret, log);
  if (command) throw new CommandError(`There is no command "${command}": use operator, ledger-verify or demo-remove.`);
  if (settings.production) await refuseDemo(settings, secret, log);
  for (const warning of settings.warnings) log.warn(warning);
  // from the sources (tsx) or from dist/server: the web build lies at dist/web either way
  const built = import.meta.url.includes('/dist/server/');
  const webRoot = fileURLToPath(new URL(built ? '../web/' : '../../dist/web/', import.meta.url));
  const app = await createApp({ settings, secret, clock: systemClock, log, webRoot, version: VERSION });
  if (settings.demo) {
    await seedDemo(app.database, app.passwords, systemClock, log);
    await seedDemoOffers(app.database, app.passwords, systemClock, log);
    await seedDemoTeam(app.database, app.passwords, systemClock);
    await seedDemoBrand(app.database, systemClock);
    await seedDemoReferrals(app.database, systemClock);
    await seedDemoTests(app.database, systemClock);
    const { database, passwords } = app;
    const { publicOrigin } = settings;
    await seedDemoBilling({ database, passwords, secret, publicOrigin, clock: systemClock, log });
  }
  if (settings.role !== 'api') await app.publish();
  const firstOperators = [settings.operator, settings.demo ? DEMO_OPERATOR : undefined];
  for (const operator of firstOperators) {
    if (operator) await ensureOperator(app.operators, app.passwords, systemClock, operator);
  }
  if (!settings.production && !/(^|\.)localhost$/.test(settings.publicOrigin.hostname)) {
    log.warn(
      `${settings.publicOrigin.origin} is not https: the account managers' cookie cannot be Secure. Put TLS in front.`,
    );
  }
  await app.http?.listen({ port: settings.port, host: settings.host });
  log.info({ port: settings.port, role: settings.role }, 'serving');

  let stopping = false;
  let history = Promise.resolve();
  if (settings.demo) {
    const deps = {
      database: app.database,
      intake: app.intake,
      secret,
      clock: systemClock,
      log,
      days: settings.demoHistoryDays,
      stopped: () => stopping,
    };
    history = seedHistory(deps).catch((error: unknown) =>
      log.error({ err: error }, 'the demo history could not be made'),
    );
  }
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    app.drain();
    await sleep(settings.drainGraceMs);
    // the history ends with the day it is at, while its connections are still there
    const closed = history.then(() => app.close()).then(() => true);
    const finished = await Promise.race([closed, sleep(FINISH_MS).then(() => false)]);
    log.info({ finished }, 'stopped');
    process.exit(finished ? 0 : 1);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}

/** `npm run operator`: no server */
async function operate(
  command: readonly string[],
  settings: Settings,
  secret: InstallationSecret,
  log: Log,
): Promise<void> {
  const url = roleUrl(settings.databaseUrl, 'operator', secret);
  const operators = openDatabase(url, { name: 'operator', max: 1, log });
  const database = openDatabase(roleUrl(settings.databaseUrl, 'app', secret), { name: 'operator-app', max: 1, log });
  const passwords = await createPasswordHasher(secret);
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    const { brandName } = settings;
    await runOperatorCommand(command, {
      operators,
      database,
      passwords,
      clock: systemClock,
      brandName,
      input: process.stdin,
      print,
    });
  } finally {
    await Promise.all([operators.close(), database.close()]);
  }
}

async function withDemoDeps<R>(
  settings: Settings,
  secret: InstallationSecret,
  log: Log,
  work: (deps: DemoDeps) => Promise<R>,
): Promise<R> {
  const open = (role: 'app' | 'operator') =>
    openDatabase(roleUrl(settings.databaseUrl, role, secret), { name: `demo-${role}`, max: 1, log });
  const deps = {
    database: open('app'),
    operators: open('operator'),
    passwords: await createPasswordHasher(secret),
    clock: systemClock,
  };
  try {
    return await work(deps);
  } finally {
    await Promise.all([deps.database.close(), deps.operators.close()]);
  }
}

/** a password that everybody can read opens nothing where people reach us by https */
async function refuseDemo(settings: Settings, secret: InstallationSecret, log: Log): Promise<void> {
  if (settings.operator?.password === DEMO_PASSWORD) {
    throw new SettingsError(
      'PUBLIC_ORIGIN is https, but OPERATOR_PASSWORD is the password that the README prints. Please choose another.',
    );
  }
  const found = await withDemoDeps(settings, secret, log, findDemoCredentials);
  if (found.length === 0) return;
  throw new SettingsError(
    `PUBLIC_ORIGIN is https, but these demo accounts can still sign in with the password that the README prints: ${found.join(', ')}. Remove them with "npm run demo:remove", then start again.`,
  );
}

/** `npm run demo:remove` */
async function removeDemo(settings: Settings, secret: InstallationSecret, log: Log): Promise<void> {
  const removed = await withDemoDeps(settings, secret, log, removeDemoCredentials);
  process.stdout.write(removed.length === 0 ? 'There are no demo accounts.\n' : `Removed: ${removed.join(', ')}.\n`);
}

/** `npm run ledger:verify`: no server, only a look at the money */
async function verify(
  statements: readonly string[],
  settings: Settings,
  secret: InstallationSecret,
  log: Log,
): Promise<void> {
  const url = roleUrl(settings.databaseUrl, 'worker', secret);
  const database = openDatabase(url, { name: 'ledger-verify', max: 1, log, statementMs: 30 * MINUTE_MS });
  try {
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    const further = async (tx: Tx, tenantId: string) => [
      ...(await checkBilling(createVault(secret))(tx, tenantId)),
      ...(await checkProof(secret)(tx, tenantId)),
    ];
    if (!(await verifyMoney(database, statements, print, further))) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

const log = createLog('info');
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, event);
    process.exit(1);
  });
}
run(log).catch((error: unknown) => {
  if (error instanceof SettingsError || error instanceof WallError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIG);
  }
  const told = [CommandError, NotAStatement, Fault, DatabaseAway];
  if (error instanceof Error && told.some((kind) => error instanceof kind)) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    process.stderr.write(`Port ${process.env.PORT ?? 3000} is taken by another program. Set PORT to another one.\n`);
    process.exit(EXIT_CONFIG);
  }
  log.fatal({ err: error }, 'the server could not start');
  process.exit(1);
});
