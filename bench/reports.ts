// How long the standard reports and the dashboard take on ninety days of history, idle and while clicks flow in.
//   npm run bench:reports -- --clicks=20000000 --conversions=400000 --reps=60 --rate=1000
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { type RouteSpec, routes } from '@tributary/contract';
import { FRAME_HEAD_BYTES, writeFrameHead } from '@tributary/contract/spool-record';
import pg from 'pg';
import { createApp } from '../packages/server/app.ts';
import { systemClock } from '../packages/server/platform/clock.ts';
import { readSettings } from '../packages/server/platform/env.ts';
import { hashSecret, newId, newSecret } from '../packages/server/platform/ids.ts';
import { createLog } from '../packages/server/platform/log.ts';
import { createThrowawayFolder } from '../scripts/lib/throwaway.mjs';
import { startDatabase } from '../test/faults/stack.ts';
import { clickRows } from './lib/click-rows.ts';
import { DAYS, makeConversions, makeDay, makePeopleAndOffers } from './lib/report-history.ts';
import { median, option, percentile, save } from './lib/stats.ts';

const clicks = Number(option('clicks', '200000'));
const conversions = Number(option('conversions', String(Math.round(clicks / 50))));
const reps = Number(option('reps', '40'));
const rate = Number(option('rate', '1000'));

const { url, secret, tenantId, stop } = await startDatabase();
const owner = new pg.Client({ connectionString: url });
await owner.connect();
await owner.query(`select set_config('app.tenant_id', $1, false), set_config('app.actor_kind', 'system', false)`, [
  tenantId,
]);

const began = performance.now();
await makePeopleAndOffers(owner, tenantId);
for (let back = DAYS - 1; back >= 0; back--) {
  const day = new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  await makeDay(owner, tenantId, day, Math.round(clicks / DAYS));
}
await makeConversions(owner, tenantId, conversions);
await owner.query('vacuum analyze');
const sizes = await owner.query(
  `select (select count(*) from events) as events, (select count(*) from rollup_day) as day_rows,
    (select count(*) from rollup_quarter) as quarter_rows, (select count(*) from conversions) as conversions`,
);
console.log(`loaded in ${((performance.now() - began) / 1_000).toFixed(0)} s: ${JSON.stringify(sizes.rows[0])}`);

const app = await createApp({
  settings: readSettings({
    DATABASE_URL: url,
    DATA_DIR: await createThrowawayFolder(),
    ROLE: 'api',
    RATE_LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'warn',
  }),
  secret,
  clock: systemClock,
  log: createLog('warn'),
  webRoot: path.resolve('dist/web'),
  version: 'bench',
});
const token = newSecret();
await owner.query(
  `insert into sessions (tenant_id, id, user_id, token_hash, remember, created_at, last_seen_at, expires_at,
     password_entered_at, ip, user_agent)
   select $1, $2, id, $3, false, now(), now(), now() + interval '1 day', now(), '127.0.0.1', 'bench'
   from users where tenant_id = $1 and email = 'admin@demo.test'`,
  [tenantId, newId(), hashSecret(token)],
);

async function call(route: RouteSpec, query: Record<string, string>): Promise<number> {
  const from = performance.now();
  const headers = { host: 'demo.localhost', 'x-subdomain': 'demo', authorization: `Bearer ${token}` };
  const reply = await app.http?.inject({ method: 'GET', url: route.path, query, headers });
  if (reply?.statusCode !== 200) throw new Error(`${route.path}: ${reply?.statusCode} ${reply?.payload}`);
  return performance.now() - from;
}

const standard = 'gross_clicks,unique_clicks,conversions,cr,revenue,payout,profit,epc';
const byDimension =
  (dimension: string, tz = 'UTC') =>
  () =>
    call(routes.reports, { dimensions: dimension, metrics: standard, period: 'last_30_days', tz });
const questions: Record<string, () => Promise<number>> = {
  '30 days by offer': byDimension('offer'),
  '30 days by publisher': byDimension('publisher'),
  '30 days by country': byDimension('country'),
  '30 days by day': byDimension('day'),
  '30 days by source': byDimension('source'),
  '30 days by offer, other zone': byDimension('offer', 'Asia/Kathmandu'),
  '30 days by day, other zone': byDimension('day', 'Asia/Kathmandu'),
  dashboard: () => call(routes.dashboard, { range: 'today' }),
};

async function measure(when: string): Promise<Record<string, number[]>> {
  const samples: Record<string, number[]> = {};
  for (const ask of Object.values(questions)) await ask();
  for (let rep = 0; rep < reps; rep++) {
    for (const [name, ask] of Object.entries(questions)) samples[name] = [...(samples[name] ?? []), await ask()];
  }
  for (const [name, times] of Object.entries(samples)) {
    const p99 = percentile(
      times.toSorted((a, b) => a - b),
      0.99,
    );
    console.log(`${when.padEnd(10)} ${name.padEnd(30)} p50 ${median(times).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  }
  return samples;
}

/** so many clicks a second through the real intake, as a tracker ships them: every half second */
function flow(): { stop(): Promise<number> } {
  const tracker = randomBytes(8).toString('hex');
  let [segment, sent, stopped] = [0, 0, false];
  const work = (async () => {
    while (!stopped) {
      const rows = Math.round(rate / 2);
      const payload = clickRows(tenantId, rows, Math.min(rows, 300));
      const body = Buffer.alloc(FRAME_HEAD_BYTES + payload.length);
      payload.copy(body, FRAME_HEAD_BYTES);
      writeFrameHead(body, 0, { kind: 'click', rows, payloadBytes: payload.length, committedAt: Date.now() }, crc32);
      const at = Date.now();
      sent += (await app.intake.accept({ tracker, segment: ++segment, offset: 0, body })).rows;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 500 - (Date.now() - at))));
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await work;
      return sent;
    },
  };
}

const idle = await measure('idle');
const flowing = flow();
const flowBegan = performance.now();
const busy = await measure('ingesting');
const sent = await flowing.stop();
console.log(`${(sent / ((performance.now() - flowBegan) / 1_000)).toFixed(0)} clicks a second were taken in meanwhile`);
await app.close();
await owner.end();
await stop();
console.log(`every sample: ${save('reports', { clicks, conversions, reps, rate, sizes: sizes.rows[0], idle, busy })}`);
