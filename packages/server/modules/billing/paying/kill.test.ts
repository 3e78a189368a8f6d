// `npm run billing:kill`: each phase of paying runs in a process of its own that is killed with SIGKILL at a moment of chance, again and
// again, until it gets through. In the end the books agree and every document was paid once. In the suite it is cut, not killed
// (paying.test.ts): processes take their time to start.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '@tributary/contract';
import { expect, it } from 'vitest';
import { systemActor } from '../../../platform/db/database.ts';
import { roleUrl } from '../../../platform/db/roles.ts';
import { newId } from '../../../platform/ids.ts';
import { testSecret } from '../../../platform/testing.ts';
import { createTestApp } from '../../../testing.ts';
import { addDocument, addMethod, payPalDetails } from '../../../testing-payable.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { checkPayments } from './check-payments.repo.ts';

const KILLS = Number(process.env.BILLING_KILL ?? 0);
const PAYMENTS = 1_200;
const CHILD = fileURLToPath(new URL('./kill-child.ts', import.meta.url));

it.skipIf(KILLS === 0)(`survives ${KILLS} kills in each phase`, async () => {
  const t = await createTestApp();
  const { token, userId } = await t.signIn('admin@demo.test');
  const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  const ground = { asOwner: t.database.asOwner, tenantId: tenant?.id ?? '', at: t.clock.now() };
  const documents: string[] = [];
  for (let at = 0; at < PAYMENTS; at++) {
    const owner = newId();
    await t.database.asOwner(
      `insert into users (tenant_id, id, type, user_sequence_id, first_name, last_name, email, password_hash, status, created_at)
       select tenant_id, $1, 'publisher', $3, 'Ines', 'Okafor', $2, 'x', 'approved', created_at from users
       where email = 'publisher@demo.test'`,
      [owner, `${owner}@demo.test`, 700_000 + at],
    );
    await addMethod(ground, owner, { kind: 'paypal', currency: 'EUR', details: payPalDetails });
    documents.push(await addDocument(ground, owner));
  }
  const created = await t.call(routes.createBatch, { token, body: { documents } });
  const batch = created.body;
  const url = roleUrl(t.database.ownerUrl, 'worker', testSecret);
  const findings = () =>
    t.app.database.withTenant(ground.tenantId, systemActor, async (tx) => [
      ...(await verifyLedger(tx, ground.tenantId)).findings,
      ...(await checkPayments(tx)),
    ]);

  const start = (phase: string, text: string): ChildProcess =>
    spawn(process.execPath, ['--import', 'tsx', CHILD, url, ground.tenantId, userId, phase, batch.id, text], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  /** killed so often, then let through */
  const survive = async (phase: string, text = ''): Promise<number> => {
    let kills = 0;
    for (let round = 0; round < KILLS; round++) {
      const child = start(phase, text);
      if (child.stdout) await once(child.stdout, 'data');
      const timer = setTimeout(() => child.kill('SIGKILL'), 20 + Math.random() * 900);
      const [, signal] = await once(child, 'exit');
      clearTimeout(timer);
      if (signal === 'SIGKILL') kills++;
      expect(await findings(), `${phase}, kill ${round + 1}`).toEqual([]);
      if (signal === null) break;
    }
    const child = start(phase, text);
    await once(child, 'exit');
    expect(await findings(), phase).toEqual([]);
    return kills;
  };

  const counts = new Map<string, number>();
  counts.set('approve', await survive('approve', batch.preview));
  await t.database.asOwner(`update payment_batches set work_state = 'waiting' where id = $1`, [batch.id]);
  counts.set('files', await survive('files'));
  const rows = await t.database.asOwner<{ end_to_end_id: string }>(
    'select end_to_end_id from payments where batch_id = $1',
    [batch.id],
  );
  expect(rows).toHaveLength(PAYMENTS);
  const file = path.join(t.folder, 'answers.csv');
  writeFileSync(file, rows.map((row) => `${row.end_to_end_id},paid`).join('\n'));
  counts.set('answers', await survive('answers', file));
  const [paid] = await t.database.asOwner<{ payments: string; documents: string }>(
    `select count(*) as payments, count(distinct document_id) as documents from payments where batch_id = $1 and state = 'paid'`,
    [batch.id],
  );
  expect([Number(paid?.payments), Number(paid?.documents)]).toEqual([PAYMENTS, PAYMENTS]);
  process.stdout.write(
    `killed: ${[...counts].map(([phase, kills]) => `${phase} ${kills}`).join(', ')}; ${PAYMENTS} payments, each once\n`,
  );
  await t.close();
});
