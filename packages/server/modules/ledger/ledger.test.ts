// What the ledger promises by itself: one step once, sums of zero, balances that equal their entries, a past that cannot be
// changed unseen, and walls inside the tenant.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, type Database, systemActor } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing.ts';
import { balancesOf, headOf, type NewTransfer, record, transfersOf, verifyLedger } from './index.ts';

let database: TestDatabase;
let app: Database;
const tenant = newId();
const [publisher, advertiser] = [newId(), newId()];
beforeAll(async () => {
  database = await createTestDatabase();
  app = database.open('app', 10);
  await database.asOwner(`insert into tenants (id, subdomain, plan) values ($1, 'ledger', 'basic')`, [tenant]);
  for (const [at, id] of [publisher, advertiser].entries()) {
    await database.asOwner(
      `insert into users (tenant_id, id, type, user_sequence_id, first_name, last_name, email, status)
       values ($1, $2, $3, $4, 'A', 'B', $5, 'approved')`,
      [tenant, id, at === 0 ? 'publisher' : 'advertiser', at + 2, `${id}@example.test`],
    );
  }
});
afterAll(() => database.drop());

const as = <R>(actor: Actor, run: Parameters<Database['withTenant']>[2]) =>
  app.withTenant(tenant, actor, run) as Promise<R>;
const write = (transfers: readonly NewTransfer[]) =>
  app.withTenant(tenant, systemActor, (tx) => record(tx, tenant, transfers, new Date()));
const verify = () => app.withTenant(tenant, systemActor, (tx) => verifyLedger(tx, tenant));
const pair = (
  id: string,
  phase: NewTransfer['phase'],
  revision: number,
  more: Partial<Omit<NewTransfer, 'subject' | 'leg'>> = {},
): NewTransfer[] => [
  {
    subject: { kind: 'conversion', id },
    leg: 'revenue',
    phase,
    revision,
    ownerId: advertiser,
    currency: 'USD',
    amount: 10n,
    reason: 'r',
    ...more,
  },
  {
    subject: { kind: 'conversion', id },
    leg: 'payout',
    phase,
    revision,
    ownerId: publisher,
    currency: 'USD',
    amount: 4n,
    reason: 'r',
    ...more,
  },
];
const payable = () => app.withTenant(tenant, systemActor, (tx) => balancesOf(tx, 'publisher_payable', publisher));

test('pending, posted and voided transfers move the balances; the same step written again moves nothing', async () => {
  const [kept, dropped] = [newId(), newId()];
  await write([...pair(kept, 'pending', 1), ...pair(dropped, 'pending', 1)]);
  expect(await payable()).toEqual([{ currency: 'USD', pending: 8n, posted: 0n }]);
  await write([...pair(kept, 'post', 2, { resolves: 1 }), ...pair(dropped, 'void', 2, { resolves: 1 })]);
  await Promise.all(Array.from({ length: 20 }, () => write(pair(kept, 'post', 2, { resolves: 1 }))));
  expect(await payable()).toEqual([{ currency: 'USD', pending: 0n, posted: 4n }]);
  expect(
    await app.withTenant(tenant, systemActor, (tx) => transfersOf(tx, { kind: 'conversion', id: kept })),
  ).toHaveLength(4);
  expect((await verify()).findings).toEqual([]);
});

test('what is pending is resolved once, whole, or not at all', async () => {
  const id = newId();
  await write(pair(id, 'pending', 1));
  await write(pair(id, 'post', 2, { resolves: 1 }));
  await expect(write(pair(id, 'void', 3, { resolves: 1 }))).rejects.toThrow(/unique|duplicate/);
  await expect(write(pair(newId(), 'post', 2, { resolves: 1 }))).rejects.toThrow(/does not match/);
  const other = newId();
  await write(pair(other, 'pending', 1));
  await expect(write(pair(other, 'post', 2, { resolves: 1, amount: 3n }))).rejects.toThrow(/does not match/);
  expect((await verify()).findings).toEqual([]);
});

