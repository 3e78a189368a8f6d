// A mail becomes subject, HTML and text in its reader's language: from the workspace's own template where there is one, else from the
// built-in sentences. Values are made plain and escaped; they cannot bring markup, headers or links with them. The built-in cannot
// break, so whatever becomes of a template, there is a mail.
import { escapeHtml } from '../../platform/html.ts';
import { inWords, type Language, sentence } from '../../words/sentences.ts';
import { framed, type MailLook, plainLook, withAction } from './frame.ts';
import { textOfHtml } from './html-text.ts';
import { compileTemplate, renderTemplate, TemplateFault } from './liquid.ts';
import { oneLine, plainName } from './plain-name.ts';
import { cleanRendered, liquidOf } from './template-body.ts';
import { isAddressed, type MailName, type MailValues, mailTemplates, nameIn } from './templates.ts';
import { lineText, placed, subjectVariables, type Variables, variableNames, variablesOf } from './variables.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}
export interface OwnTemplate {
  subject: string;
  body: string;
}
/** a mail before its frame: subject, and HTML in which the action is only placed */
interface Said {
  subject: string;
  fragment: string;
}

const LONGEST_SUBJECT = 300;

function builtIn(name: MailName, values: MailValues, language: Language): Said {
  const brand = plainName(values.brand);
  const first = nameIn(values.firstName);
  const greeting = first === null ? sentence('greeting.nameless') : sentence('greeting', { name: first });
  const own = mailTemplates[name].map((key) => sentence(key, { brand }));
  const said = (isAddressed(name) ? [greeting, ...own] : own).map((one) => inWords(language, one));
  const paragraphs = [...said, ...(values.lines ?? []).map((line) => lineText(language, line))];
  const button = values.action ? `<p>${placed.button}</p>` : '';
  return {
    subject: oneLine(inWords(language, sentence(`mail.${name}.subject`, { brand }))),
    fragment: `${paragraphs.map((one) => `<p>${escapeHtml(one)}</p>`).join('')}${button}`,
  };
}

/** the built-in text as a template that can be written on */
export function builtInTemplate(name: MailName, language: Language): OwnTemplate {
  const brand = '{{ brand }}';
  const say = (key: Parameters<typeof sentence>[0], values = {}) => inWords(language, sentence(key, values));
  const greeting = `{% if first_name %}${say('greeting', { name: '{{ first_name }}' })}{% else %}${say('greeting.nameless')}{% endif %}`;
  const names = variableNames(name);
  const paragraphs = [
    ...(isAddressed(name) ? [greeting] : []),
    ...mailTemplates[name].map((key) => escapeHtml(say(key, { brand }))),
    ...['details', 'button'].filter((one) => names.includes(one)).map((one) => `{{ ${one} }}`),
  ];
  return {
    subject: say(`mail.${name}.subject`, { brand }),
    body: paragraphs.map((one) => `<p>${one}</p>`).join(''),
  };
}

const ownSubject = (name: MailName, { subject }: OwnTemplate, variables: Variables): string =>
  oneLine(renderTemplate(compileTemplate('subject', subject, subjectVariables(name)), variables));

/** throws a TemplateFault where it cannot be a mail: not to be read, too much, nothing in it, or its link is gone */
function ownWords(name: MailName, own: OwnTemplate, values: MailValues, language: Language): Said {
  const variables = variablesOf(name, values, language);
  // one that is made of what this mail does not say is as it is built in
  const subject = ownSubject(name, own, variables) || builtIn(name, values, language).subject;
  const body = compileTemplate('body', liquidOf(own.body), variableNames(name));
  const fragment = cleanRendered(renderTemplate(body, variables));
  if (textOfHtml(fragment) === '') throw new TemplateFault('The mail says nothing. Please write something.');
  if (values.action && !Object.values(placed).some((mark) => fragment.includes(mark))) {
    throw new TemplateFault('The mail has lost its link. Please put the variable button or link back.');
  }
  return { subject: subject.slice(0, LONGEST_SUBJECT), fragment };
}

/** for whoever writes one: a subject says something where everything is said */
export function checkSubject(own: OwnTemplate, { name, values, language }: MailToRender): void {
  if (ownSubject(name, own, variablesOf(name, values, language)) === '') {
    throw new TemplateFault('The mail has no subject. Please write one.');
  }
}

export interface MailToRender {
  name: MailName;
  values: MailValues;
  language: Language;
  look?: MailLook;
}

function finished({ subject, fragment }: Said, { values, language, look = plainLook }: MailToRender): RenderedMail {
  const brand = plainName(values.brand);
  const action = values.action && { label: inWords(language, values.action.label), url: values.action.url };
  const text = withAction(fragment, action ?? null, look);
  return {
    subject,
    text: [textOfHtml(text), brand].filter(Boolean).join('\n\n'),
    html: framed({ language, subject, brand, look, text }),
  };
}

export const renderMail = (mail: MailToRender): RenderedMail =>
  finished(builtIn(mail.name, mail.values, mail.language), mail);

export const renderOwn = (own: OwnTemplate, mail: MailToRender): RenderedMail =>
  finished(ownWords(mail.name, own, mail.values, mail.language), mail);
