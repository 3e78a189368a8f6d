// Do one person's reports delay everybody else? Printed: how long another tenant's sign-ins and dashboards take alone, and beside
// somebody who asks for heavy reports without a pause, sixty at a time.
//   npm run bench:turns -- --clicks=300000 --seconds=30 --at-once=60
import { setTimeout as sleep } from 'node:timers/promises';
import { openPanel, type Panel } from '../scripts/lib/panel-client.ts';
import { buildPrograms, startStack } from '../test/faults/stack.ts';
import { loadHistory } from './lib/report-history.ts';
import { median, option, percentile, save } from './lib/stats.ts';

const clicks = Number(option('clicks', '300000'));
const seconds = Number(option('seconds', '30'));
const atOnce = Number(option('at-once', '60'));

await buildPrograms();
const stack = await startStack({ trackers: 0, serverEnv: { RATE_LIMIT_SCALE: '1000000', LOG_LEVEL: 'warn' } });
await loadHistory(stack, clicks, Math.round(clicks / 50));
const greedy = await stack.panel();
const heavy = `/api/reports?${new URLSearchParams({
  dimensions: 'p1,city,browser,isp,hour',
  metrics: 'clicks,unique_clicks,conversions,payout,median_conversion_time',
  period: 'last_30_days',
  tz: 'Asia/Kathmandu',
})}`;

const timed = async (times: number[], work: () => Promise<unknown>): Promise<void> => {
  const began = performance.now();
  await work();
  times.push(performance.now() - began);
};
/** another tenant's day, for so long */
async function others(forSeconds: number): Promise<{ login: number[]; dashboard: number[] }> {
  const times = { login: [] as number[], dashboard: [] as number[] };
  const until = performance.now() + forSeconds * 1_000;
  while (performance.now() < until) {
    let panel: Panel | undefined;
    await timed(times.login, async () => {
      panel = await openPanel({ port: stack.serverPort, host: 'acme.localhost' }, 'admin@acme.test', 'tributary-demo');
    });
    await timed(times.dashboard, async () => panel?.call('/api/dashboard?range=today&tz=UTC'));
    await sleep(200);
  }
  return times;
}
const print = (when: string, times: Record<string, number[]>): void => {
  for (const [name, all] of Object.entries(times)) {
    const sorted = all.toSorted((a, b) => a - b);
    console.log(
      `${when.padEnd(7)} ${name.padEnd(10)} p50 ${median(all).toFixed(0)} ms, p95 ${percentile(sorted, 0.95).toFixed(0)} ms, largest ${Math.max(...all).toFixed(0)} ms of ${all.length}`,
    );
  }
};

const alone = await others(Math.min(10, seconds));
print('alone', alone);
let isOver = false;
const answers: Record<string, number> = {};
const greed = Array.from({ length: atOnce }, async () => {
  while (!isOver) {
    const answer = await greedy.call(heavy).then(
      () => '200',
      (error: Error) => /answered (\d+)/.exec(error.message)?.[1] ?? error.message,
    );
    answers[answer] = (answers[answer] ?? 0) + 1;
    if (answer !== '200') await sleep(500);
  }
});
await sleep(2_000);
const beside = await others(seconds);
isOver = true;
await Promise.all(greed);
print('beside', beside);
console.log(`the reports of the one who asks for ${atOnce} at a time: ${JSON.stringify(answers)}`);
await stack.stop();
console.log(`kept in: ${save('turns', { clicks, seconds, atOnce, alone, beside, answers })}`);
process.exit(0);
