// The ledger takes any transfer of the account plan. The plan stands here once more, by hand, as the books are kept: a model
// that shares nothing with the ledger adds up what every account must show.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, type Database, openDatabase, systemActor } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase, quietLog, type TestDatabase } from '../../platform/testing.ts';
import { balancesOf, type NewTransfer, record, transfersOf, verifyLedger } from './index.ts';
import { GENESIS, hashOf, transferId } from './transfer.ts';

let database: TestDatabase;
let app: Database;
let hand: Database;
const tenant = newId();
const people = { publisher: newId(), other: newId(), advertiser: newId() };
beforeAll(async () => {
  database = await createTestDatabase();
  app = database.open('app', 4);
  hand = openDatabase(database.ownerUrl, { name: 'hand', max: 1, log: quietLog });
  await database.asOwner(`insert into tenants (id, subdomain, plan) values ($1, 'books', 'basic')`, [tenant]);
  for (const [at, [name, id]] of Object.entries(people).entries()) {
    await database.asOwner(
      `insert into users (tenant_id, id, type, user_sequence_id, first_name, last_name, email, status)
       values ($1, $2, $3, $4, 'A', 'B', $5, 'approved')`,
      [tenant, id, name === 'advertiser' ? 'advertiser' : 'publisher', at + 2, `${id}@example.test`],
    );
  }
});
afterAll(async () => {
  await hand.close();
  await database.drop();
});

const write = (transfers: readonly NewTransfer[]) =>
  app.withTenant(tenant, systemActor, (tx) => record(tx, tenant, transfers, new Date('2026-11-16T09:00:00.123Z')));
const verify = () => app.withTenant(tenant, systemActor, (tx) => verifyLedger(tx, tenant));

type Subject = NewTransfer['subject']['kind'];
const twoSteps = ['pending', 'post', 'void', 'direct'] as const;
const atOnce = ['direct'] as const;
/** leg, what it is about, debit, credit, phases, whose account */
const plan = [
  ['revenue', 'conversion', 'advertiser_receivable', 'tenant_revenue', twoSteps, 'advertiser'],
  ['revenue', 'lot', 'advertiser_receivable', 'tenant_revenue', twoSteps, 'advertiser'],
  ['payout', 'conversion', 'tenant_payout_cost', 'publisher_payable', twoSteps, 'publisher'],
  ['payout', 'lot', 'tenant_payout_cost', 'publisher_payable', twoSteps, 'other'],
  ['bonus', 'adjustment', 'tenant_adjustment', 'publisher_payable', atOnce, 'publisher'],
  ['charge', 'adjustment', 'advertiser_receivable', 'tenant_adjustment', atOnce, 'advertiser'],
  ['referral', 'referral', 'tenant_referral_cost', 'publisher_payable', atOnce, 'other'],
  ['input_vat', 'document', 'input_vat', 'publisher_payable', atOnce, 'publisher'],
  ['output_vat', 'document', 'advertiser_receivable', 'output_vat', atOnce, 'advertiser'],
  ['payment', 'payment', 'publisher_payable', 'in_transit', twoSteps, 'publisher'],
  ['withholding', 'payment', 'publisher_payable', 'tax_withheld', twoSteps, 'publisher'],
  ['fee', 'payment', 'publisher_payable', 'payment_fees', twoSteps, 'publisher'],
  ['fx_out', 'payment', 'publisher_payable', 'tenant_fx', twoSteps, 'publisher'],
  ['fx_in', 'payment', 'tenant_fx', 'in_transit', twoSteps, 'publisher'],
  ['settlement', 'payment', 'in_transit', 'tenant_cash', atOnce, 'publisher'],
  ['deposit', 'deposit', 'tenant_cash', 'prepaid', atOnce, 'advertiser'],
  ['apply', 'deposit', 'prepaid', 'advertiser_receivable', atOnce, 'advertiser'],
  ['write_off', 'document', 'bad_debt', 'advertiser_receivable', atOnce, 'advertiser'],
] as const satisfies readonly (readonly [
  NewTransfer['leg'],
  Subject,
  string,
  string,
  readonly NewTransfer['phase'][],
  keyof typeof people,
])[];
type Line = (typeof plan)[number];
type Step = Omit<NewTransfer, 'subject' | 'leg'>;

