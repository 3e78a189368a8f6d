// An amount as it is typed: "0.3", or a share of the sale, "7.5%".
const SHARE = /^(\d{1,3}(?:\.\d{1,2})?)\s*%$/;

/** null where the text is no share */
export function percentIn(text: string): number | null {
  const [, digits] = SHARE.exec(text.trim()) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** what was stored, as it is typed */
export const amountOrShare = (amount: string, percent: unknown): string =>
  typeof percent === 'number' ? `${percent}%` : amount;
