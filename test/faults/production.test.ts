// The data folder of a trial run, started under https: the program as shipped refuses the accounts that everybody can open,
// and its command takes them away.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DEMO_OPERATOR, DEMO_PASSWORD, seedDemo } from '../../packages/server/demo/seed-demo.ts';
import { createPasswordHasher } from '../../packages/server/modules/accounts/index.ts';
import { ensureOperator } from '../../packages/server/modules/operations/index.ts';
import { systemClock } from '../../packages/server/platform/clock.ts';
import {
  createTestDatabase,
  quietLog,
  type TestDatabase,
  temporaryFolder,
  testSecret,
} from '../../packages/server/platform/testing.ts';
import { openPanel } from '../../scripts/lib/panel-client.ts';
import { findFreePort } from '../../scripts/lib/ports.mjs';
import { inRoot } from '../../scripts/lib/root.mjs';
import { until } from './clicks.ts';
import { SECRET } from './stack.ts';

const people = ['demo', 'acme'].flatMap((place) =>
  ['admin', 'publisher', 'advertiser'].map((type) => `${type}@${place}.test`),
);
const folder = temporaryFolder();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const passwords = await createPasswordHasher(testSecret);
  await seedDemo(database.open('app'), passwords, systemClock, quietLog);
  await ensureOperator(database.open('operator'), passwords, systemClock, DEMO_OPERATOR);
});
const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});
afterAll(async () => {
  await database?.drop();
  folder.remove();
});

function run(env: Record<string, string>, ...command: string[]) {
  const child = spawn(process.execPath, [inRoot('dist/server/main.js'), ...command], {
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: database.ownerUrl,
      DATA_DIR: folder.path,
      TRIBUTARY_SECRET: SECRET,
      PUBLIC_ORIGIN: 'https://tributary.example',
      DRAIN_GRACE_MS: '0',
      ...env,
    },
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit').then(([code]) => Number(code));
  return { ended, output: () => output };
}
const statusOf = (port: number, host: string, path: string): Promise<number> =>
  new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .once('error', () => resolve(0))
      .end();
  });

test('DEMO=1 with https is refused by name', async () => {
  const { ended, output } = run({ DEMO: '1', PORT: String(await findFreePort()) });
  expect(await ended).toBe(78);
  expect(output()).toContain('DEMO=1 makes accounts whose password everybody knows');
});

test('production makes no operator with the password that the README prints', async () => {
  const operator = { OPERATOR_EMAIL: 'op@corp.example', OPERATOR_PASSWORD: DEMO_PASSWORD };
  const { ended, output } = run({ ...operator, PORT: String(await findFreePort()) });
  expect(await ended).toBe(78);
  expect(output()).toContain('OPERATOR_PASSWORD is the password that the README prints');
  expect(await database.asOwner(`select from operators where email = 'op@corp.example'`)).toEqual([]);
});

test('production refuses the demo accounts, removes them on command, then starts and warns that mail reaches nobody', async () => {
  const port = await findFreePort();
  const refused = run({ PORT: String(port) });
  expect(await refused.ended).toBe(78);
  for (const email of [DEMO_OPERATOR.email, ...people]) expect(refused.output()).toContain(email);
  expect(refused.output()).toContain('npm run demo:remove');

  // one of them is somebody's own by now: it is not named, and stays
  const mine = await (await createPasswordHasher(testSecret)).hash('three-rivers-meet');
  await database.asOwner(`update users set password_hash = $1 where email = 'admin@acme.test'`, [mine]);
  const removal = run({}, 'demo-remove');
  expect(await removal.ended).toBe(0);
  expect(removal.output()).toContain(DEMO_OPERATOR.email);
  expect(removal.output()).not.toContain('admin@acme.test');
  expect(
    await database.asOwner(`select subdomain, status from tenants where subdomain is not null order by subdomain`),
  ).toEqual([
    { subdomain: 'acme', status: 'active' },
    { subdomain: 'demo', status: 'suspended' },
  ]);
  const again = run({}, 'demo-remove');
  expect(await again.ended).toBe(0);
  expect(again.output()).toContain('There are no demo accounts.');

  const started = run({ PORT: String(port) });
  await until(async () => (await statusOf(port, 'tributary.example', '/readyz')) === 200, 60_000);
  expect(started.output()).toContain('SMTP_URL is not set: mails are kept in the data folder and reach nobody.');
  const signIn = (place: string, email: string, password: string) =>
    openPanel({ port, host: `${place}.tributary.example` }, email, password).then(
      () => 'in',
      () => 'refused',
    );
  expect(await signIn('acme', 'publisher@acme.test', DEMO_PASSWORD)).toBe('refused');
  expect(await signIn('demo', 'admin@demo.test', DEMO_PASSWORD)).toBe('refused');
  expect(await signIn('acme', 'admin@acme.test', 'three-rivers-meet')).toBe('in');
});

test('without https the same accounts are welcome', async () => {
  await database.asOwner(`update users set deleted_at = null where email like '%@demo.test'`);
  const port = await findFreePort();
  const started = run({ PORT: String(port), PUBLIC_ORIGIN: `http://localhost:${port}` });
  await until(async () => (await statusOf(port, 'localhost', '/readyz')) === 200, 60_000);
  expect(started.output()).not.toContain('SMTP_URL is not set');
});
