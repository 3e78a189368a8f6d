// How long the standard reports and the dashboard take on ninety days of history, idle and while clicks flow in: the built
// server as it is shipped, asked over HTTP, and shipped to over HTTP as by a tracker. Nothing is asserted on time; that the
// figures are right is.
//   npm run bench:reports -- --clicks=20000000 --conversions=400000 --reps=200 --rate=1000
// --keep=FOLDER leaves the loaded database there and uses it again: the load takes minutes.
import path from 'node:path';
import { buildPrograms, startStack } from '../test/faults/stack.ts';
import { startFlow } from './lib/click-flow.ts';
import { compareWithRecount, loadHistory } from './lib/report-history.ts';
import { median, option, percentile, save } from './lib/stats.ts';

const AIM_MS = { idle: 100, loaded: 300 };
const clicks = Number(option('clicks', '20000000'));
const conversions = Number(option('conversions', String(Math.round(clicks / 50))));
const reps = Number(option('reps', '200'));
const rate = Number(option('rate', '1000'));
const kept = option('keep', '');

await buildPrograms();
const stack = await startStack({
  trackers: 0,
  serverEnv: { RATE_LIMIT_SCALE: '1000000', LOG_LEVEL: 'warn' },
  ...(kept ? { keptFolder: path.resolve(kept) } : {}),
});
const loaded = await loadHistory(stack, clicks, conversions);
console.log(`loaded in ${loaded.seconds.toFixed(0)} s: ${JSON.stringify(loaded.rows)}`);
const panel = await stack.panel();

const metrics = 'gross_clicks,unique_clicks,conversions,cr,revenue,payout,profit,epc';
const lastMonth = (dimensions: string, tz = 'UTC'): string =>
  `/api/reports?${new URLSearchParams({ dimensions, metrics, period: 'last_30_days', tz })}`;
const questions = {
  '30 days by offer': lastMonth('offer'),
  '30 days by publisher': lastMonth('publisher'),
  '30 days by country': lastMonth('country'),
  '30 days by day': lastMonth('day'),
  dashboard: '/api/dashboard?range=today&tz=UTC',
  '30 days by source': lastMonth('source'),
  '30 days by offer, another zone': lastMonth('offer', 'Asia/Kathmandu'),
  '30 days by day, another zone': lastMonth('day', 'Asia/Kathmandu'),
};

async function measure(when: 'idle' | 'loaded'): Promise<Record<string, number[]>> {
  const samples: Record<string, number[]> = {};
  for (const address of Object.values(questions)) await panel.call(address);
  for (let rep = 0; rep < reps; rep++) {
    for (const [name, address] of Object.entries(questions)) {
      const began = performance.now();
      await panel.call(address);
      samples[name] = [...(samples[name] ?? []), performance.now() - began];
    }
  }
  for (const [name, times] of Object.entries(samples)) {
    const sorted = times.toSorted((a, b) => a - b);
    console.log(
      `${when.padEnd(7)} ${name.padEnd(32)} p50 ${median(times).toFixed(0)} ms, p99 ${percentile(sorted, 0.99).toFixed(0)} ms (aim ${AIM_MS[when]})`,
    );
  }
  return samples;
}

const idle = await measure('idle');
const flow = startFlow(stack, loaded.tenantId, rate);
const busy = await measure('loaded');
const { rows, perSecond } = await flow.stop();
console.log(`${rows} clicks were taken in meanwhile, ${perSecond.toFixed(0)} a second (asked for ${rate})`);

const { totals } = await panel.call(questions['30 days by day']);
const wrong = await compareWithRecount(stack, loaded.tenantId, Number(totals.gross_clicks));
console.log(wrong.length === 0 ? 'the report and every rollup equal the recount' : `WRONG: ${wrong.join('; ')}`);
await stack.stop();
console.log(
  `every sample: ${save('reports', { clicks, conversions, reps, rate, loaded, idle, busy, perSecond, wrong })}`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
