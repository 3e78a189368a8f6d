// `npm run billing:kill`: a run, an approval, the files and the answers, each in a process of its own that is killed with SIGKILL at a
// moment of chance, again and again, until it gets through. After every kill the books agree; in the end all rows are those of a rerun
// that nobody disturbs, and every document was paid once. In the suite phases are cut, not killed (paying.test.ts, documents.test.ts):
// processes take their time to start.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '@tributary/contract';
import { expect, it } from 'vitest';
import { systemActor } from '../../platform/db/database.ts';
import { roleUrl } from '../../platform/db/roles.ts';
import { newId } from '../../platform/ids.ts';
import { testSecret, testVault } from '../../platform/testing.ts';
import { createTestApp } from '../../testing.ts';
import { addBonuses, addPayees } from '../../testing-payable.ts';
import { verifyLedger } from '../ledger/index.ts';
import { checkBilling } from './index.ts';

const KILLS = Number(process.env.BILLING_KILL ?? 0);
const PAYMENTS = Number(process.env.BILLING_PAYMENTS ?? 600);
const CHILD = fileURLToPath(new URL('./kill-child.ts', import.meta.url));

const drafts = `select d.owner_id, d.currency, d.net_micros, d.total_micros, d.entry_count, d.line_count,
    (select string_agg(concat_ws(':', position, kind, quantity, amount_micros), ';' order by position) from document_lines l where l.document_id = d.id) as lines,
    (select string_agg(concat_ws(':', transfer_id, position, amount_micros), ';' order by transfer_id) from document_entries e where e.document_id = d.id) as claims
  from documents d where d.state = 'draft' order by d.owner_id, d.currency`;
const payments = `select p.*, d.state as document_state, d.settled_micros from payments p join documents d on d.id = p.document_id order by p.id`;
const files =
  "select id, name, part, payment_count, sum_micros, encode(sha256, 'hex') as sha256, ready_at from payment_files order by id";
const transfers = 'select count(*) as n, max(sequence) as last from ledger_transfers';

it.skipIf(KILLS === 0)(
  `survives ${KILLS} kills in each phase`,
  async () => {
    const t = await createTestApp();
    const { token, userId } = await t.signIn('admin@demo.test');
    // the children do its work
    await t.app.worker?.stop();
    const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
    const tenantId = tenant?.id ?? '';
    const ground = { asOwner: t.database.asOwner, tenantId, at: t.clock.now() };
    const owners = await addPayees(ground, PAYMENTS);
    await addBonuses(t.app.database, ground, owners);
    await t.database.asOwner(
      `insert into exchange_rates (tenant_id, base, quote, valid_from, rate_micros) values ($1, 'EUR', 'USD', '2020-01-01', 1100000)`,
      [tenantId],
    );
    const url = roleUrl(t.database.ownerUrl, 'worker', testSecret);
    const findings = () =>
      t.app.database.withTenant(tenantId, systemActor, async (tx) => [
        ...(await verifyLedger(tx, tenantId)).findings,
        ...(await checkBilling(testVault)(tx, tenantId)),
      ]);
    const rows = async (...statements: string[]) => {
      const all: unknown[] = [];
      for (const statement of statements) all.push(await t.database.asOwner(statement));
      return all;
    };

    const start = (phase: string, id: string, text: string): ChildProcess =>
      spawn(process.execPath, ['--import', 'tsx', CHILD, url, tenantId, userId, phase, id, text], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    const told: string[] = [];
    /** killed so often, then let through */
    const survive = async (phase: string, id: string, text = ''): Promise<void> => {
      let [kills, longest] = [0, 900];
      for (let round = 0; round < KILLS; round++) {
        const child = start(phase, id, text);
        if (child.stdout) await once(child.stdout, 'data');
        const timer = setTimeout(() => child.kill('SIGKILL'), 20 + Math.random() * longest);
        const [, signal] = await once(child, 'exit');
        clearTimeout(timer);
        if (signal === 'SIGKILL') kills++;
        // it was through before: sooner next time
        else longest /= 2;
        expect(await findings(), `${phase}, kill ${round + 1}`).toEqual([]);
      }
      await once(start(phase, id, text), 'exit');
      expect(await findings(), phase).toEqual([]);
      told.push(`${phase} ${kills}`);
      process.stdout.write(`  ${phase}: killed ${kills} times, then through; the books agree\n`);
    };

    const addRun = async (): Promise<string> => {
      const id = newId();
      await t.database.asOwner(
        `insert into billing_runs (tenant_id, id, side, period_from, period_to, cut, state, total, created_at)
         values ($1, $2, 'publisher', '2020-01-01', '2099-01-01', 'event', 'waiting', $3, now())`,
        [tenantId, id, PAYMENTS],
      );
      return id;
    };
    await survive('run', await addRun());
    const made = await rows(drafts);
    expect(made[0]).toHaveLength(PAYMENTS);
    await once(start('run', await addRun(), ''), 'exit');
    expect(await rows(drafts), 'a run that nobody disturbs makes the same drafts').toEqual(made);
    const [runs] = await rows(`select state, total, done, drafts from billing_runs order by id`);
    expect(runs).toEqual([1, 2].map(() => ({ state: 'done', total: PAYMENTS, done: PAYMENTS, drafts: PAYMENTS })));

    const ids = (await t.database.asOwner<{ id: string }>(`select id from documents where state = 'draft'`)).map(
      ({ id }) => id,
    );
    for (let at = 0; at < ids.length; at += 200) {
      const body = { ids: ids.slice(at, at + 200) };
      for (const route of [routes.issueDocuments, routes.approveDocuments]) {
        expect((await t.call(route, { token, body })).body).toMatchObject({ done: body.ids.length, refused: [] });
      }
    }
    const { body: batch } = await t.call(routes.createBatch, { token, body: { documents: ids } });
    expect(batch).toMatchObject({ payments: PAYMENTS, blocked: 0 });

    const settled = async (phase: string, id: string, text = '') => {
      await survive(phase, id, text);
      const before = await rows(payments, files, transfers);
      await once(start(phase, id, text), 'exit');
      expect(await rows(payments, files, transfers), `${phase} again changes nothing`).toEqual(before);
    };
    await settled('approve', batch.id, batch.preview);
    await t.database.asOwner(`update payment_batches set work_state = 'waiting' where id = $1`, [batch.id]);
    await settled('files', batch.id);
    const references = await t.database.asOwner<{ end_to_end_id: string }>('select end_to_end_id from payments');
    expect(references).toHaveLength(PAYMENTS);
    const file = path.join(t.folder, 'answers.csv');
    writeFileSync(file, references.map((row) => `${row.end_to_end_id},paid`).join('\n'));
    await settled('answers', batch.id, file);
    const [paid] = await t.database.asOwner<{ payments: string; documents: string }>(
      `select count(*) as payments, count(distinct document_id) as documents from payments where state = 'paid'`,
    );
    expect([Number(paid?.payments), Number(paid?.documents)]).toEqual([PAYMENTS, PAYMENTS]);
    process.stdout.write(
      `killed: ${told.join(', ')}; ${PAYMENTS} drafts and payments, each once, rows equal to a rerun's\n`,
    );
    await t.close();
  },
  3_600_000,
);