/** a transfer as a caller would write it; its leg and subject belong together as the plan's line says */
const step = (line: Line, more: Partial<Step> & Pick<Step, 'phase' | 'amount'>, id = newId()): NewTransfer =>
  ({
    leg: line[0],
    subject: { kind: line[1], id },
    ownerId: people[line[5]],
    revision: 1,
    currency: 'USD',
    reason: 'r',
    ...more,
  }) as NewTransfer;
const lineOf = (leg: NewTransfer['leg']): Line => plan.find(([name]) => name === leg) ?? plan[0];

/** an independent model: four sums per account */
class Books {
  readonly accounts = new Map<string, [number, number, number, number]>();
  move(line: Line, currency: string, phase: NewTransfer['phase'], amount: number): void {
    const [from, to] = amount < 0 ? [line[3], line[2]] : [line[2], line[3]];
    const size = Math.abs(amount);
    for (const [kind, at] of [
      [from, 0],
      [to, 2],
    ] as const) {
      const name = `${kind}:${people[line[5]]}:${currency}`;
      const sums = this.accounts.get(name) ?? [0, 0, 0, 0];
      if (phase === 'pending') sums[at] += size;
      if (phase === 'post' || phase === 'void') sums[at] -= size;
      if (phase === 'post' || phase === 'direct') sums[at + 1] = (sums[at + 1] ?? 0) + size;
      this.accounts.set(name, sums);
    }
  }
}

/** numbers that are the same in every run */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield Math.floor(state / 65_536);
  }
}

test('transfers of every leg and phase, in any order, leave on each account what a model of the books says', async () => {
  const books = new Books();
  const random = numbers(17);
  const draw = (below: number) => random.next().value % below;
  const open: { line: Line; id: string; currency: string; amount: number }[] = [];
  const seen = new Set<string>();
  for (let batch = 0; batch < 24; batch++) {
    const transfers: NewTransfer[] = [];
    for (let n = 0; n < 25; n++) {
      const line = plan[draw(plan.length)] ?? plan[0];
      const resolved = draw(3) === 0 ? open.splice(draw(open.length || 1), 1)[0] : undefined;
      if (resolved) {
        const phase = draw(2) === 0 ? 'post' : 'void';
        const { line: was, id, currency, amount } = resolved;
        transfers.push(step(was, { phase, amount: BigInt(amount), currency, revision: 2, resolves: 1 }, id));
        books.move(was, currency, phase, amount);
        seen.add(`${was[0]} ${was[1]} ${phase}`);
        continue;
      }
      const currency = ['USD', 'EUR', 'JPY'][draw(3)] ?? 'USD';
      const amount = (1 + draw(9_999)) * (draw(4) === 0 ? -1 : 1);
      const phase = line[4].length > 1 && draw(2) === 0 ? 'pending' : 'direct';
      const id = newId();
      transfers.push(step(line, { phase, amount: BigInt(amount), currency }, id));
      books.move(line, currency, phase, amount);
      seen.add(`${line[0]} ${line[1]} ${phase}`);
      if (phase === 'pending') open.push({ line, id, currency, amount });
    }
    await write(transfers);
    // the same steps again are no second ones
    if (batch % 8 === 0) await write(transfers);
  }
  expect([...seen].sort()).toEqual(
    plan.flatMap(([leg, kind, , , phases]) => phases.map((p) => `${leg} ${kind} ${p}`)).sort(),
  );
  const rows = await database.asOwner<{ name: string; sums: number[] }>(
    `select concat_ws(':', kind, owner_id, currency) as name,
       array[debits_pending, debits_posted, credits_pending, credits_posted]::float8[] as sums
     from ledger_accounts where tenant_id = $1`,
    [tenant],
  );
  expect(new Map(rows.map(({ name, sums }) => [name, sums]))).toEqual(books.accounts);
  expect(await verify()).toMatchObject({ findings: [], transfers: 600 });
});

test.each(plan.filter(([, , , , phases]) => phases.length === 1).map(([leg]) => [leg]))(
  'a %s moves at once: it cannot be reserved',
  async (leg) => {
    await expect(write([step(lineOf(leg), { phase: 'pending', amount: 1n })])).rejects.toThrow(/is not reserved/);
  },
);

