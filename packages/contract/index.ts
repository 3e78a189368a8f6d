// The wire: everything that browser, server and tracker agree upon. `routes` is the whole API, keyed by name.
import { accountRoutes } from './accounts.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { contactRoutes } from './contact.ts';
import { conversionRoutes } from './conversions.ts';
import { dashboardRoutes } from './dashboards.ts';
import { kpiRoutes } from './kpi.ts';
import { ledgerRoutes } from './ledger.ts';
import { lotRoutes } from './lots.ts';
import { notificationRoutes } from './notifications.ts';
import { offerRoutes } from './offers.ts';
import { operatorRoutes } from './operator.ts';
import { ownReceiptRoutes } from './own-receipts.ts';
import { postbackRoutes } from './postbacks.ts';
import { profileRoutes } from './profile.ts';
import { rateRoutes } from './rates.ts';
import { reportRoutes } from './reports.ts';
import { sessionRoutes } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { signupRoutes } from './signup.ts';
import { systemRoutes } from './system.ts';
import { tenancyRoutes } from './tenancy.ts';
import { trialRoutes } from './trial.ts';
import { workspaceRoutes } from './workspace.ts';

export const routes = {
  ...tenancyRoutes,
  ...sessionRoutes,
  ...trialRoutes,
  ...contactRoutes,
  ...signupRoutes,
  ...accountRoutes,
  ...workspaceRoutes,
  ...notificationRoutes,
  ...profileRoutes,
  ...operatorRoutes,
  ...systemRoutes,
  ...offerRoutes,
  ...conversionRoutes,
  ...ledgerRoutes,
  ...lotRoutes,
  ...ownReceiptRoutes,
  ...postbackRoutes,
  ...rateRoutes,
  ...reportRoutes,
  ...settingsRoutes,
  ...kpiRoutes,
  ...dashboardRoutes,
  ...apiKeyRoutes,
};
export type Routes = typeof routes;
export type RouteName = keyof Routes;

export * from './accounts.ts';
export * from './api-keys.ts';
export * from './contact.ts';
export * from './conversions.ts';
export * from './dashboards.ts';
export * from './errors.ts';
export * from './kpi.ts';
export * from './ledger.ts';
export * from './lists.ts';
export * from './lots.ts';
export * from './messages.ts';
export * from './notifications.ts';
export * from './offers.ts';
export * from './operator.ts';
export * from './own-receipts.ts';
export * from './postbacks.ts';
export * from './profile.ts';
export * from './rates.ts';
export * from './report-catalogue.ts';
export * from './reports.ts';
export * from './roles.ts';
export * from './route.ts';
export * from './sections.ts';
export * from './sessions.ts';
export * from './signup.ts';
export * from './system.ts';
export * from './tenancy.ts';
export * from './trial.ts';
export * from './workspace.ts';
