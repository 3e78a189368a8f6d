// Another time zone on a large workspace while clicks flow in: how long the figures by day take to be counted anew, how long the
// intake waits at the longest, and that no click is lost and every hour's total stays, with the server killed on the way.
//   npm run bench:rezone -- --clicks=20000000 --rate=500 --zone=Asia/Kathmandu
// --keep=FOLDER leaves the loaded database there and uses it again: the load takes minutes.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildPrograms, startStack } from '../test/faults/stack.ts';
import { startFlow } from './lib/click-flow.ts';
import { loadHistory } from './lib/report-history.ts';
import { option, save } from './lib/stats.ts';

const clicks = Number(option('clicks', '20000000'));
const conversions = Number(option('conversions', String(Math.round(clicks / 50))));
const rate = Number(option('rate', '500'));
const zone = option('zone', 'Asia/Kathmandu');
const kept = option('keep', '');

await buildPrograms();
const stack = await startStack({
  trackers: 0,
  serverEnv: { RATE_LIMIT_SCALE: '1000000', LOG_LEVEL: 'warn' },
  ...(kept ? { keptFolder: path.resolve(kept) } : {}),
});
const loaded = await loadHistory(stack, clicks, conversions);
console.log(`loaded in ${loaded.seconds.toFixed(0)} s: ${JSON.stringify(loaded.rows)}`);
const { tenantId } = loaded;

const one = async (text: string, values: unknown[] = [tenantId]): Promise<number> =>
  Number((await stack.sql<{ n: string }>(text, values))[0]?.n ?? 0);
const rowsThere = () => one('select count(*) as n from events where tenant_id = $1');
/** what lies before the bench began: nothing of it may move */
const began = new Date();
const byHour = () =>
  stack.sql<{ hour: Date; clicks: string; impressions: string }>(
    `select date_trunc('hour', bucket) as hour, sum(clicks) as clicks, sum(impressions) as impressions from rollup_quarter
     where tenant_id = $1 and bucket < date_trunc('hour', $2::timestamptz) group by 1 order by 1`,
    [tenantId, began],
  );
const [hours, rows] = [await byHour(), await rowsThere()];

const flow = startFlow(stack, tenantId, rate, true);
await sleep(3_000);
const start = performance.now();
await stack.sql('update tenants set next_zone = $2, next_zone_at = now() where id = $1', [tenantId, zone]);
const state = async () =>
  (
    await stack.sql<{ zone: string; next: string | null; last: string | null }>(
      'select rollup_zone as zone, rebuild_next::text as next, rebuild_last::text as last from tenants where id = $1',
      [tenantId],
    )
  )[0];
let [isKilled, seen] = [false, ''];
for (;;) {
  await sleep(200);
  const now = await state();
  if (now?.next && now.next !== seen) seen = now.next;
  if (now?.next && now.last && !isKilled && now.next > '2000' && daysLeft(now.next, now.last) < 45) {
    isKilled = true;
    console.log(`killed with -9 at ${now.next}, ${((performance.now() - start) / 1_000).toFixed(0)} s after it began`);
    await stack.server.kill();
    await stack.server.ready();
  }
  if (now?.zone === zone && now.next === null) break;
}
const seconds = (performance.now() - start) / 1_000;
const { rows: sent, longestMs } = await flow.stop();

function daysLeft(next: string, last: string): number {
  return (Date.parse(last) - Date.parse(next)) / 86_400_000;
}
const lost = rows + sent - (await rowsThere());
const after = await byHour();
const moved =
  after.filter((row, at) => JSON.stringify(row) !== JSON.stringify(hours[at])).length + (after.length - hours.length);
const differing = await one(
  `select count(*) as n from (select (bucket at time zone $2)::date as day, sum(clicks) as clicks, sum(impressions) as impressions
     from rollup_time where tenant_id = $1 group by 1) q
   full join (select day, sum(clicks) as clicks, sum(impressions) as impressions from rollup_day where tenant_id = $1 group by 1) d using (day)
   where (q.clicks, q.impressions) is distinct from (d.clicks, d.impressions)`,
  [tenantId, zone],
);
const misplaced = await one(
  `select count(*) as n from conversions where tenant_id = $1 and day <> (at at time zone $2)::date`,
  [tenantId, zone],
);
console.log(
  `${rows + sent} rows, ${hours.length} hours: counted anew for ${zone} in ${(seconds / 60).toFixed(1)} minutes (${seconds.toFixed(0)} s)`,
);
console.log(
  `hours that differ: ${moved}; days that differ from their quarters: ${differing}; conversions elsewhere: ${misplaced}`,
);
console.log(
  `${sent} clicks came meanwhile, lost: ${lost}; the intake waited ${(longestMs / 1_000).toFixed(1)} s at the longest`,
);
await stack.stop();
console.log(
  save('rezone', { clicks, conversions, rate, zone, seconds, sent, lost, moved, differing, misplaced, longestMs }),
);
process.exitCode = lost === 0 && moved === 0 && differing === 0 && misplaced === 0 ? 0 : 1;
