// What ends a person's access ends all of it: the open sessions and every mailed link, whoever asked for it. Else a thief who
// asked for another address while he could would get in by it after his victim has changed the password.
import type { Tx } from '../../../platform/db/database.ts';
import { spendPasswordLinks } from '../passwords/password-links.repo.ts';
import { spendEmailLinks } from '../people/email-links.repo.ts';
import { endSessionsOf } from './sessions.repo.ts';

/** how many sessions there were; `except` is the one it is done in */
export async function endAccess(tx: Tx, userId: string, at: Date, except?: string): Promise<number> {
  await spendPasswordLinks(tx, userId, at);
  await spendEmailLinks(tx, userId, at);
  return endSessionsOf(tx, userId, at, except);
}
