// What a workspace holds of the person behind an account, and whether it may be deleted.
import type { Tx } from '../../platform/db/database.ts';
import { everyRow, type IdLot } from '../../platform/db/id-lots.ts';
import { Fault } from '../../platform/fault.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { accessesAfter, accessesOf, eraseAccesses } from '../access-log/index.ts';
import {
  accountChanged,
  accountToErase,
  eraseAccount,
  erasedEmail,
  erasedName,
  type PersonOfAccount,
  personalRows,
} from '../accounts/index.ts';
import { countTrail, eraseTrail, trailAfter, trailOf } from '../audit/index.ts';
import { openBalances } from '../conversions/index.ts';
import { eraseMails, mailsAfter, mailsTo } from '../mail/index.ts';
import { eraseNotifications, notificationsAfter } from '../notifications/index.ts';
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

interface LongTable {
  after(tx: Tx, id: string): Promise<IdLot | null>;
  erase(tx: Tx, person: PersonOfAccount, at: Date, lot: IdLot): Promise<void>;
}
/** where he is looked for in every row: gone through in lots, each in a transaction of its own */
const longTables: readonly LongTable[] = [
  {
    after: trailAfter,
    erase: (tx, { id, email, number }, at, lot) =>
      eraseTrail(tx, { id, email, pseudonym: erasedEmail(number) }, at, lot),
  },
  { after: accessesAfter, erase: (tx, { id, email }, _at, lot) => eraseAccesses(tx, id, email, lot) },
  { after: mailsAfter, erase: (tx, { email }, _at, lot) => eraseMails(tx, email, lot) },
  { after: notificationsAfter, erase: (tx, person, _at, lot) => eraseNotifications(tx, person, lot) },
];

type InTenant = <R>(run: (tx: Tx) => Promise<R>) => Promise<R>;
/**
 * Most of what tells of him, before the account itself goes. Whoever is interrupted begins anew: what is blank stays so. Of each
 * table the rows that are left, fewer than a lot, are named for the last transaction.
 */
export async function eraseInLots(inTenant: InTenant, person: PersonOfAccount, at: Date): Promise<IdLot[]> {
  await inTenant((tx) => requireErasable(tx, person));
  const left: IdLot[] = [];
  for (const { after, erase } of longTables) {
    let rest = everyRow;
    for (;;) {
      const lot = await inTenant(async (tx) => {
        const next = await after(tx, rest.after);
        if (next) await erase(tx, person, at, next);
        return next;
      });
      if (!lot?.upTo) break;
      rest = { after: lot.upTo, upTo: null };
    }
    left.push(rest);
  }
  return left;
}

/** in one transaction: either nobody knows him any more, or he is still there. Names files that are to go with him */
export async function eraseAccountData(
  tx: Tx,
  tenantId: string,
  person: PersonOfAccount,
  left: readonly IdLot[],
  at: Date,
): Promise<string[]> {
  await requireErasable(tx, person);
  const { id, email, number } = person;
  for (const [index, { erase }] of longTables.entries()) await erase(tx, person, at, left[index] ?? everyRow);
  const files = await forgetReportsOf(tx, { id, email });
  await eraseAccount(tx, person, at);
  await forgetPerson(tx, tenantId, id, erasedName(number).join(' '));
  await emit(tx, tenantId, accountChanged, { user_id: id, change: 'deleted' });
  return files;
}
