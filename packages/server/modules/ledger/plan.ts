// The account plan: the kinds of account, and between which two of them each kind of transfer (a leg) moves. Every account is
// kept per counterparty and currency, the tenant's own side too, so that each has one owner.

/** kept with the publisher or advertiser, who sees them; the others are the tenant's own side */
export type OwnersAccount =
  | 'advertiser_receivable'
  | 'publisher_payable'
  /** instructed, and not yet confirmed by the bank */
  | 'in_transit'
  | 'tax_withheld'
  /** paid in before it was owed */
  | 'prepaid';
export type AccountKind =
  | OwnersAccount
  | 'tenant_revenue'
  | 'tenant_payout_cost'
  | 'tenant_adjustment'
  | 'tenant_referral_cost'
  | 'tenant_cash'
  | 'tenant_fx'
  | 'input_vat'
  | 'output_vat'
  | 'payment_fees'
  | 'bad_debt';

/** pending reserves, post and void resolve it, direct moves at once */
export type Phase = 'pending' | 'post' | 'void' | 'direct';

/** of conversions and lots, which have no others */
export type EarningLeg = 'revenue' | 'payout';
export type BillingLeg =
  | 'bonus'
  | 'charge'
  | 'referral'
  | 'input_vat'
  | 'output_vat'
  | 'payment'
  | 'withholding'
  | 'fee'
  | 'fx_out'
  | 'fx_in'
  | 'settlement'
  | 'deposit'
  | 'apply'
  | 'write_off';
export type Leg = EarningLeg | BillingLeg;

export type EarningKind = 'conversion' | 'lot';
export type BillingKind = 'document' | 'payment' | 'deposit' | 'adjustment' | 'referral';
/** what a transfer is about */
export interface Subject<Kind = EarningKind | BillingKind> {
  kind: Kind;
  id: string;
}
export type LegOf<Kind> = Kind extends EarningKind ? EarningLeg : BillingLeg;

interface Sides {
  debit: AccountKind;
  credit: AccountKind;
  /** decided first and carried out later: it can stand pending in between */
  reserves: boolean;
}

/** an advertiser comes to owe us what we earn; what a publisher costs us we come to owe it; the rest settles both */
export const sidesOf: Record<Leg, Sides> = {
  revenue: { debit: 'advertiser_receivable', credit: 'tenant_revenue', reserves: true },
  payout: { debit: 'tenant_payout_cost', credit: 'publisher_payable', reserves: true },
  bonus: { debit: 'tenant_adjustment', credit: 'publisher_payable', reserves: false },
  charge: { debit: 'advertiser_receivable', credit: 'tenant_adjustment', reserves: false },
  referral: { debit: 'tenant_referral_cost', credit: 'publisher_payable', reserves: false },
  input_vat: { debit: 'input_vat', credit: 'publisher_payable', reserves: false },
  output_vat: { debit: 'advertiser_receivable', credit: 'output_vat', reserves: false },
  payment: { debit: 'publisher_payable', credit: 'in_transit', reserves: true },
  withholding: { debit: 'publisher_payable', credit: 'tax_withheld', reserves: true },
  fee: { debit: 'publisher_payable', credit: 'payment_fees', reserves: true },
  // out of one currency and into the other: two transfers, each of which is zero in its own
  fx_out: { debit: 'publisher_payable', credit: 'tenant_fx', reserves: true },
  fx_in: { debit: 'tenant_fx', credit: 'in_transit', reserves: true },
  settlement: { debit: 'in_transit', credit: 'tenant_cash', reserves: false },
  deposit: { debit: 'tenant_cash', credit: 'prepaid', reserves: false },
  apply: { debit: 'prepaid', credit: 'advertiser_receivable', reserves: false },
  write_off: { debit: 'bad_debt', credit: 'advertiser_receivable', reserves: false },
};

const earnings: ReadonlySet<string> = new Set<EarningLeg>(['revenue', 'payout']);
const earners: ReadonlySet<string> = new Set<EarningKind>(['conversion', 'lot']);

/** what the plan has against a transfer, in words; null = nothing */
export function againstPlan(leg: string, phase: string, subjectKind: string): string | null {
  const sides = Object.hasOwn(sidesOf, leg) ? sidesOf[leg as Leg] : null;
  if (!sides) return `the plan has no ${leg}`;
  if (phase !== 'direct' && !sides.reserves) return `a ${leg} is not reserved: it has no ${phase}`;
  return earnings.has(leg) === earners.has(subjectKind) ? null : `a ${subjectKind} has no ${leg}`;
}

/** whether it goes the way of its leg, and does not take back. A partner sees one of the two accounts, which is enough */
export const isForward = (leg: Leg, debit: string | null, credit: string | null): boolean =>
  debit === sidesOf[leg].debit || credit === sidesOf[leg].credit;
