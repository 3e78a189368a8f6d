import type { TenantCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { sentence } from '../../../words/sentences.ts';
import { queueMail } from '../../mail/index.ts';
import type { Account } from '../repo.ts';

export type MailedPerson = Pick<Account, 'id' | 'type' | 'role_name' | 'email' | 'first_name' | 'language'>;

/** that nobody asks for a second factor any more: if it was not the person, he learns it now */
export const mailFactorsEnded = (
  tx: Tx,
  call: TenantCall,
  account: MailedPerson,
  name: 'two-factor-off' | 'two-factor-reset',
): Promise<void> =>
  queueMail(tx, {
    tenantId: call.tenant.id,
    to: account.email,
    language: account.language,
    name,
    values: {
      brand: call.tenant.displayName,
      firstName: account.first_name,
      action: { label: sentence('action.sign-in'), url: call.origin },
    },
    at: call.clock.now(),
  });
