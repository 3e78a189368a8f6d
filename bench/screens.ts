// The three portals of a tenant with 50,000 publishers and 5,000 offers in a real browser: every screen of every menu, then
// search, paging and pickers beside the aim. Prints, never asserts.
//   npm run bench:screens -- --publishers=50000 --offers=5000 --actions=40 --port=6190
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { ensureBrowser } from '../scripts/lib/browser.mjs';
import { createThrowawayFolder, startThrowawayCluster } from '../scripts/lib/throwaway.mjs';
import { type Visit, walkScreens } from '../test/browser/walk-screens.ts';
import { watchAnswers } from './lib/answer-time.ts';
import { growTenant } from './lib/large-tenant.ts';
import { type Samples, sampleConsole, samplePublisher } from './lib/screen-actions.ts';
import { option, percentile, save } from './lib/stats.ts';

const AIM_MS = 300;
const publishers = Number(option('publishers', '50000'));
const offers = Number(option('offers', '5000'));
const actions = Number(option('actions', '40'));
const port = Number(option('port', '6190'));
const origin = `http://demo.localhost:${port}`;

const cluster = await startThrowawayCluster();
const folder = await createThrowawayFolder();
const server = startServer(cluster.url, folder);
try {
  await untilReady();
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await growTenant(client, publishers, offers);
  await client.end();
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });
  const { visits, samples } = await look(browser).finally(() => browser.close());
  const file = save('screens', { publishers, offers, aimMs: AIM_MS, visits, samples });
  console.log(`every sample: ${file}`);
} finally {
  await stop(server);
  await cluster.remove();
}

async function look(browser: Browser): Promise<{ visits: Visit[]; samples: Samples }> {
  const visits: Visit[] = [];
  const samples: Samples = {};
  for (const role of ['admin', 'publisher', 'advertiser'] as const) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(10_000);
    await watchAnswers(page);
    await signIn(page, role);
    for (const visit of await walkScreens(page, role)) {
      visits.push(visit);
      console.log(`${visit.screen.padEnd(40)} ${visit.ms.toFixed(0).padStart(6)} ms ${visit.faults.join('; ')}`);
    }
    const tell = (what: string, times: number[]) => {
      samples[what] = times;
      report(what, times);
    };
    if (role === 'admin') await sampleConsole(page, origin, actions, tell);
    if (role === 'publisher') await samplePublisher(page, origin, actions, tell);
    await page.context().close();
  }
  const faulty = visits.filter(({ faults }) => faults.length > 0).length;
  console.log(`${visits.length} screens with ${publishers} publishers and ${offers} offers, ${faulty} with faults`);
  return { visits, samples };
}

async function signIn(page: Page, role: string): Promise<void> {
  await page.goto(`${origin}/`);
  await page.getByLabel('Email').fill(`${role}@demo.test`);
  await page.getByLabel('Password').fill('tributary-demo');
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Logout' }).first().waitFor();
}

function report(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  if (times.length === 0) return;
  const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)].map((ms) => ms.toFixed(0));
  console.log(`${what.padEnd(40)} ${times.length} times: p50 ${p50} ms, p95 ${p95} ms (aim: p95 under ${AIM_MS} ms)`);
}

function startServer(databaseUrl: string, dataFolder: string): ChildProcess {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(dataFolder, 'data'),
    PORT: String(port),
    TRACKER_PORT: String(port + 1),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    RATE_LIMIT_SCALE: '1000',
    DEMO_HISTORY_DAYS: '2',
    SMTP_URL: '',
  };
  return spawn('node', ['scripts/start.mjs'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function untilReady(): Promise<void> {
  // the tracker is started once the server is ready, so its answer speaks for both
  for (const end = Date.now() + 180_000; Date.now() < end && server.exitCode === null; ) {
    const reply = await fetch(`http://127.0.0.1:${port + 1}/readyz`).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the server did not become ready');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
