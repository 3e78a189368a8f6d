import type { BalanceRow, BalanceTotal } from '@tributary/contract/billing/documents';
import { formatMoney } from '@tributary/contract/money';
import type { Tx } from '../../../platform/db/database.ts';
import { addDays, dayOf } from '../../../platform/zone.ts';
import { termsOfTenant, zoneAt } from '../../tenancy/index.ts';
import { type BalancesAt, balanceSums, type StoredBalance } from './balances.repo.ts';
import { ownRules, profilesOf } from './tax.repo.ts';
import { formStanding, ruleFor, samplesFor } from './tax.ts';
import { ownTermsOf } from './terms.repo.ts';
import { mergeTerms, type PaymentSettings, paymentSettings, type Terms } from './terms.ts';

export async function balancesAt(tx: Tx, tenantId: string, now: Date): Promise<BalancesAt> {
  const { zones } = await termsOfTenant(tx, tenantId);
  return { now, timeZone: zoneAt(zones, now), holdDays: (await paymentSettings(tx, tenantId)).hold_days };
}

const WEEK = 7;
const MID_MONTH = 15;
const SUNDAY = 7;
/** the last day of the period that this day is in; weeks end on Sunday */
export function cycleEnd(cycle: PaymentSettings['cycle'], day: string): string {
  if (cycle === 'weekly') {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || SUNDAY;
    return addDays(day, WEEK - weekday);
  }
  if (cycle === 'half-monthly' && Number(day.slice(8)) <= MID_MONTH) return `${day.slice(0, 8)}${MID_MONTH}`;
  const next = addDays(`${day.slice(0, 7)}-28`, 4);
  return addDays(`${next.slice(0, 7)}-01`, -1);
}

/** when what is available on this day would be due */
export const nextDue = ({ cycle, netDays }: Pick<Terms, 'cycle' | 'netDays'>, day: string): string =>
  addDays(cycleEnd(cycle, day), 1 + netDays);

type Row = StoredBalance & {
  sums: { approved: string; hold: string; disputed: string; billed: string };
  method: string | null;
};

export async function shownSums(tx: Tx, at: BalancesAt): Promise<BalanceTotal[]> {
  return (await balanceSums(tx, at)).map(({ currency, pending, approved, hold, disputed, billed }) => ({
    currency,
    pending: formatMoney(BigInt(pending)),
    approved: formatMoney(BigInt(approved)),
    hold: formatMoney(BigInt(hold)),
    disputed: formatMoney(BigInt(disputed)),
    available: formatMoney(BigInt(approved) - BigInt(hold) - BigInt(disputed)),
    billed: formatMoney(BigInt(billed)),
  }));
}

/** a page of them, with what holds for each account */
export async function shownBalances(
  tx: Tx,
  tenantId: string,
  rows: readonly Row[],
  at: BalancesAt,
): Promise<BalanceRow[]> {
  const owners = [...new Set(rows.map(({ owner_id }) => owner_id))];
  const settings = await paymentSettings(tx, tenantId);
  const [own, profiles] = [await ownTermsOf(tx, owners), await profilesOf(tx, owners)];
  const rules = [...(await ownRules(tx)), ...samplesFor(settings.country)];
  const day = dayOf(at.now, at.timeZone);
  return rows.map((row) => {
    const terms = mergeTerms(settings, 'publisher', own.get(row.owner_id));
    const profile = profiles.get(row.owner_id) ?? null;
    const [approved, hold, disputed] = [row.sums.approved, row.sums.hold, row.sums.disputed].map(BigInt);
    const available = (approved ?? 0n) - (hold ?? 0n) - (disputed ?? 0n);
    return {
      id: `${row.owner_id}.${row.currency}`,
      owner: { id: row.owner_id, number: row.owner_number, name: row.owner_name },
      currency: row.currency,
      pending: formatMoney(BigInt(row.pending_micros)),
      approved: formatMoney(approved ?? 0n),
      hold: formatMoney(hold ?? 0n),
      disputed: formatMoney(disputed ?? 0n),
      available: formatMoney(available),
      billed: formatMoney(BigInt(row.sums.billed)),
      next_due: nextDue(terms, day),
      method: row.method,
      form: formStanding(ruleFor(rules, 'publisher', profile, day), profile, day),
    };
  });
}
