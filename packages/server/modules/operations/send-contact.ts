// The contact form: the message is kept, and a job mails it to every operator.
import type { contactRoutes } from '@tributary/contract';
import type { Handlers } from '../../http/call.ts';
import { filledHoneypot } from '../../http/honeypot.ts';
import { type Database, systemActor } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { PLATFORM_TENANT_ID } from '../tenancy/index.ts';
import { addMessage } from './messages.repo.ts';
import { contactReceived } from './topics.ts';

export const contactHandlers = ({ database }: { database: Database }): Handlers<typeof contactRoutes> => ({
  sendContact: async ({ body }, call) => {
    if (filledHoneypot(body, call)) return { received: true };
    const at = call.clock.now();
    const id = newId(at.getTime());
    await database.withTenant(PLATFORM_TENANT_ID, systemActor, async (tx) => {
      await addMessage(tx, { ...body, id, ip: call.ip, at });
      await emit(tx, PLATFORM_TENANT_ID, contactReceived, { message_id: id });
    });
    return { received: true };
  },
});
