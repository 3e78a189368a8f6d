import type { Clock } from '../../platform/clock.ts';
import { type Job, job } from '../../platform/jobs/topics.ts';
import type { MailTransport } from '../../platform/mail/transport.ts';
import { findQueuedMail, markFailed, markSent } from './repo.ts';
import { mailQueued } from './topics.ts';

export const mailJobs = ({
  transport,
  from,
  clock,
}: {
  transport: MailTransport;
  from: string;
  clock: Clock;
}): Job[] => [
  job(mailQueued, 'mail.deliver', {
    lane: 'mail',
    place: ({ template }) => template,
    run: async ({ payload, transaction }) => {
      const mail = await transaction((tx) => findQueuedMail(tx, payload.mail_id));
      // already sent by a try that died before it could say so
      if (!mail?.body_text || !mail.body_html) return;
      await transport.send({
        id: mail.id,
        from,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body_text,
        html: mail.body_html,
      });
      await transaction((tx) => markSent(tx, mail.id, clock.now()));
    },
    died: async ({ payload, transaction }, error) => {
      await transaction((tx) => markFailed(tx, payload.mail_id, error.message));
    },
  }),
];
