import type { Clock } from '../../platform/clock.ts';
import { type Job, job } from '../../platform/jobs/topics.ts';
import { sentence } from '../../words/sentences.ts';
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
        const { name, email, company } = message;
        const from = company
          ? sentence('line.from-company', { name, email, company })
          : sentence('line.from', { name, email });
        for (const to of await operatorEmails(tx)) {
          await queueMail(tx, {
            tenantId,
            to,
            // operators have no profile in which to choose another
            language: 'en',
            name: 'contact-received',
            values: {
              brand: brandName,
              lines: [from, ...message.message.split(/\r?\n/).map((verbatim) => ({ verbatim }))],
              action: { label: sentence('action.open-messages'), url: `${publicOrigin.origin}/operator/messages` },
            },
            at: clock.now(),
          });
        }
      }),
  }),
];
