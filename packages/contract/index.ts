// The wire: everything that browser, server and tracker agree upon. `routes` is the whole API, keyed by name.
import { accountRoutes } from './accounts/accounts.ts';
import { apiKeyRoutes } from './accounts/api-keys.ts';
import { profileRoutes } from './accounts/profile.ts';
import { roleRoutes } from './accounts/role-routes.ts';
import { securityRoutes } from './accounts/security.ts';
import { sessionRoutes } from './accounts/sessions.ts';
import { signupRoutes } from './accounts/signup.ts';
import { teamRoutes } from './accounts/team.ts';
import { termsRoutes } from './accounts/terms.ts';
import { twoFactorRoutes } from './accounts/two-factor.ts';
import { billingRoutes } from './billing/index.ts';
import { conversionRoutes } from './conversions/conversions.ts';
import { ledgerRoutes } from './conversions/ledger.ts';
import { lotRoutes } from './conversions/lots.ts';
import { ownReceiptRoutes } from './conversions/own-receipts.ts';
import { postbackRoutes } from './conversions/postbacks.ts';
import { rateRoutes } from './conversions/rates.ts';
import { statementRoutes } from './conversions/statement.ts';
import { accessLogRoutes } from './logs/access-log.ts';
import { changeLogRoutes } from './logs/change-log.ts';
import { mailSenderRoutes } from './mail-sender.ts';
import { mailServerRoutes } from './mail-server.ts';
import { mailTemplateRoutes } from './mail-templates.ts';
import { notificationRoutes } from './notifications.ts';
import { kpiRoutes } from './offers/kpi.ts';
import { offerRoutes } from './offers/offers.ts';
import { operatorRoutes } from './operator.ts';
import { dashboardRoutes } from './reports/dashboards.ts';
import { reportRoutes } from './reports/reports.ts';
import { brandRoutes } from './settings/brand.ts';
import { domainRoutes } from './settings/domains.ts';
import { localeRoutes } from './settings/locale.ts';
import { personRequestRoutes } from './settings/person-requests.ts';
import { settingsRoutes } from './settings.ts';
import { contactRoutes } from './site/contact.ts';
import { trialRoutes } from './site/trial.ts';
import { systemRoutes } from './system.ts';
import { tenancyRoutes } from './tenancy.ts';
import { explainRoutes } from './trust/explain.ts';
import { linkRuleRoutes } from './trust/link-rules.ts';
import { mappingRoutes } from './trust/mappings.ts';
import { proofRoutes } from './trust/proof.ts';
import { reconciliationRoutes } from './trust/reconciliations.ts';
import { recountRoutes } from './trust/recounts.ts';
import { testerRoutes } from './trust/testers.ts';
import { unmatchedRoutes } from './trust/unmatched.ts';
import { workspaceRoutes } from './workspace.ts';

export const routes = {
  ...tenancyRoutes,
  ...sessionRoutes,
  ...trialRoutes,
  ...contactRoutes,
  ...signupRoutes,
  ...termsRoutes,
  ...accountRoutes,
  ...workspaceRoutes,
  ...notificationRoutes,
  ...mailTemplateRoutes,
  ...mailSenderRoutes,
  ...mailServerRoutes,
  ...profileRoutes,
  ...operatorRoutes,
  ...systemRoutes,
  ...offerRoutes,
  ...conversionRoutes,
  ...ledgerRoutes,
  ...statementRoutes,
  ...lotRoutes,
  ...ownReceiptRoutes,
  ...postbackRoutes,
  ...rateRoutes,
  ...reportRoutes,
  ...settingsRoutes,
  ...personRequestRoutes,
  ...brandRoutes,
  ...domainRoutes,
  ...localeRoutes,
  ...kpiRoutes,
  ...dashboardRoutes,
  ...apiKeyRoutes,
  ...roleRoutes,
  ...teamRoutes,
  ...changeLogRoutes,
  ...accessLogRoutes,
  ...twoFactorRoutes,
  ...securityRoutes,
  ...billingRoutes,
  ...explainRoutes,
  ...reconciliationRoutes,
  ...recountRoutes,
  ...unmatchedRoutes,
  ...mappingRoutes,
  ...proofRoutes,
  ...testerRoutes,
  ...linkRuleRoutes,
};
export type Routes = typeof routes;
export type RouteName = keyof Routes;

export * from './accounts/accounts.ts';
export * from './accounts/api-keys.ts';
export * from './accounts/factors.ts';
export * from './accounts/hidden.ts';
export * from './accounts/key-text.ts';
export * from './accounts/powers.ts';
export * from './accounts/profile.ts';
export * from './accounts/role-routes.ts';
export * from './accounts/roles.ts';
export * from './accounts/scope.ts';
export * from './accounts/sections.ts';
export * from './accounts/security.ts';
export * from './accounts/sessions.ts';
export * from './accounts/signup.ts';
export * from './accounts/team.ts';
export * from './accounts/terms.ts';
export * from './accounts/two-factor.ts';
export * from './conversions/conversions.ts';
export * from './conversions/ledger.ts';
export * from './conversions/lots.ts';
export * from './conversions/own-receipts.ts';
export * from './conversions/postbacks.ts';
export * from './conversions/rates.ts';
export * from './conversions/statement.ts';
export * from './errors.ts';
export * from './lists.ts';
export * from './logs/access-events.ts';
export * from './logs/access-log.ts';
export * from './logs/change-log.ts';
export * from './messages.ts';
export * from './notifications.ts';
export * from './offers/kpi.ts';
export * from './offers/offers.ts';
export * from './operator.ts';
export * from './reports/dashboards.ts';
export * from './reports/report-catalogue.ts';
export * from './reports/reports.ts';
export * from './route.ts';
export * from './site/contact.ts';
export * from './site/trial.ts';
export * from './system.ts';
export * from './tenancy.ts';
export * from './trail.ts';
export * from './workspace.ts';
