// What a workspace holds of the person behind an account, and whether it may be deleted.
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { accessesOf, eraseAccesses } from '../access-log/index.ts';
import {
  accountChanged,
  accountToErase,
  eraseAccount,
  erasedEmail,
  erasedName,
  type PersonOfAccount,
  personalRows,
} from '../accounts/index.ts';
import { countTrail, eraseTrail, trailOf } from '../audit/index.ts';
import { openBalances } from '../conversions/index.ts';
import { eraseMails, mailsTo } from '../mail/index.ts';
import { eraseNotifications } from '../notifications/index.ts';
import { forgetReportsOf } from '../reports/index.ts';
import { forgetPerson } from '../tracking/index.ts';

const TRAIL_IN_FILE = 10_000;

export async function requireAccount(tx: Tx, by: { email: string } | { id: string }): Promise<PersonOfAccount> {
  const person = await accountToErase(tx, by);
  if (!person) throw new Fault('not_found', 'No account of this workspace has this e-mail address.');
  if (person.isErased) throw new Fault('conflict', 'The data of this account was deleted already.');
  return person;
}

/** by table: for the person himself */
export async function accountData(tx: Tx, person: PersonOfAccount): Promise<Record<string, unknown[]>> {
  return {
    ...(await personalRows(tx, person.id)),
    access_log: await accessesOf(tx, person.id, person.email),
    mails: await mailsTo(tx, person.email),
    changes: await trailOf(tx, person.id, TRAIL_IN_FILE),
  };
}

export async function accountCounts(tx: Tx, person: PersonOfAccount): Promise<Record<string, number>> {
  const { changes: _changes, ...data } = await accountData(tx, person);
  const counts = Object.entries(data).map(([name, rows]) => [name, rows.length]);
  return { ...Object.fromEntries(counts), changes: await countTrail(tx, person.id) };
}

/** what the law lets a workspace keep, and what it needs to go on: said before anything is counted, and again before it goes */
export async function requireErasable(tx: Tx, person: PersonOfAccount): Promise<void> {
  // whoever may ask is an owner: the last one would shut the door behind himself
  if (person.isOwner) {
    throw new Fault(
      'conflict',
      `${person.name} is an owner of this workspace. Please make somebody else the owner first.`,
    );
  }
  if (person.type !== 'publisher' && person.type !== 'advertiser') return;
  const open = await openBalances(tx, person.type, person.id);
  if (open.length === 0) return;
  throw new Fault(
    'conflict',
    `Account ${person.number} has an open balance (${open.join(', ')}). Until it is settled the law lets you keep whom it is owed to or by.`,
  );
}

/** in one transaction: either nobody knows him any more, or nothing has happened. Names files that are to go with him */
export async function eraseAccountData(tx: Tx, tenantId: string, person: PersonOfAccount, at: Date): Promise<string[]> {
  await requireErasable(tx, person);
  const { id, email, name, number } = person;
  await eraseTrail(tx, { id, email, pseudonym: erasedEmail(number) }, at);
  await eraseAccesses(tx, id, email);
  await eraseMails(tx, email);
  await eraseNotifications(tx, { id, email, name });
  const files = await forgetReportsOf(tx, { id, email });
  await eraseAccount(tx, person, at);
  await forgetPerson(tx, tenantId, id, erasedName(number).join(' '));
  await emit(tx, tenantId, accountChanged, { user_id: id, change: 'deleted' });
  return files;
}
