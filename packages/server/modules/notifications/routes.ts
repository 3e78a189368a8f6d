import { NotificationRecord, type notificationRoutes } from '@tributary/contract/notifications';
import { type Handlers, inTransaction } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { inWords, type Language, StoredSentence } from '../../words/sentences.ts';
import { markRead, newestOf } from './repo.ts';

/** accounts stand above: which language a person reads is handed in */
export interface NotificationDeps {
  languageOf(tx: Tx, userId: string): Promise<Language>;
}

/** what was told before sentences were kept stays as it was written */
function textOf({ text, sentence }: { text: string; sentence: unknown }, language: Language): string {
  const stored = StoredSentence.safeParse(sentence);
  return stored.success ? inWords(language, stored.data) : text;
}

export const notificationHandlers = ({ languageOf }: NotificationDeps): Handlers<typeof notificationRoutes> => ({
  notifications: inTransaction(async (_input, call, tx) => {
    const { userId } = call.principal;
    const language = await languageOf(tx, userId);
    const rows = (await newestOf(tx, userId)).map(({ sentence, text, read_at, ...row }) =>
      NotificationRecord.parse({
        ...row,
        text: textOf({ text, sentence }, language),
        at: unixSeconds(row.at),
        unread: read_at === null,
      }),
    );
    return { rows, unread: rows.filter((row) => row.unread).length };
  }),
  readNotifications: inTransaction(async (_input, call, tx) => {
    await markRead(tx, call.principal.userId, call.clock.now());
    return { unread: 0 };
  }),
});
