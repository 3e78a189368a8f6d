// Every mail we send: its paragraphs are sentences of the catalogue, in the reader's language; an action is a link with a label.
// A new one is a line in `mailTemplates` with its sentences in the catalogue, and a line in events.ts: what it can say besides.
import type { Sentence, SentenceKey } from '../../words/sentences.ts';

/**
 * A line holds names, and so no addresses, unless it says that it is to be kept: an address of ours, a person's own message. What is
 * no sentence of ours is others' words and figures.
 */
export type MailLine = string | Sentence | { verbatim: string | Sentence };

export interface MailValues {
  brand: string;
  firstName?: string;
  action?: { label: Sentence; url: string };
  lines?: readonly MailLine[];
}

type NameIn<Key> = Key extends `mail.${infer Name}.subject` ? Name : never;
export type MailName = NameIn<SentenceKey>;

export const mailTemplates = {
  'password-link': ['mail.password-link.1', 'mail.password-link.2'],
  'password-changed': ['mail.password-changed.1', 'mail.password-changed.2'],
  'two-factor-off': ['mail.two-factor-off.1', 'mail.two-factor-off.2'],
  'two-factor-reset': ['mail.two-factor-reset.1', 'mail.two-factor-reset.2'],
  'new-device': ['mail.new-device.1', 'mail.new-device.2'],
  'key-made': ['mail.key-made.1', 'mail.key-made.2'],
  'key-expiring': ['mail.key-expiring.1'],
  'account-approved': ['mail.account-approved.1'],
  'account-approved-confirm': ['mail.account-approved-confirm.1', 'mail.account-approved-confirm.2'],
  'email-confirm': ['mail.email-confirm.1', 'mail.email-confirm.2'],
  'email-change-asked': ['mail.email-change-asked.1', 'mail.email-change-asked.2'],
  'account-created': ['mail.account-created.1'],
  'team-invited': ['mail.team-invited.1', 'mail.team-invited.2'],
  'role-raised': ['mail.role-raised.1'],
  'team-role-raised': ['mail.team-role-raised.1'],
  'email-changed': ['mail.email-changed.1'],
  'trial-ready': ['mail.trial-ready.1'],
  'trial-link-again': ['mail.trial-link-again.1'],
  'trial-known': ['mail.trial-known.1'],
  'signup-arrived': ['mail.signup-arrived.1'],
  'signup-known': ['mail.signup-known.1', 'mail.signup-known.2'],
  'offer-published': ['mail.offer-published.1'],
  'offer-terms-changed': ['mail.offer-terms-changed.1'],
  'campaign-requested': ['mail.campaign-requested.1'],
  'campaign-approved': ['mail.campaign-approved.1'],
  'campaign-refused': ['mail.campaign-refused.1'],
  'traffic-warning': ['mail.traffic-warning.1'],
  'brief-submitted': ['mail.brief-submitted.1'],
  'cap-reached': ['mail.cap-reached.1'],
  'credit-warned': ['mail.credit-warned.1'],
  'credit-stopped': ['mail.credit-stopped.1'],
  'credit-reopened': ['mail.credit-reopened.1'],
  'invoice-reminder': ['mail.invoice-reminder.1'],
  'domain-lost': ['mail.domain-lost.1', 'mail.domain-lost.2'],
  'requests-waiting': ['mail.requests-waiting.1'],
  'postback-disabled': ['mail.postback-disabled.1'],
  'report-scheduled': ['mail.report-scheduled.1'],
  'terms-published': ['mail.terms-published.1', 'mail.terms-published.2'],
  'appeal-waiting': ['mail.appeal-waiting.1'],
  'appeal-news': ['mail.appeal-news.1'],
  'period-reopened': ['mail.period-reopened.1'],
  'drift-found': ['mail.drift-found.1'],
  'unmatched-grew': ['mail.unmatched-grew.1'],
  'reconciliation-applied': ['mail.reconciliation-applied.1'],
  'link-failed': ['mail.link-failed.1'],
  'document-issued': ['mail.document-issued.1'],
  'invoice-awaited': ['mail.invoice-awaited.1'],
  'document-credited': ['mail.document-credited.1'],
  'mail-trouble': ['mail.mail-trouble.1'],
  'security-changed': ['mail.security-changed.1', 'mail.security-changed.2'],
  'sender-test': ['mail.sender-test.1'],
  'payout-method-changed': ['mail.payout-method-changed.1'],
  'payment-failed': ['mail.payment-failed.1'],
  'payment-returned': ['mail.payment-returned.1'],
  'contact-received': ['mail.contact-received.1'],
} as const satisfies Record<MailName, readonly SentenceKey[]>;

/** a stranger may ask for a trial in anyone's name: what is no name (an address, a slogan) does not reach the reader */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’ -]{0,59}\.?$/u;
export const nameIn = (name = ''): string | null => (NAME.test(name) ? name : null);
/** nobody in particular reads what comes in by the contact form */
export const isAddressed = (name: MailName): boolean => name !== 'contact-received';
