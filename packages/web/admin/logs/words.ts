// What the logs call what happened. An action that this release does not know is shown as its code.
import type { AccessEvent, ChangeSource } from '@tributary/contract/logs/access-events';
import { t } from '../../words/admin.ts';
import { accountActionWords } from '../accounts/activity.tsx';

export const sourceWords: Readonly<Record<ChangeSource, string>> = {
  ui: t('logs.sourceUi'),
  api: t('logs.sourceApi'),
  rule: t('logs.sourceRule'),
  import: t('logs.sourceImport'),
  system: t('logs.sourceSystem'),
  mcp: t('logs.sourceMcp'),
  sync: t('logs.sourceSync'),
};

const actions: Readonly<Record<string, string>> = {
  ...accountActionWords,
  'offer.created': t('logs.offerCreated'),
  'offer.edited': t('logs.offerEdited'),
  'offer.status-changed': t('logs.offerStatusChanged'),
  'offer.caps-changed': t('logs.capsChanged'),
  'offer.payout-rules-changed': t('logs.payoutRulesChanged'),
  'offer.targets-changed': t('logs.targetsChanged'),
  'offer.creatives-changed': t('logs.creativesChanged'),
  'offer.kpi-targets-changed': t('logs.kpiTargetsChanged'),
  'offer.permissions-changed': t('logs.permissionsChanged'),
  'offer.request-approved': t('logs.requestApproved'),
  'offer.request-refused': t('logs.requestRefused'),
  'offer.requested': t('logs.offerRequested'),
  'offer.joined': t('logs.offerJoined'),
  'offer.refused': t('logs.offerRefused'),
  'offer.brief-submitted': t('logs.briefSubmitted'),
  'offer.brief-completed': t('logs.briefCompleted'),
  'offer.publisher-warned': t('logs.publisherWarned'),
  'link.created': t('logs.linkCreated'),
  'postback.added': t('logs.postbackAdded'),
  'postback.changed': t('logs.postbackChanged'),
  'postback.removed': t('logs.postbackRemoved'),
  'postback.tested': t('logs.postbackTested'),
  'webhook.added': t('logs.webhookAdded'),
  'webhook.changed': t('logs.webhookChanged'),
  'webhook.removed': t('logs.webhookRemoved'),
  'webhook.secret-replaced': t('logs.webhookSecretReplaced'),
  'advertiser.postback-rules-set': t('logs.postbackRulesSet'),
  'advertiser.postback-secrets-replaced': t('logs.postbackSecretsReplaced'),
  'settings.changed': t('logs.settingsChanged'),
  'conversion.added': t('logs.conversionAdded'),
  'conversion.noted': t('logs.conversionNoted'),
  'conversion.resent': t('logs.conversionResent'),
  'deliveries.resent': t('logs.deliveriesResent'),
  'receipts.replayed': t('logs.receiptsReplayed'),
  'cap.reset': t('logs.capReset'),
  'api-key.made': t('logs.apiKeyMade'),
  'api-key.revoked': t('logs.apiKeyRevoked'),
  'api-key.resumed': t('logs.apiKeyResumed'),
  'report.saved': t('logs.reportSaved'),
  'report.deleted': t('logs.reportDeleted'),
};
export const actionText = (action: string): string => actions[action] ?? action;

const kinds: Readonly<Record<string, string>> = {
  offer: t('common.offer'),
  user: t('logs.account'),
  settings: t('common.settings'),
  postback: t('common.postback'),
  webhook: t('logs.webhook'),
  conversion: t('logs.conversion'),
  link: t('logs.link'),
  'api-key': t('logs.apiKey'),
  'exchange-rate': t('logs.exchangeRate'),
  'saved-report': t('logs.savedReport'),
  role: t('logs.role'),
};
export const kindText = (kind: string): string => kinds[kind] ?? kind;
export const kindWords = kinds;

export const eventWords: Readonly<Record<AccessEvent, string>> = {
  login: t('logs.eventLogin'),
  two_factor: t('logs.eventTwoFactor'),
  login_as: t('logs.eventLoginAs'),
  session_ended: t('logs.eventSessionEnded'),
  password_reset_asked: t('logs.eventResetAsked'),
  password_reset: t('logs.eventReset'),
  password_changed: t('logs.eventPasswordChanged'),
  two_factor_changed: t('logs.eventTwoFactorChanged'),
  api_key_made: t('logs.eventKeyMade'),
  api_key_ended: t('logs.eventKeyEnded'),
  api_key_used: t('logs.eventKeyUsed'),
  export: t('logs.eventExport'),
  permission_denied: t('logs.eventDenied'),
  address_refused: t('logs.eventAddressRefused'),
  shared_link: t('logs.eventSharedLink'),
};
export const resultWords = { ok: t('logs.resultOk'), refused: t('logs.resultRefused') } as const;
export const resultTones = { ok: 'good', refused: 'bad' } as const;

const details: Readonly<Record<string, string>> = {
  wrong_password: t('logs.wrongPassword'),
  unknown_address: t('logs.unknownAddress'),
  pending: t('logs.accountPending'),
  rejected: t('logs.accountRejected'),
  suspended: t('logs.workspaceSuspended'),
  unconfirmed: t('logs.addressUnconfirmed'),
  remembered: t('logs.staysSignedIn'),
  signed_out: t('logs.signedOut'),
  revoked: t('logs.sessionRevoked'),
  others_revoked: t('logs.othersRevoked'),
  all_revoked: t('logs.allRevoked'),
};
export const detailText = (detail: string | null): string | null => detail && (details[detail] ?? detail);