test('what a conversion or lot earns is of it alone, and it has nothing else; the database says the same', async () => {
  const misplaced = (leg: string, kind: string) =>
    write([{ ...step(plan[0], { phase: 'direct', amount: 1n }), leg, subject: { kind, id: newId() } } as NewTransfer]);
  await expect(misplaced('bonus', 'conversion')).rejects.toThrow('a conversion has no bonus');
  await expect(misplaced('payout', 'adjustment')).rejects.toThrow('a adjustment has no payout');
  await expect(misplaced('gift', 'adjustment')).rejects.toThrow('the plan has no gift');
  for (const [change, constraint] of [
    [`leg = 'gift'`, /leg_check/],
    [`subject_kind = 'wish'`, /subject_kind_check/],
    [`leg = 'bonus', subject_kind = 'lot'`, /earned_by_its_subject/],
    [`leg = 'bonus', subject_kind = 'adjustment', phase = 'pending'`, /reserved_where_it_may_end/],
    [`format = 3`, /format_check/],
  ] as const) {
    const tried = database.asOwner(`update ledger_transfers set ${change} where sequence = 1 and tenant_id = $1`, [
      tenant,
    ]);
    await expect(tried, change).rejects.toThrow(constraint);
  }
});

test('a post or void is of the same accounts as what it resolves, the same way round', async () => {
  const line = lineOf('payment');
  const id = newId();
  await write([step(line, { phase: 'pending', amount: 70n }, id)]);
  const settle = (more: Partial<Step>) =>
    write([step(line, { phase: 'post', amount: 70n, revision: 2, resolves: 1, ...more }, id)]);
  for (const wrong of [{ amount: -70n }, { amount: 69n }, { ownerId: people.other }, { currency: 'EUR' }]) {
    await expect(settle(wrong), JSON.stringify(Object.keys(wrong))).rejects.toThrow(/does not match/);
  }
  await settle({});
  expect((await verify()).findings).toEqual([]);
});

test('a payment in another currency, with tax and fee, that comes back: every account is where it was', async () => {
  const before = await owed();
  const id = newId();
  const legs = (phase: NewTransfer['phase'], sign: bigint, revision: number, resolves?: number) =>
    (
      [
        ['withholding', 'USD', 30n],
        ['fee', 'USD', 5n],
        ['fx_out', 'USD', 65n],
        ['fx_in', 'EUR', 60n],
      ] as const
    ).map(([leg, currency, amount]) =>
      step(lineOf(leg), { phase, amount: sign * amount, currency, revision, ...(resolves ? { resolves } : {}) }, id),
    );
  const settled = (amount: bigint, revision: number) =>
    step(lineOf('settlement'), { phase: 'direct', amount, currency: 'EUR', revision }, id);
  await write(legs('pending', 1n, 1));
  await write(legs('post', 1n, 2, 1));
  expect(await owed()).toEqual({ payable: before.payable - 100n, transit: before.transit + 60n });
  await write([settled(60n, 3)]);
  expect(await owed()).toEqual({ payable: before.payable - 100n, transit: before.transit });
  await write([settled(-60n, 4), ...legs('direct', -1n, 4)]);
  expect(await owed()).toEqual(before);
  expect((await verify()).findings).toEqual([]);
});
const owed = () =>
  app.withTenant(tenant, systemActor, async (tx) => {
    const of = async (kind: 'publisher_payable' | 'in_transit', currency: string) =>
      (await balancesOf(tx, kind, people.publisher)).find((row) => row.currency === currency)?.posted ?? 0n;
    return { payable: await of('publisher_payable', 'USD'), transit: await of('in_transit', 'EUR') };
  });

test('partners see what is kept with them, the tenant’s own side never; amounts have their sign for them, too', async () => {
  const id = newId();
  await write([
    step(lineOf('fee'), { phase: 'direct', amount: 9n }, id),
    step(lineOf('fee'), { phase: 'direct', amount: -9n, revision: 2 }, id),
    step(lineOf('fx_in'), { phase: 'direct', amount: 8n }, id),
    step(lineOf('settlement'), { phase: 'direct', amount: -7n }, id),
  ]);
  const seen = (kind: 'publisher' | 'advertiser', actor: string) =>
    app.withTenant(tenant, { kind, id: actor } satisfies Actor, async (tx) => ({
      accounts: (await tx.selectFrom('ledger_accounts').select('kind').distinct().orderBy('kind').execute()).map(
        (row) => row.kind,
      ),
      amounts: (await transfersOf(tx, { kind: 'payment', id })).map(({ leg, amount }) => `${leg} ${amount}`),
    }));
  const amounts = ['fee 9', 'fee -9', 'fx_in 8', 'settlement -7'];
  expect(await seen('publisher', people.publisher)).toEqual({
    accounts: ['in_transit', 'publisher_payable', 'tax_withheld'],
    amounts,
  });
  expect(await seen('advertiser', people.advertiser)).toEqual({
    accounts: ['advertiser_receivable', 'prepaid'],
    amounts: [],
  });
  const asSystem = await app.withTenant(tenant, systemActor, (tx) => transfersOf(tx, { kind: 'payment', id }));
  expect(asSystem.map(({ leg, amount }) => `${leg} ${amount}`)).toEqual(amounts);
});

