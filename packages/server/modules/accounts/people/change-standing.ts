// Approve, reject, delete, restore. Each is idempotent: doing it again changes nothing and mails nobody.
import { type AccountKind, type AccountRecord, RESTORE_DAYS } from '@tributary/contract';
import type { SignedInCall } from '../../../http/call.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { sentence } from '../../../words/sentences.ts';
import { recordAudit } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import { revokeKeys, suspendKeys } from '../keys/api-keys.ts';
import { languageOfAccount } from '../repo.ts';
import { endAccess } from '../signing-in/end-access.ts';
import { APPROVAL_LINK_MS } from '../signing-in/session-limits.ts';
import { accountChanged } from '../topics.ts';
import { createEmailLink } from './addresses.ts';
import { accountToErase } from './erase.repo.ts';
import { changePerson, findPerson, isTakenAddress, type PersonChange } from './people.repo.ts';

export const restorableSince = (call: SignedInCall): Date =>
  new Date(call.clock.now().getTime() - RESTORE_DAYS * DAY_MS);

/** unknown, another kind's and another tenant's ids all answer the same */
export async function requirePerson(
  tx: Tx,
  kind: AccountKind,
  id: string,
  options: { lock?: boolean; deleted?: boolean } = {},
): Promise<AccountRecord> {
  const person = isId(id) ? await findPerson(tx, kind, id, options.lock) : null;
  if (!person || (person.deleted_at !== null) !== (options.deleted ?? false)) throw new Fault('not_found');
  return person;
}

type Verb = 'approved' | 'rejected' | 'deleted' | 'restored';

async function applyChange(
  tx: Tx,
  call: SignedInCall,
  person: AccountRecord,
  verb: Verb,
  change: PersonChange,
): Promise<void> {
  await changePerson(tx, person.id, change);
  await recordAudit(tx, call, {
    action: `account.${verb}`,
    objectKind: 'user',
    objectId: person.id,
    before: { status: person.status, deleted: person.deleted_at !== null },
    after: { status: change.status ?? person.status, deleted: verb === 'deleted' },
  });
  await emit(tx, call.tenant.id, accountChanged, { user_id: person.id, change: verb });
}

export async function approve(tx: Tx, call: SignedInCall, kind: AccountKind, id: string) {
  const person = await requirePerson(tx, kind, id, { lock: true });
  if (person.status !== 'approved') {
    await applyChange(tx, call, person, 'approved', { status: 'approved' });
    const at = call.clock.now();
    const link = { tenantId: call.tenant.id, userId: person.id, email: person.email, origin: call.origin, at };
    await queueMail(tx, {
      tenantId: call.tenant.id,
      to: person.email,
      language: await languageOfAccount(tx, person.id),
      name: person.email_confirmed ? 'account-approved' : 'account-approved-confirm',
      values: {
        brand: call.tenant.displayName,
        firstName: person.first_name,
        action: person.email_confirmed
          ? { label: sentence('action.sign-in'), url: `${call.origin}/` }
          : {
              label: sentence('action.confirm-your-address'),
              url: await createEmailLink(tx, { ...link, lifetimeMs: APPROVAL_LINK_MS, asksPassword: true }),
            },
      },
      at,
    });
  }
  return { id, status: 'approved' as const };
}

export async function reject(tx: Tx, call: SignedInCall, kind: AccountKind, id: string) {
  const person = await requirePerson(tx, kind, id, { lock: true });
  if (person.status !== 'rejected') await applyChange(tx, call, person, 'rejected', { status: 'rejected' });
  await endAccess(tx, id, call.clock.now());
  await suspendKeys(tx, call, id, 'rejected');
  return { id, status: 'rejected' as const };
}

/** the row stays: reports, conversions and the ledger go on naming it */
export async function remove(tx: Tx, call: SignedInCall, kind: AccountKind, id: string) {
  const person = await requirePerson(tx, kind, id, { lock: true });
  await applyChange(tx, call, person, 'deleted', { deleted_at: call.clock.now() });
  await endAccess(tx, id, call.clock.now());
  await revokeKeys(tx, call, id);
  return { id };
}

export async function restore(tx: Tx, call: SignedInCall, kind: AccountKind, id: string) {
  const person = await requirePerson(tx, kind, id, { lock: true, deleted: true });
  if ((await accountToErase(tx, { id }))?.isErased) {
    throw new Fault('conflict', 'The data of this account was deleted for good: nobody is left to restore.');
  }
  if ((person.deleted_at ?? 0) * 1_000 < restorableSince(call).getTime()) {
    throw new Fault('conflict', `Deleted accounts can be restored for ${RESTORE_DAYS} days; this one is older.`);
  }
  try {
    await applyChange(tx, call, person, 'restored', { deleted_at: null });
  } catch (error) {
    if (isTakenAddress(error)) throw new Fault('conflict', 'Another account uses this e-mail address meanwhile.');
    throw error;
  }
  return { id, status: person.status };
}
