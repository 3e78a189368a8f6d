// Another zone is in force from its own next midnight on, and can be taken back until then; where nothing has been counted yet, at
// once. Another home currency is possible until something is booked: every amount stands in the rollups in the one that it was
// booked with, and nothing booked is turned anew.
import type { SettingsOf } from '@tributary/contract/settings';
import type { Clock } from '../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { isSameZone } from '../../platform/zone.ts';
import { type AuditedCall, recordAudit } from '../audit/index.ts';
import { hasBooked } from '../conversions/index.ts';
import { firstCounted } from '../events/index.ts';
import {
  isKnownToDatabase,
  lockLocale,
  nextMidnight,
  setCurrency,
  setNextZone,
  setZone,
  takeNextZone,
  tenantChanged,
  tenantsWithDueZone,
} from '../tenancy/index.ts';
import { zoneChanged } from './topics.ts';

export const isUntouched = async (tx: Tx, tenantId: string): Promise<boolean> =>
  (await firstCounted(tx, tenantId)) === null && !(await hasBooked(tx));

export const currencyStays = (currency: string): string =>
  `Amounts have been booked in ${currency}, and nothing that is booked is turned into another currency anew. The home currency can be chosen only before the first conversion; reports can be shown in any currency that has a rate.`;

export async function requireZone(tx: Tx, timeZone: string): Promise<void> {
  if (await isKnownToDatabase(tx, timeZone)) return;
  throw new Fault('invalid_input', 'Please choose a time zone from the list', { path: ['value', 'time_zone'] });
}

/** in the transaction that saves the section */
export async function changeLocale(tx: Tx, call: AuditedCall, wanted: SettingsOf<'locale'>): Promise<void> {
  const { id: tenantId } = call.tenant;
  const now = call.clock.now();
  await comeIntoForce(tx, tenantId, call.clock);
  const { timeZone, currency, next } = await lockLocale(tx, tenantId);
  if (wanted.currency !== currency) {
    if (await hasBooked(tx)) throw new Fault('conflict', currencyStays(currency), { path: ['value', 'currency'] });
    await setCurrency(tx, tenantId, wanted.currency);
  }
  if (isSameZone(wanted.time_zone, (next ?? { timeZone }).timeZone)) return;
  await requireZone(tx, wanted.time_zone);
  if (isSameZone(wanted.time_zone, timeZone)) return setNextZone(tx, tenantId, null);
  if (await isUntouched(tx, tenantId)) {
    await setZone(tx, tenantId, wanted.time_zone);
    await emit(tx, tenantId, tenantChanged, {});
    return;
  }
  await setNextZone(tx, tenantId, { timeZone: wanted.time_zone, at: nextMidnight(wanted.time_zone, now) });
}

/** what is due; the days of the figures follow by a job of their own */
export async function comeIntoForce(tx: Tx, tenantId: string, clock: Clock): Promise<boolean> {
  const { timeZone: before, next } = await lockLocale(tx, tenantId);
  if (!next || !(await takeNextZone(tx, tenantId, clock.now()))) return false;
  const by = { tenant: { id: tenantId }, clock, ip: '', requestId: '', system: true as const };
  await recordAudit(tx, by, {
    action: 'time-zone.in-force',
    objectKind: 'settings',
    objectId: null,
    before: { section: 'locale', time_zone: before },
    after: { section: 'locale', time_zone: next.timeZone, since: next.at.toISOString() },
  });
  await emit(tx, tenantId, tenantChanged, {});
  await emit(tx, tenantId, zoneChanged, {});
  return true;
}

export async function comeIntoForceWhereDue(database: Database, clock: Clock): Promise<void> {
  for (const tenantId of await database.withoutTenant((tx) => tenantsWithDueZone(tx, clock.now()))) {
    await database.withTenant(tenantId, systemActor, (tx) => comeIntoForce(tx, tenantId, clock));
  }
}
