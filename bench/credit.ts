// How far an advertiser's credit is overrun: clicks at a rate, a share of which convert, until the stop reaches the tracker. Printed:
// how long after the limit was met the first click was refused, and what came in beyond the limit.
//   npm run bench:credit -- --rate=500 --converts=0.2 --limit=1000
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { click, createOffer, until } from '../test/faults/clicks.ts';
import { buildPrograms, startStack } from '../test/faults/stack.ts';
import { option, save } from './lib/stats.ts';

const rate = Number(option('rate', '500'));
const converts = Number(option('converts', '0.2'));
const limit = Number(option('limit', '1000'));
const LONGEST_MS = 180_000;
const MICROS = 1_000_000;

await buildPrograms();
const stack = await startStack();
const panel = await stack.panel();
await stack.sql(`update tenants set currency = 'USD' where subdomain = 'demo'`);
// each conversion is worth 1, in the currency of the limit
const offer = await createOffer(stack, panel, { conversion_tracking: 'IMG Pixel Tracking', currency: 'USD' });
const [advertiser] = await stack.sql<{ id: string }>(`select advertiser_id as id from offers where id = $1`, [
  offer.id,
]);
const owner = advertiser?.id ?? '';
const body = { limit: String(limit), version: 0, reason: 'bench' };
await panel.call(`/api/billing/advertisers/${owner}/limit`, { method: 'PUT', body });

const port = stack.trackerPorts[0] ?? 0;
let senders = 0;
const pixel = (clickId: string): Promise<void> =>
  new Promise((resolve) => {
    const sender = ++senders;
    const headers = {
      host: 'demo.localhost',
      'x-forwarded-for': `74.${(sender >> 16) & 255}.${(sender >> 8) & 255}.${sender & 255}`,
    };
    const path = `/pixel.gif?${new URLSearchParams({ click_id: clickId, txn_id: `t${sender}` })}`;
    get({ host: '127.0.0.1', port, path, headers }, (answer) => answer.resume().once('close', resolve)).once(
      'error',
      () => resolve(),
    );
  });
const exposure = async (): Promise<number> =>
  Number(
    (
      await stack.sql<{ sum: string | null }>(
        `select sum(debits_posted + debits_pending - credits_posted - credits_pending) as sum from ledger_accounts
         where kind = 'advertiser_receivable' and owner_id = $1`,
        [owner],
      )
    )[0]?.sum ?? 0,
  ) / MICROS;

const began = performance.now();
let [sent, accepted, converted, firstRefused, metAt] = [0, 0, 0, 0, 0];
const under: Promise<void>[] = [];
const clickOnce = async (): Promise<void> => {
  const { id, status } = await click(port, offer.number);
  if (id === null) {
    if (status !== 0 && firstRefused === 0) firstRefused = performance.now();
    return;
  }
  accepted++;
  if (Math.random() >= converts) return;
  converted++;
  await pixel(id);
};
// looks by itself: what the stop is measured against
const watching = (async () => {
  while (metAt === 0 && performance.now() - began < LONGEST_MS) {
    if ((await exposure()) >= limit) metAt = performance.now();
    await sleep(20);
  }
})();
while (firstRefused === 0 && performance.now() - began < LONGEST_MS) {
  const due = Math.floor(((performance.now() - began) / 1_000) * rate);
  while (sent < due) {
    sent++;
    under.push(clickOnce());
  }
  await sleep(5);
}
const perSecond = sent / ((performance.now() - began) / 1_000);
await Promise.all([...under, watching]);
// all that was sent is in the books
await until(async () => (await exposure()) >= converted, 120_000).catch(() => undefined);
const total = await exposure();
const [waiting] = await stack.sql<{ n: number }>(
  `select count(*)::int as n from conversions where status = 'pending' and reason = 'The advertiser’s credit is used up'`,
);
const [refused] = await stack.sql<{ n: number }>(
  `select count(*)::int as n from events where verdict = 'advertiser_credit'`,
);
await stack.stop();
const overshoot = Math.max(total - limit, 0);
console.log(
  `${perSecond.toFixed(0)} clicks/s (asked for ${rate}), ${converted} of ${accepted} converted at 1 USD each`,
);
console.log(
  `the limit of ${limit} USD was met in the books after ${((metAt - began) / 1_000).toFixed(1)} s; the first click was refused ${(firstRefused - metAt).toFixed(0)} ms later`,
);
console.log(
  `overshoot: ${overshoot} USD, ${((overshoot / limit) * 100).toFixed(1)} % of the limit; ${waiting?.n} conversions wait with that reason, ${refused?.n} clicks were refused`,
);
const isStopped = firstRefused > 0 && metAt > 0 && total === converted;
console.log(isStopped ? 'pass' : 'FAIL: no stop, or not all conversions are in the books');
console.log(
  `kept in: ${save('credit', { rate, perSecond, limit, accepted, converted, total, overshoot, stopMs: firstRefused - metAt })}`,
);
process.exitCode = isStopped ? 0 : 1;
