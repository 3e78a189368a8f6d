// An account manager creates an account: approved at once, its password to be changed at the first sign-in.
import type { AccountKind, AccountRoutes, InputOf, ReplyOf } from '@tributary/contract';
import type { SignedInCall } from '../../../http/call.ts';
import { beyondScope } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { sentence } from '../../../words/sentences.ts';
import { recordAudit } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import { nextNumber } from '../../tenancy/index.ts';
import type { AccountsDeps } from '../deps.ts';
import { refuseWeakPassword } from '../passwords/password-rules.ts';
import { addAccount, findAccountByEmail, type NewAccount } from '../repo.ts';
import { accountChanged } from '../topics.ts';
import { isTakenAddress } from './people.repo.ts';

export const ADDRESS_TAKEN = 'An account with this e-mail address already exists.';

type Route = AccountRoutes['create'];

export async function createAccount(
  { body }: InputOf<Route>,
  call: SignedInCall,
  kind: AccountKind,
  deps: AccountsDeps,
): Promise<ReplyOf<Route>> {
  refuseWeakPassword(body.password, {
    minLength: call.tenant.passwordMinLength,
    words: [
      deps.brandName,
      call.tenant.displayName,
      call.tenant.subdomain,
      body.email,
      body.first_name,
      body.last_name,
    ],
  });
  if (await call.transaction((tx) => findAccountByEmail(tx, body.email))) throw new Fault('conflict', ADDRESS_TAKEN);
  const passwordHash = await deps.passwords.hash(body.password);
  const at = call.clock.now();
  const id = newId(at.getTime());
  try {
    return await call.transaction(async (tx) => {
      const sequence = await nextNumber(tx, call.tenant.id, 'user');
      // who sees some publishers or advertisers is in charge of those he brings; before he is, the account is not in his scope
      const inCharge = kind === 'advertiser' || call.principal.team?.scope[`${kind}s`] === 'assigned';
      const account = {
        tenantId: call.tenant.id,
        id,
        type: kind,
        sequence,
        firstName: body.first_name,
        lastName: body.last_name,
        email: body.email,
        passwordHash,
        mustChangePassword: true,
        status: 'approved',
        company: body.company,
        referenceId: body.reference_id,
        taxId: body.tax_id,
        referredBy: body.referred_by,
        managers: body.managers,
        managerId: inCharge ? call.principal.userId : null,
        createdAt: at,
      } satisfies NewAccount;
      await beyondScope(tx, () => addAccount(tx, account));
      const { password: _password, ...after } = body;
      await recordAudit(tx, call, {
        action: 'account.created',
        objectKind: 'user',
        objectId: id,
        after: { ...after, type: kind },
      });
      await emit(tx, call.tenant.id, accountChanged, { user_id: id, change: 'created' });
      await queueMail(tx, {
        tenantId: call.tenant.id,
        to: body.email,
        // nobody has chosen yet: a new account reads English
        language: 'en',
        name: 'account-created',
        values: {
          brand: call.tenant.displayName,
          firstName: body.first_name,
          action: { label: sentence('action.sign-in'), url: `${call.origin}/` },
        },
        at,
      });
      return { id, user_sequence_id: sequence };
    });
  } catch (error) {
    if (isTakenAddress(error)) throw new Fault('conflict', ADDRESS_TAKEN);
    throw error;
  }
}
