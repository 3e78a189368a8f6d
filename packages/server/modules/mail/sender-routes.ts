import type { mailSenderRoutes } from '@tributary/contract/mail-sender';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordAudit } from '../audit/index.ts';
import { checkSender, type SenderDeps, senderState } from './sender.ts';

export interface SenderRouteDeps extends SenderDeps {
  senderNameOf(tx: Tx, tenantId: string): Promise<string>;
}

export const mailSenderHandlers = (deps: SenderRouteDeps): Handlers<typeof mailSenderRoutes> => {
  const state = async (tx: Tx, { tenant }: SignedInCall) =>
    senderState(tx, tenant.id, await deps.senderNameOf(tx, tenant.id), deps);
  return {
    mailSender: inTransaction((_input, call, tx) => state(tx, call)),
    checkMailSender: async (_input, call) => {
      await checkSender((work) => call.transaction(work), call.tenant.id, deps);
      return call.transaction(async (tx) => {
        const now = await state(tx, call);
        const { domain, verified } = now;
        const after = { domain, verified };
        await recordAudit(tx, call, {
          action: 'mail.sender.checked',
          objectKind: 'mail-sender',
          objectId: null,
          after,
        });
        return now;
      });
    },
  };
};
