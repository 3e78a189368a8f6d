// Tenants: who they are, where they live, and whether their plan lets them work.
export { PLATFORM_TENANT_ID } from './platform-tenant.ts';
export { createTenant, findTenant, type NewTenant, nextNumber, planOf, tenantIds } from './repo.ts';
export { tenancyHandlers } from './routes.ts';
export { TRIAL_DAYS, trialLeft } from './standing.ts';
