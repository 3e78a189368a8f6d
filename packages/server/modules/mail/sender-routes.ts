import type { mailSenderRoutes } from '@tributary/contract/mail-sender';
import { type Handlers, inTransaction, requireRecentPassword, type SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { sentence } from '../../words/sentences.ts';
import { type AuditedCall, recordAudit } from '../audit/index.ts';
import { readSettings, type SettingsDeps } from '../settings/index.ts';
import { checkSender, type SenderDeps, senderState } from './sender.ts';
import { SENDER_PATH, type TellDeps, tellOfGuard } from './tell-owners.ts';

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

type SenderCheck = NonNullable<NonNullable<SettingsDeps['checks']>['sender']>;

/** whose name stands above the mails is a door, too: a recent password, and the owners hear of it */
export const guardSender =
  (deps: TellDeps): SenderCheck =>
  async (tx: Tx, { address }, call: AuditedCall) => {
    const { id: tenantId } = call.tenant;
    const { value: before } = await readSettings(tx, tenantId, 'sender');
    if (before.address === address) return;
    if (!call.principal) throw new Fault('password_needed');
    requireRecentPassword(call.principal, call.clock.now());
    const text = address ? sentence('security.sender-set', { address }) : sentence('security.sender-removed');
    await tellOfGuard(tx, { tenantId, text, by: call.principal.email, path: SENDER_PATH }, deps);
  };
