// For tests only: publishers with a method and approved documents, as if a run had made them and somebody had approved.
import type { MethodKind, PayoutDetails } from '@tributary/contract/billing/paying';
import { record } from './modules/ledger/index.ts';
import { type Database, systemActor } from './platform/db/database.ts';
import { newId } from './platform/ids.ts';
import { secretFrom } from './platform/secret.ts';
import type { TestDatabase } from './platform/testing.ts';
import { createVault } from './platform/vault.ts';

export type AsOwner = TestDatabase['asOwner'];
export interface Ground {
  asOwner: AsOwner;
  tenantId: string;
  at: Date;
}

// as in every test; benches use this file, too, and have no test runner
const vault = createVault(secretFrom('ab'.repeat(32)));
const nothing = { bic: '', network: '', street: '', building: '', postcode: '', town: '', country: '' } as const;
export const bankDetails: PayoutDetails = {
  ...nothing,
  name: 'Søren Ångström',
  recipient: 'NO9386011117947',
  street: 'Storgata',
  building: '12',
  postcode: '0155',
  town: 'Oslo',
  country: 'NO',
};
export const payPalDetails: PayoutDetails = { ...nothing, name: 'Shop', recipient: 'pay@shop.example' };

const insert = async (asOwner: AsOwner, table: string, row: Record<string, unknown>): Promise<void> => {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  await asOwner(`insert into ${table} (${names.join(',')}) values (${places.join(',')})`, Object.values(row));
};

export async function addMethod(
  { asOwner, tenantId, at }: Ground,
  ownerId: string,
  method: { kind?: MethodKind; currency?: string; details?: PayoutDetails; heldUntil?: Date | null } = {},
): Promise<string> {
  const { kind = 'bank', currency = 'EUR', details = bankDetails, heldUntil = null } = method;
  const id = newId(at.getTime());
  await asOwner(
    'update payout_methods set replaced_at = $3 where tenant_id = $1 and owner_id = $2 and replaced_at is null',
    [tenantId, ownerId, at],
  );
  await insert(asOwner, 'payout_methods', {
    tenant_id: tenantId,
    id,
    owner_id: ownerId,
    kind,
    currency,
    mask: '…',
    sealed: vault.seal({ tenantId, connectionId: id, field: 'payout-method' }, JSON.stringify(details)),
    held_until: heldUntil,
    created_at: at,
  });
  return id;
}

let numbers = 0;
export async function addDocument(
  { asOwner, tenantId, at }: Ground,
  ownerId: string,
  document: { total?: bigint; withheld?: bigint; currency?: string; state?: string; settled?: bigint } = {},
): Promise<string> {
  const { total = 100_000_000n, withheld = 0n, currency = 'EUR', state = 'approved', settled = 0n } = document;
  const id = newId(at.getTime());
  const number = ++numbers;
  await insert(asOwner, 'documents', {
    tenant_id: tenantId,
    id,
    side: 'publisher',
    kind: 'self-bill',
    owner_id: ownerId,
    currency,
    period_from: '2026-10-01',
    period_to: '2026-11-01',
    state,
    series: `T${ownerId}`,
    number,
    number_text: `SB-${number}`,
    net_micros: total,
    total_micros: total,
    withheld_micros: withheld,
    settled_micros: settled,
    made_at: at,
    issued_at: at,
    due_on: '2026-11-15',
    approved_at: at,
    hash: Buffer.alloc(32),
  });
  return id;
}

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** so many approved publishers, each with a method and an agreement that we write its invoices */
export async function addPayees(
  { asOwner, tenantId, at }: Ground,
  count: number,
  {
    kind = 'paypal',
    currency = 'EUR',
    details = payPalDetails,
  }: { kind?: MethodKind; currency?: string; details?: PayoutDetails } = {},
): Promise<string[]> {
  const owners = Array.from({ length: count }, () => newId());
  for (const some of chunks(owners, 1_000)) {
    const methods = some.map(() => newId(at.getTime()));
    await asOwner(
      `insert into users (tenant_id, id, type, user_sequence_id, first_name, last_name, email, password_hash, status, created_at)
       select $1, o.id, 'publisher', (select max(user_sequence_id) from users) + o.n, 'Ines', 'Okafor', o.id || '@example.test', 'x',
         'approved', $3 from unnest($2::uuid[]) with ordinality o (id, n)`,
      [tenantId, some, at],
    );
    await asOwner(
      `insert into tax_profiles (tenant_id, owner_id, party, legal_name, country, agreement_version, agreement_at, agreement_until, changed_at)
       select $1, id, 'business', 'Okafor Ltd', 'in', 1, $3, $3::timestamptz + interval '300 days', $3 from unnest($2::uuid[]) o (id)`,
      [tenantId, some, at],
    );
    const sealed = methods.map((id) =>
      vault.seal({ tenantId, connectionId: id, field: 'payout-method' }, JSON.stringify(details)),
    );
    await asOwner(
      `insert into payout_methods (tenant_id, id, owner_id, kind, currency, mask, sealed, created_at)
       select $1, m.id, m.owner_id, $5, $6, '…', m.sealed, $7 from unnest($2::uuid[], $3::uuid[], $4::text[]) m (id, owner_id, sealed)`,
      [tenantId, methods, some, sealed, kind, currency, at],
    );
  }
  return owners;
}

/** two bonuses for each of them, one in another month: what a run has to claim */
export async function addBonuses(
  database: Database,
  { asOwner, tenantId, at }: Ground,
  owners: readonly string[],
  currency = 'EUR',
): Promise<void> {
  for (const some of chunks(owners, 500)) {
    const bonuses = some.flatMap((ownerId, place) =>
      [0, 40].map((days) => ({ id: newId(), ownerId, days, amount: BigInt(5_000_001 + ((place * 137) % 999_983)) })),
    );
    await asOwner(
      `insert into adjustments (tenant_id, id, owner_id, side, currency, amount_micros, reason, day, created_at)
       select $1, b.id, b.owner_id, 'publisher', $5, b.amount, 'Agreed', $6::date - b.days, $6
       from unnest($2::uuid[], $3::uuid[], $4::bigint[], $7::int[]) b (id, owner_id, amount, days)`,
      [
        tenantId,
        bonuses.map(({ id }) => id),
        bonuses.map(({ ownerId }) => ownerId),
        bonuses.map(({ amount }) => String(amount)),
        currency,
        at,
        bonuses.map(({ days }) => days),
      ],
    );
    await database.withTenant(tenantId, systemActor, (tx) =>
      record(
        tx,
        tenantId,
        bonuses.map(({ id, ownerId, amount }) => ({
          subject: { kind: 'adjustment', id },
          leg: 'bonus',
          phase: 'direct',
          revision: 1,
          ownerId,
          currency,
          amount,
          reason: 'Agreed',
        })),
        at,
      ),
    );
  }
}
