// An amount as it is typed: "0.3", or a share of the sale, "7.5%".
import { parseMoney } from '@tributary/contract/money';

const SHARE = /^(\d{1,3}(?:\.\d{1,2})?)\s*%$/;

/** null where the text is no share */
export function percentIn(text: string): number | null {
  const [, digits] = SHARE.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** what was stored, as it is typed */
export const amountOrShare = (amount: string, percent: number | null): string =>
  percent === null ? amount : `${percent}%`;

/** what is typed pays more than it earns; an amount and a share cannot be compared before there is a sale */
export function isLoss({ revenue, payout }: { revenue: string; payout: string }): boolean {
  const [earns, pays] = [percentIn(revenue), percentIn(payout)];
  if (earns !== null && pays !== null) return pays > earns;
  if (earns !== null || pays !== null) return false;
  const [earned, paid] = [parseMoney(revenue), parseMoney(payout)];
  return earned !== null && paid !== null && paid > earned;
}
