import type { Side } from '@tributary/contract/billing/money';
import type { billingCycles } from '@tributary/contract/settings/payment';
import type { Tx } from '../../../platform/db/database.ts';

export interface OwnTerms {
  cycle: (typeof billingCycles)[number] | null;
  netDays: number | null;
  holdDays: number | null;
  minimum: bigint | null;
  poNumber: string | null;
  version: number;
}

const none: OwnTerms = { cycle: null, netDays: null, holdDays: null, minimum: null, poNumber: null, version: 0 };

export async function ownTermsOf(tx: Tx, ownerIds: readonly string[]): Promise<ReadonlyMap<string, OwnTerms>> {
  if (ownerIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('billing_terms')
    .select(['owner_id', 'cycle', 'net_days', 'hold_days', 'minimum_micros', 'po_number', 'version'])
    .where('owner_id', 'in', [...ownerIds])
    .execute();
  return new Map(
    rows.map((row) => [
      row.owner_id,
      {
        // the check keeps it within its list
        cycle: row.cycle as OwnTerms['cycle'],
        netDays: row.net_days,
        holdDays: row.hold_days,
        minimum: row.minimum_micros === null ? null : BigInt(row.minimum_micros),
        poNumber: row.po_number,
        version: row.version,
      },
    ]),
  );
}
export const ownTerms = async (tx: Tx, ownerId: string): Promise<OwnTerms> =>
  (await ownTermsOf(tx, [ownerId])).get(ownerId) ?? none;

/** false where somebody else has saved them since */
export async function saveOwnTerms(
  tx: Tx,
  of: { tenantId: string; ownerId: string; side: Side; at: Date },
  { version, ...terms }: OwnTerms,
): Promise<boolean> {
  const values = {
    cycle: terms.cycle,
    net_days: terms.netDays,
    hold_days: terms.holdDays,
    minimum_micros: terms.minimum,
    po_number: terms.poNumber,
    changed_at: of.at,
  };
  const saved = await tx
    .insertInto('billing_terms')
    .values({ tenant_id: of.tenantId, owner_id: of.ownerId, side: of.side, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'owner_id'])
        .doUpdateSet({ ...values, version: version + 1 })
        .where('billing_terms.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst();
  return saved !== undefined && (version > 0 || saved.version === 1);
}
