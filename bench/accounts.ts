// Manage Affiliates with 50,000 affiliates: search and paging as a browser sees them, beside the aim. Prints, never
// asserts.   npm run bench:accounts -- --affiliates=50000 --actions=60 --port=6190
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { ensureBrowser } from '../scripts/lib/browser.mjs';
import { createThrowawayFolder, startThrowawayCluster } from '../scripts/lib/throwaway.mjs';
import { answerTime, watchList } from './lib/answer-time.ts';
import { option, percentile, save } from './lib/stats.ts';

const AIM_MS = 300;
const affiliates = Number(option('affiliates', '50000'));
const actions = Number(option('actions', '60'));
const port = Number(option('port', '6190'));
const origin = `http://demo.localhost:${port}`;

const cluster = await startThrowawayCluster();
const folder = await createThrowawayFolder();
const server = startServer(cluster.url, folder);
try {
  await untilReady();
  await seed(cluster.url);
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const samples = await measure(page);
  await browser.close();
  for (const [what, times] of Object.entries(samples)) report(what, times);
  console.log(`every sample: ${save('accounts', { affiliates, aimMs: AIM_MS, samples })}`);
} finally {
  await stop(server);
  await cluster.remove();
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
    SMTP_URL: '',
  };
  return spawn('node', ['scripts/start.mjs'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function untilReady(): Promise<void> {
  // the tracker is started once the server is ready, so its answer speaks for both
  for (const end = Date.now() + 180_000; Date.now() < end; ) {
    const reply = await fetch(`http://127.0.0.1:${port + 1}/readyz`).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the server did not become ready');
}

async function seed(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into users (tenant_id, type, user_sequence_id, first_name, last_name, email, status, company, created_at)
     select t.id, 'publisher', 1000 + n, 'Person' || n, 'Number' || (n * 7919 % 99991), 'person' || n || '@example.test',
       (array['approved', 'approved', 'pending', 'rejected'])[1 + n % 4], 'Company ' || n % 500, now() - n * interval '1 minute'
     from generate_series(1, $1) n, tenants t where t.subdomain = 'demo'`,
    [affiliates],
  );
  await client.query('analyze users');
  await client.end();
}

async function measure(page: Page): Promise<{ search: number[]; paging: number[] }> {
  await watchList(page, '/api/admin/publishers?');
  await page.goto(`${origin}/`);
  await page.getByLabel('Email').fill('admin@demo.test');
  await page.getByLabel('Password').fill('tributary-demo');
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Logout' }).first().waitFor();
  await page.goto(`${origin}/am/affiliates`);
  await page.getByRole('button', { name: 'next page' }).waitFor();
  const samples = { search: [] as number[], paging: [] as number[] };
  const pageButton = page.getByRole('button', { name: /^Page \d+$/ });
  const named = (name: string) => page.getByRole('button', { name, exact: true });
  const half = Math.ceil(actions / 2);
  const turn = Math.floor(half / 2);
  for (let at = 0; at < half; at++) {
    // onwards from the first page, then backwards from the last: never a page that is known already
    const button = at === turn ? pageButton.last() : named(at < turn ? 'next page' : 'previous page');
    samples.paging.push(await answerTime(page, () => button.click()));
  }
  const box = page.getByPlaceholder('Search by name or email...');
  for (let at = 0; at < half; at++) {
    // few, some and many matches, never the same list twice in a row
    const text = [`person${at * 613}@`, `number${at}`, `person${at % 9}`][at % 3] ?? '';
    samples.search.push(await answerTime(page, () => box.fill(text)));
  }
  return samples;
}

function report(what: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)].map((ms) => ms.toFixed(0));
  console.log(
    `${what.padEnd(7)} over ${affiliates} affiliates, ${times.length} actions: p50 ${p50} ms, p95 ${p95} ms (aim: p95 under ${AIM_MS} ms)`,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
