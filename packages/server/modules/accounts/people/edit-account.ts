// An account manager edits an account. What the payload says about who calls and whom it concerns is only compared:
// a difference is refused and recorded.
import type { AccountKind, AccountRecord, AccountRoutes, InputOf, ReplyOf } from '@tributary/contract';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import { addressLines, queueMail } from '../../mail/index.ts';
import { spendPasswordLinks } from '../passwords/password-links.repo.ts';
import { languageOfAccount } from '../repo.ts';
import { accountChanged } from '../topics.ts';
import { requirePerson } from './change-standing.ts';
import { ADDRESS_TAKEN } from './create-account.ts';
import { spendEmailLinks } from './email-links.repo.ts';
import { changePerson, isTakenAddress } from './people.repo.ts';

type Route = AccountRoutes['edit'];

export async function editAccount(
  { params, body }: InputOf<Route>,
  call: SignedInCall,
  kind: AccountKind,
): Promise<ReplyOf<Route>> {
  const { id, ...change } = body.data;
  if (body.user_id !== call.principal.userId || id !== params.id) {
    const after = { user_id: body.user_id, payload_id: id };
    await call.transaction((tx) =>
      recordAudit(tx, call, { action: 'account.edit-refused', objectKind: 'user', objectId: params.id, after }),
    );
    throw body.user_id === call.principal.userId
      ? new Fault('invalid_input', 'The account in the address and in the form differ. Please reload the list.')
      : new Fault('forbidden');
  }
  await call.transaction((tx) => applyEdit(tx, call, kind, id, change));
  return { id };
}

type Edit = Partial<Omit<InputOf<Route>['body']['data'], 'id'>>;

/** what was changed, and nothing else */
export async function applyEdit(
  tx: Tx,
  call: SignedInCall,
  kind: AccountKind,
  id: string,
  change: Edit,
): Promise<void> {
  const before = await requirePerson(tx, kind, id, { lock: true });
  const names = Object.keys(change) as (keyof Edit)[];
  const changed = names.filter((field) => change[field] !== undefined && before[field] !== change[field]);
  if (changed.length === 0) return;
  const only = (values: Edit) => Object.fromEntries(changed.map((field) => [field, values[field]]));
  try {
    await changePerson(tx, id, only(change));
  } catch (error) {
    if (isTakenAddress(error)) throw new Fault('conflict', ADDRESS_TAKEN);
    throw error;
  }
  await recordAudit(tx, call, {
    action: 'account.edited',
    objectKind: 'user',
    objectId: id,
    before: only(before),
    after: only(change),
  });
  await emit(tx, call.tenant.id, accountChanged, { user_id: id, change: 'edited' });
  await tellOfAddress(tx, call, before, { email: before.email, first_name: before.first_name, ...only(change) });
}

async function tellOfAddress(
  tx: Tx,
  call: SignedInCall,
  before: Pick<AccountRecord, 'id' | 'email'>,
  now: { email: string; first_name: string },
): Promise<void> {
  if (before.email.toLowerCase() === now.email.toLowerCase()) return;
  // the old address must not keep a way in
  await spendPasswordLinks(tx, before.id, call.clock.now());
  await spendEmailLinks(tx, before.id, call.clock.now());
  const language = await languageOfAccount(tx, before.id);
  const lines = addressLines(before.email, now.email);
  const values = { brand: call.tenant.displayName, firstName: now.first_name, lines };
  for (const to of [before.email, now.email]) {
    await queueMail(tx, {
      tenantId: call.tenant.id,
      to,
      language,
      name: 'email-changed',
      values,
      at: call.clock.now(),
    });
  }
}

export async function setTags(tx: Tx, call: SignedInCall, kind: AccountKind, id: string, wanted: readonly string[]) {
  const person = await requirePerson(tx, kind, id, { lock: true });
  const tags = [...new Set(wanted)];
  await changePerson(tx, person.id, { tags });
  await recordAudit(tx, call, {
    action: 'account.tagged',
    objectKind: 'user',
    objectId: person.id,
    before: { tags: person.tags },
    after: { tags },
  });
  return { tags };
}
