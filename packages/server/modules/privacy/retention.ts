// How long a workspace keeps single clicks, impressions and receipts. Never less than its clicks live: what may still become a
// conversion must be there to be judged.
import { type KeptMonths, keptMonths } from '@tributary/contract/settings/privacy';
import { DAY_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { dayOf, startOf } from '../../platform/zone.ts';
import type { AuditedCall } from '../audit/index.ts';
import { longestClickLife } from '../offers/index.ts';
import { readSettings } from '../settings/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';

/** the same day so many months earlier, or the last one of that month */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** where a day of the workspace began: what came before it is not kept any longer; null: everything is */
export function keptFrom(months: KeptMonths, timeZone: string, now: Date): Date | null {
  return months === 'platform' ? null : startOf(monthsBefore(dayOf(now, timeZone), Number(months)), timeZone);
}

const clickLife = async (tx: Tx, tenantId: string): Promise<number> =>
  Math.max(await longestClickLife(tx), (await readSettings(tx, tenantId, 'tracking')).value.click_life_days);

/** an offer whose clicks live longer than the rows are kept has them kept longer */
export async function removableBefore(tx: Tx, tenantId: string, now: Date): Promise<Date | null> {
  const { timeZone } = await termsOfTenant(tx, tenantId);
  const from = keptFrom((await readSettings(tx, tenantId, 'retention')).value.raw_rows, timeZone, now);
  const alive = new Date(now.getTime() - (await clickLife(tx, tenantId)) * DAY_MS);
  return from && (from <= alive ? from : startOf(dayOf(alive, timeZone), timeZone));
}

/** before it is saved: the reason, and what would do */
export async function checkRetention(
  tx: Tx,
  { raw_rows: asked }: { raw_rows: KeptMonths },
  { tenant, clock }: AuditedCall,
): Promise<void> {
  const now = clock.now();
  const { timeZone } = await termsOfTenant(tx, tenant.id);
  const days = await clickLife(tx, tenant.id);
  const alive = new Date(now.getTime() - days * DAY_MS);
  const isEnough = (months: KeptMonths): boolean => {
    const from = keptFrom(months, timeZone, now);
    return from === null || from <= alive;
  };
  if (isEnough(asked)) return;
  const months = keptMonths.find((one) => one !== 'platform' && isEnough(one));
  throw new Fault(
    'invalid_input',
    `Clicks of this workspace can become conversions for ${days} days: please keep single rows for at least ${months} months.`,
    { path: ['value', 'raw_rows'] },
  );
}
