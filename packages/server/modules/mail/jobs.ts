import { DAY_MS } from '../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { RecurringTask } from '../../platform/jobs/recurring.ts';
import { type Job, type JobRun, job } from '../../platform/jobs/topics.ts';
import type { MailTransport } from '../../platform/mail/transport.ts';
import { type Language, sentence } from '../../words/sentences.ts';
import { notify } from '../notifications/index.ts';
import { composeMail } from './compose-mail.ts';
import { isMailName, readContent } from './content.ts';
import { eventOf } from './events.ts';
import type { MailLook } from './frame.ts';
import { findQueuedMail, markFailed, markSent } from './repo.ts';
import { checkSender, headersFor, type SenderDeps } from './sender.ts';
import { noteFault, templateVersions } from './templates.repo.ts';
import type { MailName } from './templates.ts';
import { mailQueued } from './topics.ts';

export interface MailJobDeps extends SenderDeps {
  transport: MailTransport;
  /** tenants and accounts are others'; the platform's own mails have no sender's name */
  lookOf(tx: Tx, tenantId: string): Promise<MailLook & { senderName: string | null }>;
  ownersOf(tx: Tx): Promise<string[]>;
}

interface Broken {
  event: MailName;
  language: Language;
  version: number;
  fault: string;
}

export const mailJobs = (deps: MailJobDeps): Job[] => [
  job(mailQueued, 'mail.deliver', {
    lane: 'mail',
    place: ({ template }) => template,
    run: async (run) => {
      const found = await run.transaction((tx) => readMail(tx, run.payload.mail_id, run.tenantId, deps));
      if (!found) return;
      const { broken, ...mail } = found;
      await deps.transport.send(mail);
      await run.transaction((tx) => markSent(tx, mail.id, deps.clock.now()));
      if (broken) await tellOfFault(run, broken, deps);
    },
    died: async ({ payload, transaction }, error) => {
      await transaction((tx) => markFailed(tx, payload.mail_id, error.message));
    },
  }),
];

/** null where it was sent already, by a try that died before it could say so */
async function readMail(tx: Tx, id: string, tenantId: string, deps: MailJobDeps) {
  const row = await findQueuedMail(tx, id);
  if (!row?.body_text || !row.body_html) return null;
  const { senderName, ...look } = await deps.lookOf(tx, tenantId);
  // what the platform says in its own name comes from it
  const isOurs = isMailName(row.template) && eventOf(row.template).ours;
  const headers = await headersFor(tx, tenantId, isOurs ? null : senderName, deps);
  const to = { id: row.id, to: row.recipient, ...headers };
  const kept = { ...to, subject: row.subject, text: row.body_text, html: row.body_html, broken: null };
  const content = readContent(row.content);
  const event = row.template;
  if (!content || !isMailName(event)) return kept;
  const { values, language } = content;
  const [template] = eventOf(event).ours ? [] : await templateVersions(tx, event, language, 1);
  const { fault, ...said } = composeMail({ name: event, values, language, look }, template);
  const broken: Broken | null = fault === null ? null : { event, language, version: template?.version ?? 0, fault };
  return { ...to, ...said, broken };
}

/** the mail has left as it is built in; its owner hears of it once for a version of the template */
async function tellOfFault(run: JobRun<unknown>, broken: Broken, { clock, ownersOf }: MailJobDeps): Promise<void> {
  await run.transaction(async (tx) => {
    if (!(await noteFault(tx, broken, broken.fault))) return;
    await notify(tx, {
      tenantId: run.tenantId,
      to: await ownersOf(tx),
      cause: run.jobId,
      kind: 'mail-trouble',
      text: sentence('trouble.mail-template', { event: broken.event, language: broken.language }),
      path: `/am/settings/mail-templates/${broken.event}/${broken.language}`,
      at: clock.now(),
    });
  });
}

export interface SenderTaskDeps extends SenderDeps {
  database: Database;
  tenantIds(tx: Tx): Promise<string[]>;
  ownersOf(tx: Tx): Promise<string[]>;
}

/** every domain is looked at once a day; whose record is gone hears of it, and his mails come from us meanwhile */
export const senderTasks = (deps: SenderTaskDeps): RecurringTask[] => [
  {
    name: 'mail.check-senders',
    everyMs: DAY_MS,
    lane: 'bulk',
    run: async () => {
      for (const tenantId of await deps.database.withoutTenant(deps.tenantIds)) {
        const inside = <R>(work: (tx: Tx) => Promise<R>) => deps.database.withTenant(tenantId, systemActor, work);
        const { lost } = await checkSender(inside, tenantId, deps);
        if (!lost) continue;
        await inside(async (tx) => {
          const text = sentence('trouble.mail-sender');
          const about = { kind: 'mail-trouble', text, path: '/am/settings/sender', at: deps.clock.now() } as const;
          await notify(tx, { tenantId, to: await deps.ownersOf(tx), cause: newId(), ...about });
        });
      }
    },
  },
];
