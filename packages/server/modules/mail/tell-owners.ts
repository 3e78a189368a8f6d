// What the owners of a workspace must know of its mails: at the bell, and by a mail of the platform's own, which takes neither the
// workspace's templates nor its server.
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Language, Sentence } from '../../words/sentences.ts';
import { sentence } from '../../words/sentences.ts';
import { notify } from '../notifications/index.ts';
import { queueMail } from './queue-mail.ts';

export const SENDER_PATH = '/am/settings/sender';

/** accounts and tenants stand above: what is needed of them is handed in */
export interface TellDeps {
  clock: Clock;
  ownersOf(tx: Tx): Promise<readonly { id: string; first_name: string; email: string; language: Language }[]>;
  homeOf(tx: Tx, tenantId: string): Promise<{ brand: string; origin: string }>;
}

/** once for each cause; `verbatim`: its addresses are to be kept */
export async function tellOwners(
  tx: Tx,
  news: { tenantId: string; cause: string; text: Sentence; path: string; verbatim?: true },
  { clock, ownersOf, homeOf }: TellDeps,
): Promise<void> {
  const { tenantId, cause, text, path } = news;
  const at = clock.now();
  const owners = await ownersOf(tx);
  const to = owners.map(({ id }) => id);
  if (!(await notify(tx, { tenantId, to, cause, kind: 'mail-trouble', text, path, at }))) return;
  const { brand, origin } = await homeOf(tx, tenantId);
  const lines = [news.verbatim ? { verbatim: text } : text];
  const action = { label: sentence('action.look'), url: `${origin}${path}` };
  for (const { first_name: firstName, email, language } of owners) {
    const values = { brand, firstName, lines, action };
    await queueMail(tx, { tenantId, to: email, language, name: 'mail-trouble', values, at });
  }
}

/** what somebody has done to what guards the workspace: by mail alone, so that whoever did it cannot have it read away */
export async function tellOfGuard(
  tx: Tx,
  news: { tenantId: string; text: Sentence; by: string | undefined; path: string },
  { clock, ownersOf, homeOf }: TellDeps,
): Promise<void> {
  const { tenantId, text, by, path } = news;
  const { brand, origin } = await homeOf(tx, tenantId);
  const lines = [
    { verbatim: text },
    ...(by === undefined ? [] : [{ verbatim: sentence('line.changed-by', { name: by }) }]),
  ];
  const action = { label: sentence('action.look'), url: `${origin}${path}` };
  for (const { first_name: firstName, email, language } of await ownersOf(tx)) {
    const values = { brand, firstName, lines, action };
    await queueMail(tx, { tenantId, to: email, language, name: 'security-changed', values, at: clock.now() });
  }
}
