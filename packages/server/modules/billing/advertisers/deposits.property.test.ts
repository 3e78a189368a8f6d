// Deposits, allocations, returns, write-offs and conversions in any order, two at a time, against what must hold after each round:
// prepaid is never negative, no deposit pays more than it is, no invoice is paid more than it says, the exposure is the ledger's, and
// the portal's running balance is open invoices less what is left of deposits. SEED=n plays one again.
import { routes } from '@tributary/contract';
import { parseMoney } from '@tributary/contract/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { historyBalance } from './history.repo.ts';
import { addInvoice } from './testing.ts';
import { checkDeposits } from './verify.repo.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
const ROUNDS = Number(process.env.ROUNDS ?? 40);

/** mulberry32 */
function randomFrom(start: number): () => number {
  let a = start;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let n = Math.imul(a ^ (a >>> 15), 1 | a);
    n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n;
    return ((n ^ (n >>> 14)) >>> 0) / 4_294_967_296;
  };
}

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  token = (await t.signIn('admin@demo.test')).token;
  await t.database.asOwner(`update tenants set currency = 'USD' where subdomain = 'demo'`);
});
afterAll(() => t.close());

const micros = (text: string): bigint => parseMoney(text) ?? 0n;

async function check(w: World): Promise<void> {
  const [row] = await t.database.asOwner<Record<'prepaid' | 'free' | 'open' | 'receivable' | 'over', string>>(
    `select
      (select coalesce(sum(credits_posted - debits_posted), 0) from ledger_accounts where kind = 'prepaid' and owner_id = $1) as prepaid,
      (select coalesce(sum(case state when 'returned' then 0 else amount_micros end), 0)
        - (select coalesce(sum(amount_micros), 0) from deposit_allocations where owner_id = $1)
        from deposits where owner_id = $1) as free,
      (select coalesce(sum(total_micros - settled_micros), 0) from documents where owner_id = $1) as open,
      (select coalesce(sum(debits_posted + debits_pending - credits_posted - credits_pending), 0) from ledger_accounts
        where kind = 'advertiser_receivable' and owner_id = $1) as receivable,
      (select count(*) from deposits d where d.owner_id = $1 and d.amount_micros <
        (select coalesce(sum(a.amount_micros), 0) from deposit_allocations a where a.deposit_id = d.id)) as over`,
    [w.advertiser.id],
  );
  const { prepaid, free, open, receivable, over } = row ?? expect.fail();
  expect(BigInt(prepaid)).toBeGreaterThanOrEqual(0n);
  expect([prepaid, over]).toEqual([free, '0']);
  const { body } = await t.call(routes.advertiserAccount, { token, params: { id: w.advertiser.id } });
  expect(micros(body.exposure)).toBe(BigInt(receivable) - BigInt(prepaid));
  const balance = await t.app.database.withTenant(w.tenantId, systemActor, (tx) =>
    historyBalance(tx, { ownerId: w.advertiser.id, currency: 'USD' }),
  );
  expect(balance).toBe(BigInt(open) - BigInt(prepaid));
}

test(
  `seed ${seed}, ${ROUNDS} rounds`,
  async () => {
    process.stdout.write(`deposits.property: SEED=${seed}\n`);
    const random = randomFrom(seed);
    const pick = <One>(of: readonly One[]): One | undefined => of[Math.floor(random() * of.length)];
    const w = await createWorld(t);
    const offer = await w.addOffer();
    const deposits: string[] = [];
    const invoices: string[] = [];
    const body = { limit: '300', version: 0, reason: 'Agreed' };
    await t.call(routes.setCreditLimit, { token, params: { id: w.advertiser.id }, body });
    const cents = () => (1 + Math.floor(random() * 9_000)) / 100;
    const steps: (() => Promise<number>)[] = [
      async () => {
        const made = await t.call(routes.recordDeposit, {
          token,
          body: {
            advertiser_id: w.advertiser.id,
            currency: 'USD',
            amount: String(cents()),
            received_on: '2026-01-05',
            allocate: random() < 0.5 ? 'oldest' : 'none',
          },
        });
        if (made.status === 201) deposits.push(made.body.id);
        return made.status;
      },
      async () => {
        invoices.push(await addInvoice(t, w, { amount: BigInt(Math.round(cents() * 100)) * 10_000n }));
        return 201;
      },
      async () => {
        const wishes = { invoices: [{ id: pick(invoices) ?? '', amount: String(cents()) }] };
        const params = { id: pick(deposits) ?? '' };
        return (await t.call(routes.allocateDeposit, { token, params, body: wishes })).status;
      },
      async () =>
        (await t.call(routes.allocateOldest, { token, params: { id: w.advertiser.id }, body: { currency: 'USD' } }))
          .status,
      async () => {
        const back = { invoice_id: pick(invoices) ?? '', reason: 'Wrong one' };
        const params = { id: pick(deposits) ?? '' };
        return (await t.call(routes.takeBackAllocation, { token, params, body: back })).status;
      },
      async () =>
        (
          await t.call(routes.returnDeposit, {
            token,
            params: { id: pick(deposits) ?? '' },
            body: { reason: 'Sent back' },
          })
        ).status,
      async () =>
        (
          await t.call(routes.writeOffInvoice, {
            token,
            params: { id: pick(invoices) ?? '' },
            body: { amount: String(cents()), reason: 'Lost' },
          })
        ).status,
      async () => {
        await w.convert({ click_id: w.clickId(offer.number), txn_id: String(random()) });
        return 200;
      },
    ];
    const answers = new Map<number, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const came = await Promise.all([pick(steps), pick(steps), pick(steps)].map((step) => step?.() ?? 0));
      for (const status of came) answers.set(status, (answers.get(status) ?? 0) + 1);
      await check(w);
    }
    await t.app.worker?.drain();
    await check(w);
    // whatever was refused was refused in words
    expect([...answers.keys()].every((status) => status < 500)).toBe(true);
    expect((answers.get(200) ?? 0) + (answers.get(201) ?? 0)).toBeGreaterThan(ROUNDS / 2);
    const { findings } = await t.app.database.withTenant(w.tenantId, systemActor, (tx) => verifyLedger(tx, w.tenantId));
    expect(findings).toEqual([]);
    const own = () => t.app.database.withTenant(w.tenantId, systemActor, checkDeposits);
    expect(await own()).toEqual([]);
    // one altered row of each kind is found
    const [deposit] = await t.database.asOwner<{ id: string }>('select id from deposits where owner_id = $1', [
      w.advertiser.id,
    ]);
    await t.database.asOwner('update deposits set amount_micros = amount_micros + 1 where id = $1', [deposit?.id]);
    expect((await own()).filter((one) => one.startsWith(`deposit ${deposit?.id} is`))).toHaveLength(1);
    await t.database.asOwner('update deposits set amount_micros = amount_micros - 1 where id = $1', [deposit?.id]);
    const [paid] = await t.database.asOwner<{ deposit_id: string; revision: number }>(
      'update deposit_allocations set amount_micros = amount_micros + 1 where ctid = (select ctid from deposit_allocations where owner_id = $1 and amount_micros > 0 limit 1) returning deposit_id, revision',
      [w.advertiser.id],
    );
    expect(paid).toBeDefined();
    expect((await own()).length).toBeGreaterThanOrEqual(2);
  },
  120_000 + ROUNDS * 2_000,
);
