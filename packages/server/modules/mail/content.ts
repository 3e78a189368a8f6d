// What a mail is to say, as it lies in its row until it leaves.
import { languages } from '@tributary/contract/accounts/profile';
import { z } from 'zod';
import { type Language, StoredSentence } from '../../words/sentences.ts';
import { type MailName, type MailValues, mailTemplates } from './templates.ts';

export interface MailContent {
  language: Language;
  values: MailValues;
}

const words = z.union([z.string(), StoredSentence]);
const Content = z.object({
  language: z.enum(languages),
  values: z.object({
    brand: z.string(),
    firstName: z.string().exactOptional(),
    action: z.object({ label: StoredSentence, url: z.string() }).exactOptional(),
    lines: z.array(z.union([words, z.object({ verbatim: words })])).exactOptional(),
  }),
});

export const isMailName = (name: string): name is MailName => Object.hasOwn(mailTemplates, name);

/** null where there is none, or a later release wrote it: the mail leaves with the text that was kept beside it */
export function readContent(stored: unknown): MailContent | null {
  const read = Content.safeParse(stored);
  return read.success ? read.data : null;
}
