// What holds for an account: its own terms before those of Settings › Payment.
import type { Side } from '@tributary/contract/billing/money';
import type { BillingTerms, BillingTermsForm } from '@tributary/contract/billing/terms';
import { formatMoney, parseMoney } from '@tributary/contract/money';
import type { SettingsOf } from '@tributary/contract/settings';
import type { z } from 'zod';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { findPartner, type Partner } from '../../accounts/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { readSettings } from '../../settings/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import { type OwnTerms, ownTerms, saveOwnTerms } from './terms.repo.ts';

export type PaymentSettings = SettingsOf<'payment'>;
export const paymentSettings = async (tx: Tx, tenantId: string): Promise<PaymentSettings> =>
  (await readSettings(tx, tenantId, 'payment')).value;

export interface Terms {
  cycle: PaymentSettings['cycle'];
  netDays: number;
  holdDays: number;
  /** in the workspace's currency */
  minimum: bigint;
  poNumber: string | null;
}

export const mergeTerms = (settings: PaymentSettings, side: Side, own: OwnTerms | undefined): Terms => ({
  cycle: own?.cycle ?? settings.cycle,
  netDays: own?.netDays ?? (side === 'publisher' ? settings.net_days : settings.invoice_net_days),
  // an advertiser owes what it owes at once, however little
  holdDays: own?.holdDays ?? (side === 'publisher' ? settings.hold_days : 0),
  minimum: own?.minimum ?? (side === 'publisher' ? (parseMoney(settings.minimum) ?? 0n) : 0n),
  poNumber: own?.poNumber ?? null,
});

export async function termsOfAccount(tx: Tx, tenantId: string, side: Side, ownerId: string): Promise<Terms> {
  return mergeTerms(await paymentSettings(tx, tenantId), side, await ownTerms(tx, ownerId));
}

export async function requirePartner(tx: Tx, side: Side, id: string): Promise<Partner> {
  const partner = isId(id) ? await findPartner(tx, side, { id }) : null;
  if (!partner) throw new Fault('not_found');
  return partner;
}

export async function shownTerms(
  tx: Tx,
  tenantId: string,
  side: Side,
  id: string,
): Promise<z.input<typeof BillingTerms>> {
  const { number, name } = await requirePartner(tx, side, id);
  const own = await ownTerms(tx, id);
  const held = mergeTerms(await paymentSettings(tx, tenantId), side, own);
  return {
    owner: { id, number, name },
    cycle: own.cycle,
    net_days: own.netDays,
    hold_days: own.holdDays,
    minimum: own.minimum === null ? null : formatMoney(own.minimum),
    po_number: own.poNumber,
    version: own.version,
    home_currency: (await termsOfTenant(tx, tenantId)).currency,
    in_force: {
      cycle: held.cycle,
      net_days: held.netDays,
      hold_days: held.holdDays,
      minimum: formatMoney(held.minimum),
    },
  };
}

const asTrail = ({ minimum, ...terms }: OwnTerms) => ({
  ...terms,
  minimum: minimum === null ? null : formatMoney(minimum),
});

export async function saveTerms(
  tx: Tx,
  call: SignedInCall,
  side: Side,
  id: string,
  form: z.output<typeof BillingTermsForm>,
): Promise<z.input<typeof BillingTerms>> {
  await requirePartner(tx, side, id);
  const before = await ownTerms(tx, id);
  const next: OwnTerms = {
    cycle: form.cycle,
    netDays: form.net_days,
    holdDays: form.hold_days,
    minimum: form.minimum,
    poNumber: form.po_number === undefined ? before.poNumber : form.po_number || null,
    version: form.version,
  };
  const of = { tenantId: call.tenant.id, ownerId: id, side, at: call.clock.now() };
  if (before.version !== form.version || !(await saveOwnTerms(tx, of, next))) throw new Fault('conflict');
  await recordAudit(tx, call, {
    action: 'billing-terms.changed',
    objectKind: 'user',
    objectId: id,
    before: asTrail(before),
    after: asTrail(next),
  });
  return shownTerms(tx, call.tenant.id, side, id);
}
