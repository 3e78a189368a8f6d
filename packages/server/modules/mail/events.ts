// What each mail can say besides its own paragraphs. Its lines are sentences of the catalogue, and what those are filled with are
// the variables of its template; so a new mail is declared by naming its sentences. Beside them every mail knows the brand, the
// reader's first name and its lines as they are ("details"); one with an action knows its button and its address.
import type { SentenceKey } from '../../words/sentences.ts';
import type { MailName } from './templates.ts';

export interface MailEvent {
  lines: readonly SentenceKey[];
  /** the button's words; absent: the mail leads nowhere */
  action?: SentenceKey;
  /** sent by the platform in its own name: no workspace writes it */
  ours?: true;
  /** its link opens an account, or it warns of who opens one: it never takes the workspace's own server */
  guarded?: true;
}

// a test says which mail is missing here
export const mailEvents: Partial<Record<MailName, MailEvent>> = {
  'password-link': { lines: [], action: 'action.set-new-password', guarded: true },
  'password-changed': { lines: ['line.keys-suspended'], guarded: true },
  'two-factor-off': { lines: [], action: 'action.sign-in', guarded: true },
  'two-factor-reset': { lines: [], action: 'action.sign-in', guarded: true },
  'new-device': { lines: ['line.device', 'line.address'], action: 'action.sign-in', guarded: true },
  'key-made': { lines: ['line.key', 'line.scopes'], action: 'action.sign-in', guarded: true },
  'key-expiring': { lines: ['line.key', 'line.expires'], action: 'action.sign-in' },
  'terms-published': { lines: ['line.terms-from'], action: 'action.read-terms' },
  'account-approved': { lines: [], action: 'action.sign-in' },
  'account-approved-confirm': { lines: [], action: 'action.confirm-your-address', guarded: true },
  'email-confirm': { lines: [], action: 'action.confirm-this-address', guarded: true },
  'email-change-asked': { lines: ['line.old-address', 'line.new-address'], guarded: true },
  'account-created': { lines: [], action: 'action.sign-in' },
  'team-invited': {
    lines: ['line.invited-by', 'line.role', 'line.sign-in-at'],
    action: 'action.accept-invitation',
    guarded: true,
  },
  'role-raised': { lines: ['line.role', 'line.changed-by'], action: 'action.sign-in', guarded: true },
  'team-role-raised': {
    lines: ['line.colleague', 'line.role', 'line.changed-by'],
    action: 'action.open-team',
    guarded: true,
  },
  'email-changed': { lines: ['line.old-address', 'line.new-address'], guarded: true },
  'trial-ready': { lines: ['line.sign-in-at'], action: 'action.set-password', ours: true },
  'trial-link-again': { lines: ['line.sign-in-at'], action: 'action.set-password', ours: true },
  'trial-known': { lines: ['line.workspace'], action: 'action.open-workspace', ours: true },
  'signup-arrived': { lines: ['signup.publisher', 'signup.advertiser'], action: 'action.review' },
  'signup-known': { lines: [], action: 'action.sign-in' },
  'offer-published': { lines: ['line.campaign', 'line.payout', 'line.countries'], action: 'action.see-campaign' },
  'offer-terms-changed': { lines: ['line.campaign', 'line.payout', 'line.countries'], action: 'action.see-campaign' },
  'campaign-requested': { lines: ['offer.requested', 'line.traffic'], action: 'action.review' },
  'campaign-approved': { lines: ['line.campaign', 'line.manager-writes'], action: 'action.open-campaigns' },
  'campaign-refused': { lines: ['line.campaign', 'line.manager-writes'], action: 'action.open-campaigns' },
  'traffic-warning': { lines: ['line.campaign', 'line.manager-writes'], action: 'action.open-figures' },
  'brief-submitted': { lines: ['brief.submitted'], action: 'action.review' },
  'cap-reached': { lines: ['cap.reached-by', 'cap.reached'], action: 'action.see-caps' },
  'credit-warned': { lines: ['credit.warned', 'credit.own-warned'], action: 'action.see-billing' },
  'credit-stopped': { lines: ['credit.stopped', 'credit.own-stopped'], action: 'action.see-billing' },
  'credit-reopened': { lines: ['credit.reopened', 'credit.own-reopened'], action: 'action.see-billing' },
  'invoice-reminder': { lines: ['invoice.overdue', 'invoice.open'], action: 'action.see-invoices' },
  'domain-lost': { lines: ['line.address'], action: 'action.look' },
  'requests-waiting': { lines: ['requests.waiting'], action: 'action.see-requests' },
  'postback-disabled': { lines: ['line.address', 'line.last-answer'], action: 'action.look' },
  'report-scheduled': { lines: ['report.period', 'report.total', 'report.rest'], action: 'action.open-report' },
  'appeal-waiting': { lines: ['appeal.waiting.publisher', 'appeal.waiting.advertiser'], action: 'action.look' },
  'appeal-news': {
    lines: [
      'appeal.answered.publisher',
      'appeal.answered.advertiser',
      'appeal.decided.publisher',
      'appeal.decided.advertiser',
      'appeal.outcome.upheld',
      'appeal.outcome.overturned',
      'appeal.outcome.partly',
    ],
    action: 'action.look',
  },
  'period-reopened': { lines: ['period.reopened'], action: 'action.look' },
  'reconciliation-applied': { lines: ['reconciliation.applied'], action: 'action.look' },
  'drift-found': { lines: ['drift.found'], action: 'action.look' },
  'unmatched-grew': { lines: ['unmatched.grew'], action: 'action.look' },
  'link-failed': { lines: ['link.failing', 'link.paused'], action: 'action.look' },
  'document-issued': {
    lines: ['line.document', 'line.amount', 'line.paid-from-prepaid', 'line.due'],
    action: 'action.open-documents',
  },
  'invoice-awaited': { lines: ['line.amount'], action: 'action.open-documents' },
  'document-credited': { lines: ['line.document', 'line.amount'], action: 'action.open-documents' },
  'mail-trouble': {
    lines: ['trouble.mail-template', 'trouble.mail-sender', 'trouble.mail-server', 'trouble.mail-refused'],
    action: 'action.look',
    ours: true,
  },
  'security-changed': {
    lines: [
      ...(['security.mail-server-set', 'security.mail-server-removed', 'security.sender-set'] as const),
      ...(['security.sender-removed', 'security.owner-networks', 'line.changed-by'] as const),
    ],
    action: 'action.look',
    ours: true,
  },
  'sender-test': { lines: [], ours: true },
  'payout-method-changed': {
    lines: ['line.payout-method-old', 'line.payout-method-new', 'line.payments-wait', 'line.address'],
  },
  'payment-failed': { lines: ['line.payment', 'line.payment-reason'], action: 'action.open-payments' },
  'payment-returned': { lines: ['line.payment', 'line.payment-reason'], action: 'action.open-payments' },
  'contact-received': { lines: ['line.from-company'], action: 'action.open-messages', ours: true },
};

/** one that is not declared yet is sent as it is built in, and cannot be written anew */
export const eventOf = (name: MailName): MailEvent => mailEvents[name] ?? { lines: [], ours: true };
