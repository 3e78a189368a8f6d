// A run over many publishers and a batch of as many payments, through the server as it is shipped: each shows how far it is, is
// stopped by hand and goes on, and is killed with -9 and goes on by itself. Printed: how long each step takes, and that in the end every
// publisher has one document and one payment, with nothing for the verifier to say.
//   npm run bench:billing -- --publishers=10000 --paypal=0
// --paypal: so many of them are paid by PayPal, whose files hold 5,000; the others by bank, in one file.
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBilling } from '../packages/server/modules/billing/index.ts';
import { verifyLedger } from '../packages/server/modules/ledger/index.ts';
import { MINUTE_MS } from '../packages/server/platform/clock.ts';
import { openDatabase, systemActor } from '../packages/server/platform/db/database.ts';
import { roleUrl } from '../packages/server/platform/db/roles.ts';
import { createLog } from '../packages/server/platform/log.ts';
import { secretFrom } from '../packages/server/platform/secret.ts';
import { createVault } from '../packages/server/platform/vault.ts';
import { addBonuses, addPayees, bankDetails } from '../packages/server/testing-payable.ts';
import { buildPrograms, SECRET, startStack } from '../test/faults/stack.ts';
import { median, option, save } from './lib/stats.ts';

const publishers = Number(option('publishers', '10000'));
const byPayPal = Number(option('paypal', '0'));
const AT_ONCE = 200;

await buildPrograms();
const stack = await startStack({ trackers: 0, serverEnv: { RATE_LIMIT_SCALE: '1000000', LOG_LEVEL: 'warn' } });
let panel = await stack.panel();
const log = createLog('silent');
const url = roleUrl(stack.databaseUrl, 'worker', secretFrom(SECRET));
const database = openDatabase(url, { name: 'bench', max: 2, log, statementMs: 30 * MINUTE_MS });
const [tenant] = await stack.sql<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
const tenantId = tenant?.id ?? '';
const ground = { asOwner: stack.sql.bind(stack), tenantId, at: new Date() };

const times: Record<string, number> = {};
async function timed<R>(name: string, work: () => Promise<R>): Promise<R> {
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1_000;
  times[name] = seconds;
  console.log(`${name}: ${seconds.toFixed(1)} s`);
  return result;
}

await timed(`${publishers} publishers with a method and two entries each`, async () => {
  const owners = [
    ...(await addPayees(ground, publishers - byPayPal, { kind: 'bank', currency: 'EUR', details: bankDetails })),
    ...(await addPayees(ground, byPayPal)),
  ];
  await addBonuses(database, ground, owners);
});
const { home_currency: _home, changed_at: _at, ...rules } = await panel.call('/api/billing/payment-rules');
const place = { street: 'Ring', building: '5', postcode: '10115', town: 'Berlin', country: 'DE' };
const account = { currency: 'EUR', name: 'Network GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', ...place };
await panel.call('/api/billing/payment-rules', { method: 'PUT', body: { ...rules, accounts: [account] } });
await stack.sql(`insert into exchange_rates (tenant_id, base, quote, valid_from, rate_micros)
  select id, 'EUR', case currency when 'EUR' then 'USD' else currency end, '2020-01-01', 1100000 from tenants where subdomain = 'demo'`);
await stack.sql('analyze');

