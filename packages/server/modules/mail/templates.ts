// The texts of every mail we send, as data. A text is paragraphs; an action is a link with a label. Values are escaped
// in HTML and cannot bring markup or headers with them.
import { escapeHtml } from '../../platform/html.ts';
import { oneLine, plainName } from './plain-name.ts';

/** a line holds names, and so no addresses, unless it says that it is to be kept: an address of ours, a person's own message */
export type MailLine = string | { verbatim: string };

export interface MailValues {
  brand: string;
  firstName?: string;
  action?: { label: string; url: string };
  lines?: readonly MailLine[];
}

interface MailTemplate {
  subject(values: MailValues): string;
  paragraphs(values: MailValues): string[];
}

/** a stranger may ask for a trial in anyone's name: what is no name (an address, a slogan) does not reach the reader */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’ -]{0,59}\.?$/u;
const greeting = ({ firstName = '' }: MailValues): string => (NAME.test(firstName) ? `Hello ${firstName},` : 'Hello,');

export const mailTemplates = {
  'password-link': {
    subject: ({ brand }) => `Set a new password for ${brand}`,
    paragraphs: (values) => [
      greeting(values),
      `Someone, hopefully you, asked to set a new password for your account at ${values.brand}. The link below works once, within the next hour.`,
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
  },
  'password-changed': {
    subject: ({ brand }) => `Your password for ${brand} was changed`,
    paragraphs: (values) => [
      greeting(values),
      `The password of your account at ${values.brand} has just been changed, and all other sessions were ended.`,
      'If you did not do this, use "Forgot your password?" on the sign-in page at once and tell your account manager.',
    ],
  },
  'account-approved': {
    subject: ({ brand }) => `Your account at ${brand} was approved`,
    paragraphs: (values) => [
      greeting(values),
      `Good news: your account at ${values.brand} has been approved. You can sign in now with the address this mail was sent to.`,
    ],
  },
  'account-approved-confirm': {
    subject: ({ brand }) => `Your account at ${brand} was approved`,
    paragraphs: (values) => [
      greeting(values),
      `Good news: your account at ${values.brand} has been approved. Please confirm with the link below, and with the password that you chose when you signed up, that this address is yours; then you can sign in. The link works once, within the next seven days; after that, signing in brings a new one.`,
      'If you did not sign up, ignore this mail: the account stays closed.',
    ],
  },
  'email-confirm': {
    subject: ({ brand }) => `Confirm your e-mail address at ${brand}`,
    paragraphs: (values) => [
      greeting(values),
      `Someone, hopefully you, gave this address for an account at ${values.brand}. The link below confirms that it is yours. It works once, and may ask for the password of the account.`,
      'If it was not you, ignore this mail: nothing changes.',
    ],
  },
  'email-change-asked': {
    subject: ({ brand }) => `A new e-mail address was asked for at ${brand}`,
    paragraphs: (values) => [
      greeting(values),
      `Someone, hopefully you, asked for another e-mail address for your account at ${values.brand}. It changes once the link that we sent to the new address is opened; until then this address stays.`,
      'If it was not you, change your password at once and tell your account manager.',
    ],
  },
  'account-created': {
    subject: ({ brand }) => `An account at ${brand} was created for you`,
    paragraphs: (values) => [
      greeting(values),
      `An account manager at ${values.brand} has created an account for you. They will give you the first password; you choose your own when you sign in.`,
    ],
  },
  'email-changed': {
    subject: ({ brand }) => `The e-mail address of your account at ${brand} was changed`,
    paragraphs: (values) => [
      greeting(values),
      `The e-mail address of your account at ${values.brand} has just been changed. If you did not expect this, tell your account manager at once.`,
    ],
  },
  'trial-ready': {
    subject: ({ brand }) => `Your ${brand} workspace is ready`,
    paragraphs: (values) => [
      greeting(values),
      `Thank you for trying ${values.brand}. Your workspace is ready; the link below sets your password. It works once, within the next seven days.`,
    ],
  },
  'trial-link-again': {
    subject: ({ brand }) => `A new link to your ${brand} workspace`,
    paragraphs: (values) => [
      greeting(values),
      `Someone, hopefully you, asked for a free trial of ${values.brand} again. Your workspace is waiting; here is a new link that sets your password. It works once, within the next seven days.`,
    ],
  },
  'trial-known': {
    subject: ({ brand }) => `You already have a ${brand} workspace`,
    paragraphs: (values) => [
      greeting(values),
      `Someone, hopefully you, asked for another free trial of ${values.brand} with this address. You have a workspace already, so nothing new was created. If you no longer know the password, use "Forgot your password?" on its sign-in page.`,
    ],
  },
  'signup-arrived': {
    subject: ({ brand }) => `New sign-up at ${brand}`,
    paragraphs: (values) => [greeting(values), `Someone has signed up at ${values.brand} and waits for your approval.`],
  },
  'signup-known': {
    subject: ({ brand }) => `You already have an account at ${brand}`,
    paragraphs: (values) => [
      greeting(values),
      `Someone, hopefully you, tried to sign up at ${values.brand} with this address. There is an account for it already, so nothing was changed. If you no longer know the password, use "Forgot your password?" on the sign-in page.`,
      'If it was not you, ignore this mail.',
    ],
  },
  'offer-published': {
    subject: ({ brand }) => `A new campaign at ${brand}`,
    paragraphs: (values) => [greeting(values), `There is a new campaign for you at ${values.brand}.`],
  },
  'offer-terms-changed': {
    subject: ({ brand }) => `New terms of a campaign at ${brand}`,
    paragraphs: (values) => [
      greeting(values),
      `The terms of a campaign that you run at ${values.brand} have changed. Please read and accept them: until you do, its links lead to the fallback.`,
    ],
  },
  'campaign-requested': {
    subject: ({ brand }) => `A publisher at ${brand} asks to run an offer`,
    paragraphs: (values) => [
      greeting(values),
      'A publisher asks to run one of your offers and waits for your decision.',
    ],
  },
  'campaign-approved': {
    subject: ({ brand }) => `You may run a campaign at ${brand}`,
    paragraphs: (values) => [
      greeting(values),
      `Good news: your request at ${values.brand} has been approved. You can make your links now.`,
    ],
  },
  'campaign-refused': {
    subject: ({ brand }) => `Your request for a campaign at ${brand}`,
    paragraphs: (values) => [greeting(values), `Your request at ${values.brand} was not approved.`],
  },
  'traffic-warning': {
    subject: ({ brand }) => `About your traffic at ${brand}`,
    paragraphs: (values) => [
      greeting(values),
      `The traffic that you send to a campaign at ${values.brand} does not meet what the campaign asks for. Please look at it: if it stays so, the campaign may be closed to you.`,
    ],
  },
  'brief-submitted': {
    subject: ({ brand }) => `An advertiser at ${brand} has submitted a campaign`,
    paragraphs: (values) => [
      greeting(values),
      'An advertiser has submitted a campaign brief and waits for your approval.',
    ],
  },
  'cap-reached': {
    subject: ({ brand }) => `A cap was reached at ${brand}`,
    paragraphs: (values) => [greeting(values), `A cap of one of the offers at ${values.brand} has been reached.`],
  },
  'requests-waiting': {
    subject: ({ brand }) => `Conversions at ${brand} wait for your answer`,
    paragraphs: (values) => [
      greeting(values),
      `At ${values.brand} something was asked about conversions that only an account manager may decide. What would take something back is not paid until you have answered.`,
    ],
  },
  'postback-disabled': {
    subject: ({ brand }) => `A postback at ${brand} was switched off`,
    paragraphs: (values) => [
      greeting(values),
      `Calls to one of the addresses set up at ${values.brand} have failed again and again, with all their retries, so we have switched it off. Nothing is lost: once the address works, switch it on again and resend what was missed from its log.`,
    ],
  },
  'report-scheduled': {
    subject: ({ brand }) => `Your scheduled report at ${brand}`,
    paragraphs: (values) => [greeting(values), 'Here is your scheduled report.'],
  },
  'contact-received': {
    subject: ({ brand }) => `New message from the contact form of ${brand}`,
    paragraphs: () => ['A message has come in by the contact form.'],
  },
} as const satisfies Record<string, MailTemplate>;

export type MailName = keyof typeof mailTemplates;

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const lineText = (line: MailLine): string => (typeof line === 'string' ? plainName(line) : oneLine(line.verbatim));

export function renderMail(name: MailName, given: MailValues): RenderedMail {
  const template: MailTemplate = mailTemplates[name];
  const values = { ...given, brand: plainName(given.brand) };
  const paragraphs = [...template.paragraphs(values), ...(values.lines ?? []).map(lineText)];
  const { action } = values;
  const text = [...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), values.brand].join('\n\n');
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:#0f766e;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${escapeHtml(action.label)}</a></p>`
    : '';
  const html = `<!doctype html><html><body style="font:16px/1.5 system-ui,sans-serif;color:#0f172a;max-width:36rem;margin:0 auto;padding:24px">${paragraphs
    .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
    .join('')}${button}<p style="color:#475569">${escapeHtml(values.brand)}</p></body></html>`;
  return { subject: oneLine(template.subject(values)), text, html };
}
