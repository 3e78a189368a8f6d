// For tests only: publishers with a method and approved documents, as if a run had made them and somebody had approved.
import type { MethodKind, PayoutDetails } from '@tributary/contract/billing/paying';
import { newId } from './platform/ids.ts';
import { type TestDatabase, testSecret } from './platform/testing.ts';
import { createVault } from './platform/vault.ts';

export type AsOwner = TestDatabase['asOwner'];
export interface Ground {
  asOwner: AsOwner;
  tenantId: string;
  at: Date;
}

const vault = createVault(testSecret);
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
