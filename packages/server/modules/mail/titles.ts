// What a mail is called where people choose among mails: by its built-in subject, in the reader's language.
import { inWords, type Language, sentence } from '../../words/sentences.ts';
import { type MailName, mailTemplates } from './templates.ts';

export const mailTitle = (event: MailName, brand: string, language: Language): string =>
  inWords(language, sentence(`mail.${event}.subject`, { brand }));

/** of a template that the trail names, "new-device.es"; null: there is no such mail any more */
export function templateTitle(id: string, brand: string, reader: Language): string | null {
  const [name, language] = id.split('.');
  const event = (Object.keys(mailTemplates) as MailName[]).find((one) => one === name);
  return event && language ? `${mailTitle(event, brand, reader)} (${language})` : null;
}
