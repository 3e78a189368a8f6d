// Tenants: who they are, where they live, and whether their plan lets them work.

export { originOfTenant, tenantOrigin, trackerOriginOf } from '@tributary/contract/hosts';
export { PLATFORM_TENANT_ID } from '../../platform/db/platform-tenant.ts';
export { createTrial, TrialExists } from './create-trial.ts';
export { type DomainOwner, isVerifiedElsewhere, verifiedDomains } from './domains.repo.ts';
export {
  isKnownToDatabase,
  localeOf,
  lockLocale,
  setCurrency,
  setNextZone,
  setZone,
  type TenantLocale,
  takeNextZone,
  tenantsWithDueZone,
} from './locale.repo.ts';
export { posesAsPlatform } from './poses-as-platform.ts';
export { tenantRows, usageRows } from './relations.repo.ts';
export {
  changeTenant,
  createTenant,
  findTenant,
  lockTenant,
  lookOf,
  type NewTenant,
  nextNumber,
  planOf,
  suspendTenant,
  type TenantChange,
  tenantById,
  tenantIds,
  trackedTenant,
} from './repo.ts';
export {
  type RollupDays,
  rollupDaysOf,
  rowsSinceOf,
  setRollupDays,
  setRowsSince,
  setSourcesSince,
} from './rollup-days.repo.ts';
export { tenancyHandlers } from './routes.ts';
export { readTenantForSnapshot, tenantChanged } from './snapshot.repo.ts';
export { trialLeft } from './standing.ts';
export { type TenantTerms, termsOfTenant } from './terms.repo.ts';
export { findTrialTenant } from './trial-requests.repo.ts';
export { addClicks, countConversions, rollupZones } from './usage.repo.ts';
export {
  alwaysIn,
  type BookedDay,
  bookedDayAt,
  bookedDayBefore,
  bookedDaysBetween,
  bookedDaysNamed,
  monthAround,
  nextMidnight,
  readZones,
  type ZoneSpan,
  type Zones,
  zoneAt,
  zonesAsJson,
} from './zones.ts';
