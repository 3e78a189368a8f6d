import type { Clock } from '../../platform/clock.ts';
import { type Job, job } from '../../platform/jobs/topics.ts';
import { queueMail } from '../mail/index.ts';
import { findMessage } from './messages.repo.ts';
import { operatorEmails } from './operators.repo.ts';
import { contactReceived } from './topics.ts';

export interface ContactJobDeps {
  clock: Clock;
  publicOrigin: URL;
  brandName: string;
}

export const contactJobs = ({ clock, publicOrigin, brandName }: ContactJobDeps): Job[] => [
  job(contactReceived, 'operations.mail-contact-message', {
    run: ({ payload, tenantId, transaction }) =>
      transaction(async (tx) => {
        const message = await findMessage(tx, payload.message_id);
        if (!message) return;
        const from = `From ${message.name} <${message.email}>${message.company ? `, ${message.company}` : ''}`;
        for (const to of await operatorEmails(tx)) {
          await queueMail(tx, {
            tenantId,
            to,
            name: 'contact-received',
            values: {
              brand: brandName,
              lines: [from, ...message.message.split(/\r?\n/).map((verbatim) => ({ verbatim }))],
              action: { label: 'Open the messages', url: `${publicOrigin.origin}/operator/messages` },
            },
            at: clock.now(),
          });
        }
      }),
  }),
];