test('a correction is a new transfer the other way round', async () => {
  const before = (await payable())[0]?.posted ?? 0n;
  const id = newId();
  await write(pair(id, 'direct', 1));
  await write(pair(id, 'direct', 2, { amount: -4n }));
  const amounts = (await app.withTenant(tenant, systemActor, (tx) => transfersOf(tx, { kind: 'conversion', id }))).map(
    ({ amount }) => amount,
  );
  expect(amounts).toEqual([10n, 4n, -4n, -4n]);
  expect((await payable())[0]?.posted).toBe(before);
});

describe('the chain', () => {
  /** as somebody with the owner's password would do it, and back again */
  const tampered = async (change: string, back: string) => {
    await database.asOwner(change);
    const { findings } = await verify();
    await database.asOwner(back);
    return findings;
  };

  test('shows every change of the past', async () => {
    const first = `(select id from ledger_transfers where sequence = 3)`;
    expect(
      await tampered(
        `update ledger_transfers set amount_micros = amount_micros + 1 where id = ${first}`,
        `update ledger_transfers set amount_micros = amount_micros - 1 where id = ${first}`,
      ),
    ).toContain('entry 3 was changed after it was written');
    expect(
      await tampered(
        `update ledger_transfers set reason = reason || '!' where id = ${first}`,
        `update ledger_transfers set reason = left(reason, -1) where id = ${first}`,
      ),
    ).toEqual(['entry 3 was changed after it was written']);
    expect(
      await tampered(
        `update ledger_accounts set credits_posted = credits_posted + 5 where kind = 'publisher_payable'`,
        `update ledger_accounts set credits_posted = credits_posted - 5 where kind = 'publisher_payable'`,
      ),
    ).toEqual([expect.stringMatching(/credits_posted is \d+, its entries add up to \d+/)]);
    expect(
      await tampered(
        `update ledger_heads set sequence = sequence - 1`,
        `update ledger_heads set sequence = sequence + 1`,
      ),
    ).toContainEqual(expect.stringMatching(/its head says/));
    expect((await verify()).findings).toEqual([]);
  });

  test('even one rewritten from some entry on does not match a statement that somebody kept', async () => {
    const head = await app.withTenant(tenant, systemActor, headOf);
    const kept = { sequence: head?.sequence ?? 0n, hash: head?.hash.toString('hex') ?? '' };
    await write(pair(newId(), 'direct', 1));
    const check = (hash: string) =>
      app.withTenant(tenant, systemActor, (tx) => verifyLedger(tx, tenant, [{ ...kept, hash }]));
    expect((await check(kept.hash)).findings).toEqual([]);
    expect((await check('00'.repeat(32))).findings).toEqual([
      expect.stringMatching(/is not the one the statement names/),
    ]);
  });

  test('cannot be altered or cut by the roles the server runs as', async () => {
    for (const statement of [
      'update ledger_transfers set amount_micros = 1',
      'delete from ledger_transfers',
      'delete from ledger_accounts',
    ]) {
      for (const role of ['tributary_app', 'tributary_worker']) {
        const tried = database.asOwner(`do $$ begin set local role ${role}; ${statement}; end $$`);
        await expect(tried, `${role}: ${statement}`).rejects.toThrow(/permission denied/);
      }
    }
  });
});

test('a publisher sees its own account and entries, never revenue nor the tenant’s side; an advertiser likewise', async () => {
  const seen = (kind: 'publisher' | 'advertiser', id: string) =>
    as<{ accounts: string[]; legs: string[] }>({ kind, id }, async (tx) => ({
      accounts: (await tx.selectFrom('ledger_accounts').select('kind').execute()).map((row) => row.kind),
      legs: [...new Set((await tx.selectFrom('ledger_transfers').select('leg').execute()).map((row) => row.leg))],
    }));
  expect(await seen('publisher', publisher)).toEqual({ accounts: ['publisher_payable'], legs: ['payout'] });
  expect(await seen('advertiser', advertiser)).toEqual({ accounts: ['advertiser_receivable'], legs: ['revenue'] });
  expect(await seen('publisher', newId())).toEqual({ accounts: [], legs: [] });
});
