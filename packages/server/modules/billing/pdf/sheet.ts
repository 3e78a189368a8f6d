// What stands on a document, as plain values: all that the drawing needs, and nothing that could change after it was issued.
import type { Language } from '../../../words/sentences.ts';

export type SheetKind = 'self_bill' | 'invoice' | 'credit_note';
export type VatTreatment = 'domestic' | 'reverse' | 'outside';

export interface Party {
  name: string;
  /** street, postcode and town, country: a line each */
  address: readonly string[];
  vatId: string | null;
  /** PAN, EIN and the like */
  taxId: string | null;
}

export interface SheetLine {
  /** the offer and its goal, an adjustment's or referral's own words */
  text: string;
  /** the month of the events, "2026-10"; null where it has none */
  month: string | null;
  /** null where nothing was counted */
  quantity: number | null;
  amount: bigint;
}

export interface Sheet {
  language: Language;
  kind: SheetKind;
  /** null: a draft, which is no invoice yet */
  number: string | null;
  /** what a credit note takes back */
  corrects: { number: string; issuedOn: string } | null;
  /** days, "2026-10-31" */
  issuedOn: string;
  from: string;
  to: string;
  dueOn: string | null;
  /** the advertiser's order number */
  order: string | null;
  brand: { name: string; color: string | null; logo: Buffer | null };
  supplier: Party;
  customer: Party;
  /** the customer draws it up in the supplier's name */
  isSelfBilled: boolean;
  currency: string;
  /** 0 for JPY, 3 for KWD */
  minorDigits: number;
  lines: readonly SheetLine[];
  net: bigint;
  /** rates in hundredths of a percent */
  vat: { treatment: VatTreatment; rate: number; amount: bigint };
  withholding: { rate: number; amount: bigint } | null;
  /** below the smallest coin: it stays on the account */
  carried: bigint;
  /** what is to be paid */
  total: bigint;
  /** locked at issue */
  exchange: { currency: string; rate: string; day: string; source: string; total: bigint; minorDigits: number } | null;
  /** where to pay, or how it will be paid, a line each */
  payment: readonly string[];
}