describe('a row of the new format', () => {
  class Undone extends Error {}
  async function found(change: string, where: string): Promise<string[]> {
    let findings: string[] = [];
    await hand
      .withTenant(tenant, systemActor, async (tx) => {
        const { numAffectedRows } = await sql.raw(`update ledger_transfers t set ${change} where ${where}`).execute(tx);
        expect(Number(numAffectedRows)).toBe(1);
        ({ findings } = await verifyLedger(tx, tenant));
        throw new Undone();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error;
      });
    return findings;
  }
  const id = newId();
  beforeAll(async () => {
    const line = lineOf('payment');
    await write([
      step(line, { phase: 'pending', amount: 5n, reason: 'the altered one' }, id),
      step(line, { phase: 'pending', amount: 5n }),
      step(line, { phase: 'post', amount: 5n, revision: 2, resolves: 1 }, id),
    ]);
  });
  const altered = {
    id: `id = '${newId()}'`,
    at: `at = at + interval '1 millisecond'`,
    leg: `leg = 'fee'`,
    revision: 'revision = revision + 1',
    format: 'format = 1, revision = null',
    owner_id: `owner_id = '${people.other}'`,
    debit_account_id: `debit_account_id = credit_account_id`,
    credit_account_id: `credit_account_id = debit_account_id`,
    amount_micros: 'amount_micros = amount_micros + 1',
    currency: `currency = 'EUR'`,
    reason: `reason = 'nothing to see'`,
    subject_kind: `subject_kind = 'deposit'`,
    subject_id: `subject_id = '${newId()}'`,
    previous_hash: `previous_hash = hash`,
    hash: `hash = previous_hash`,
    sequence: 'sequence = sequence + 1000000',
    phase: `phase = 'void'`,
    pending_id: `pending_id = (select id from ledger_transfers o where o.subject_id <> t.subject_id and o.phase = 'pending' and o.leg = 'payment'
      and not exists (select from ledger_transfers r where r.pending_id = o.id) order by sequence desc limit 1)`,
  };

  test('has no column that this table of alterations leaves out', async () => {
    const columns = await database.asOwner<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'ledger_transfers'`,
    );
    expect(columns.map(({ name }) => name).sort()).toEqual(['tenant_id', ...Object.keys(altered)].sort());
  });

  test.each(Object.entries(altered))('altered in its %s is named by the verifier', async (field, change) => {
    const where = `t.subject_id = '${id}' and t.phase = 'post'`;
    const [row] = await database.asOwner<{ sequence: string }>(
      `select sequence from ledger_transfers t where ${where}`,
    );
    const named = field === 'sequence' ? Number(row?.sequence) + 1_000_000 : row?.sequence;
    expect(await found(change, where)).toContainEqual(
      expect.stringMatching(new RegExp(`^(entry ${named} |the chain ends at)`)),
    );
  });
});

test('the first format is read as it was written: a known entry has the hash that the version before gave it', () => {
  const [tenantId, ownerId] = ['01930000-0000-7000-8000-000000000001', '01930000-0000-7000-8000-000000000002'];
  const subject = { kind: 'conversion', id: '01930000-0000-7000-8000-000000000003' };
  const id = transferId(tenantId, subject, 'payout', 1, 'direct');
  expect(id).toBe('1152aa8e-0214-8be9-ac7b-336d847cd0d4');
  const content = {
    ...{ format: 1, tenantId, sequence: 1n, id, at: new Date('2026-11-12T06:00:00.000Z'), phase: 'direct' },
    ...{ pendingId: null, leg: 'payout', revision: null, ownerId, amount: 4_000_000n, currency: 'USD', subject },
    ...{
      debit: `tenant_payout_cost:${ownerId}:USD`,
      credit: `publisher_payable:${ownerId}:USD`,
      reason: 'Booked then',
    },
  };
  expect(hashOf(GENESIS, content).toString('hex')).toBe(
    '208fddb1b2895292ab394218d8cc37543355ec10f96f7a9d1ab304827066a027',
  );
});
