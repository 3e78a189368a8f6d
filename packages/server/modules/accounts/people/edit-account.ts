// An account manager edits an account. What the payload says about who calls and whom it concerns is only compared:
// a difference is refused and recorded.
import type { AccountKind, AccountRoutes, InputOf, ReplyOf } from '@tributary/contract';
import type { SignedInCall } from '../../../http/call.ts';
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
  try {
    await call.transaction(async (tx) => {
      const before = await requirePerson(tx, kind, id, { lock: true });
      await changePerson(tx, id, change);
      const changed = (Object.keys(change) as (keyof typeof change)[]).filter(
        (field) => before[field] !== change[field],
      );
      if (changed.length === 0) return;
      const only = (values: typeof change) => Object.fromEntries(changed.map((field) => [field, values[field]]));
      await recordAudit(tx, call, {
        action: 'account.edited',
        objectKind: 'user',
        objectId: id,
        before: only(before),
        after: only(change),
      });
      await emit(tx, call.tenant.id, accountChanged, { user_id: id, change: 'edited' });
      if (before.email.toLowerCase() === change.email.toLowerCase()) return;
      // the old address must not keep a way in
      await spendPasswordLinks(tx, id, call.clock.now());
      await spendEmailLinks(tx, id, call.clock.now());
      const language = await languageOfAccount(tx, id);
      for (const to of [before.email, change.email]) {
        const lines = addressLines(before.email, change.email);
        const values = { brand: call.tenant.displayName, firstName: change.first_name, lines };
        await queueMail(tx, {
          tenantId: call.tenant.id,
          to,
          language,
          name: 'email-changed',
          values,
          at: call.clock.now(),
        });
      }
    });
  } catch (error) {
    if (isTakenAddress(error)) throw new Fault('conflict', ADDRESS_TAKEN);
    throw error;
  }
  return { id };
}