interface Progress {
  state: string;
  done: number;
  total: number;
}
/** waits for an end; on the way it is stopped once and goes on, and the server is killed once and it goes on by itself */
async function disturbed(
  what: string,
  look: () => Promise<Progress>,
  {
    stop,
    goOn,
    isOver,
  }: { stop: () => Promise<unknown>; goOn: () => Promise<unknown>; isOver: (state: string) => boolean },
): Promise<void> {
  let [isStopped, isKilled, told] = [false, false, 0];
  const began = performance.now();
  let idle = 0;
  for (;;) {
    const { state, done, total } = await look();
    if (isOver(state)) break;
    const share = total > 0 ? done / total : 0;
    if (share - told >= 0.1) {
      told = share;
      console.log(`  ${what}: ${done} of ${total}, ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    }
    if (share > 0.2 && !isStopped) {
      isStopped = true;
      await stop();
      await sleep(1_000);
      const at = (await look()).done;
      await sleep(1_000);
      const after = await look();
      console.log(`  stopped at ${at} of ${total}: ${after.state}, ${after.done - at} more in the second after`);
      if (after.done !== at) process.exitCode = 1;
      await goOn();
    } else if (share > 0.5 && !isKilled) {
      isKilled = true;
      const from = performance.now();
      await stack.server.kill();
      await stack.ready();
      panel = await stack.panel();
      while ((await look()).done <= done && !isOver((await look()).state)) await sleep(200);
      idle = (performance.now() - from) / 1_000;
      console.log(`  killed with -9 at ${done} of ${total}; it went on by itself ${idle.toFixed(0)} s later`);
    }
    await sleep(100);
  }
  console.log(
    `  ${what}: stopped ${isStopped ? 'once' : 'never'}, killed ${isKilled ? 'once' : 'never'}, ${idle.toFixed(0)} s idle`,
  );
}

const period = { period_from: '2020-01-01', period_to: new Date().toISOString().slice(0, 10) };
await timed(`a run over ${publishers} publishers`, async () => {
  const { id } = await panel.call('/api/billing/runs', { method: 'POST', body: period });
  await disturbed('run', () => panel.call(`/api/billing/runs/${id}`), {
    stop: () => panel.call(`/api/billing/runs/${id}/stop`, { method: 'POST', body: {} }),
    goOn: () => panel.call(`/api/billing/runs/${id}/resume`, { method: 'POST', body: {} }),
    isOver: (state) => state === 'done' || state === 'failed',
  });
});
const count = async (text: string): Promise<number> => Number((await stack.sql<{ n: string }>(text))[0]?.n);
const drafts = await count(`select count(*) as n from documents where state = 'draft'`);

const ids = (await stack.sql<{ id: string }>(`select id from documents where state = 'draft'`)).map(({ id }) => id);
for (const verb of ['issue', 'approve']) {
  await timed(`${verb} ${ids.length} documents, ${AT_ONCE} at a time`, async () => {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const body = { ids: ids.slice(at, at + AT_ONCE) };
      await panel.call(`/api/billing/documents/${verb}`, { method: 'POST', body });
    }
  });
}
const batch = await timed(`a batch of ${ids.length}, previewed`, () =>
  panel.call('/api/billing/batches', { method: 'POST', body: { documents: ids } }),
);
console.log(`  ${batch.payments} payments, ${batch.blocked} blocked, ${batch.sum} ${batch.currency}`);
const path = `/api/billing/batches/${batch.id}`;
await timed('its approval', () => panel.call(`${path}/approve`, { method: 'POST', body: { preview: batch.preview } }));
await timed('its bank file', async () => {
  await panel.call(`${path}/files`, { method: 'POST', body: {} });
  await disturbed('file', async () => (await panel.call(path)).work, {
    stop: () => panel.call(`${path}/stop`, { method: 'POST', body: {} }),
    goOn: () => panel.call(`${path}/files`, { method: 'POST', body: {} }),
    isOver: (state) => state === 'idle' || state === 'failed',
  });
});
const { rows: files } = await panel.call(`${path}/files`);
console.log(
  `  ${JSON.stringify(files.map(({ name, payments, sum }: Record<string, string>) => ({ name, payments, sum })))}`,
);
const references = await stack.sql<{ end_to_end_id: string }>('select end_to_end_id from payments');
const content = references.map(({ end_to_end_id }) => `${end_to_end_id},paid`).join('\n');
const answered = await timed(`answers for ${references.length}`, () =>
  panel.call(`${path}/answers`, { method: 'POST', body: { content } }),
);
console.log(`  ${JSON.stringify(answered)}`);

for (const list of [
  'balances',
  'documents',
  'payments',
  'batches',
  `batches/${batch.id}/rows`,
  'payable',
  'runs',
  'journal',
  'overview',
]) {
  const took: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    await panel.call(`/api/billing/${list}`);
    took.push(performance.now() - began);
  }
  times[`GET ${list}`] = median(took) / 1_000;
  console.log(`a page of ${list.split('/').at(-1)}: ${median(took).toFixed(0)} ms`);
}
const findings = await timed('ledger:verify of all of it', () =>
  database.withTenant(tenantId, systemActor, async (tx) => [
    ...(await verifyLedger(tx, tenantId)).findings,
    ...(await checkBilling(createVault(secretFrom(SECRET)))(tx, tenantId)),
  ]),
);
const made = {
  drafts,
  paid: await count(`select count(*) as n from payments where state = 'paid'`),
  documents: await count(`select count(distinct document_id) as n from payments where state = 'paid'`),
  findings: findings.length,
};
const drawn = await count(`select count(*) as n from billing_files where kind = 'document'`);
console.log(`${JSON.stringify(made)}; ${drawn} of ${ids.length} PDFs drawn so far`);
for (const finding of findings.slice(0, 5)) console.log(`  ${finding}`);
await database.close();
await stack.stop();
const isRight =
  made.drafts === publishers && made.paid === publishers && made.documents === publishers && findings.length === 0;
console.log(isRight && !process.exitCode ? 'pass' : 'FAIL');
console.log(`kept in: ${save('billing', { publishers, times, made })}`);
process.exitCode = isRight && !process.exitCode ? 0 : 1;
