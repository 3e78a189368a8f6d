// Every day of a large workspace counted again by the nightly recount, one after the other: how long it takes, and that nothing differs.
//   npm run bench:recount -- --clicks=20000000
// --keep=FOLDER leaves the loaded database there and uses it again: the load takes minutes.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildPrograms, startStack } from '../test/faults/stack.ts';
import { loadHistory } from './lib/report-history.ts';
import { option, save } from './lib/stats.ts';

const GOAL_SECONDS = 300;
const clicks = Number(option('clicks', '20000000'));
const conversions = Number(option('conversions', String(Math.round(clicks / 50))));
const kept = option('keep', '');

await buildPrograms();
const stack = await startStack({
  trackers: 0,
  serverEnv: { RATE_LIMIT_SCALE: '1000000', LOG_LEVEL: 'warn' },
  ...(kept ? { keptFolder: path.resolve(kept) } : {}),
});
const { tenantId, seconds: loadSeconds } = await loadHistory(stack, clicks, conversions);
console.log(`loaded in ${loadSeconds.toFixed(0)} s`);
const days = (
  await stack.sql<{ day: string }>(
    `select distinct d.day::text as day from rollup_day d join tenants t on t.id = d.tenant_id
     where d.tenant_id = $1 and d.day < (now() at time zone t.rollup_zone)::date order by 1`,
    [tenantId],
  )
).map(({ day }) => day);

const started = new Date();
const begun = performance.now();
// the ledger and the documents are the workspace's: once, as each night
for (const [at, day] of days.entries()) {
  await stack.sql(`insert into outbox (tenant_id, topic, payload) values ($1, 'recount.due', $2)`, [
    tenantId,
    JSON.stringify({ day, books: at === days.length - 1 }),
  ]);
}
interface Counted {
  days: number;
  rows: string;
  ms: string;
}
const countedSince = async (): Promise<Counted> =>
  (
    await stack.sql<Counted>(
      `select count(*)::int as days, coalesce(sum((p ->> 'counted')::bigint), 0) as rows, coalesce(sum(took_ms), 0) as ms
       from recounts r cross join lateral (select p from jsonb_array_elements(r.parts) p where p ->> 'part' = 'clicks') c
       where r.tenant_id = $1 and r.at >= $2`,
      [tenantId, started],
    )
  )[0] ?? { days: 0, rows: '0', ms: '0' };
let counted = await countedSince();
while (counted.days < days.length) {
  await sleep(500);
  counted = await countedSince();
}
const seconds = (performance.now() - begun) / 1_000;
// the history was loaded without bookings and without the plan's count: what the ledger and the usage say is of the loader
const differing = await stack.sql<{ part: string; differences: number; first: string }>(
  `select p ->> 'part' as part, sum((p ->> 'differences')::int)::int as differences, min(p -> 'findings' ->> 0) as first
   from recounts r cross join lateral jsonb_array_elements(r.parts) p where r.tenant_id = $1 and r.at >= $2
     and p ->> 'part' not in ('ledger', 'usage')
   group by 1 having sum((p ->> 'differences')::int) > 0 order by 1`,
  [tenantId, started],
);
await stack.stop();
console.log(
  `${counted.rows} clicks and impressions of ${counted.days} days counted again in ${seconds.toFixed(0)} s ` +
    `(goal ${GOAL_SECONDS} s for 20 million); inside the recounts ${(Number(counted.ms) / 1_000).toFixed(0)} s`,
);
for (const { part, differences, first } of differing) console.log(`${part}: ${differences} differences, e.g. ${first}`);
if (differing.length === 0) console.log('no differences');
console.log(save('recount', { clicks, conversions, days: counted.days, rows: counted.rows, seconds, differing }));
