import { DAY_MS } from '../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { RecurringTask } from '../../platform/jobs/recurring.ts';
import { type Job, type JobRun, job } from '../../platform/jobs/topics.ts';
import { type Language, sentence } from '../../words/sentences.ts';
import { composeMail } from './compose-mail.ts';
import { isMailName, readContent } from './content.ts';
import { type DeliverDeps, deliver, type MailOnItsWay } from './deliver.ts';
import { eventOf } from './events.ts';
import type { MailLook } from './frame.ts';
import { findServer } from './mail-server.repo.ts';
import { findQueuedMail, markFailed, markSent } from './repo.ts';
import { checkSender, headersFor, type SenderDeps } from './sender.ts';
import { SENDER_PATH, type TellDeps, tellOwners } from './tell-owners.ts';
import { noteFault, templateVersions } from './templates.repo.ts';
import type { MailName } from './templates.ts';
import { mailQueued } from './topics.ts';

export interface MailJobDeps extends SenderDeps, DeliverDeps {
  /** tenants and accounts are others'; the platform's own mails have no sender's name */
  lookOf(tx: Tx, tenantId: string): Promise<MailLook & { senderName: string | null }>;
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
      const { broken, mail } = found;
      if ((await deliver(run, mail, deps)) === 'refused') return;
      await run.transaction((tx) => markSent(tx, mail.id, deps.clock.now()));
      if (broken) await tellOfFault(run, broken, deps);
    },
    died: async ({ payload, transaction }, error) => {
      await transaction((tx) => markFailed(tx, payload.mail_id, error.message));
    },
  }),
];

/** null where it was sent already, by a try that died before it could say so */
async function readMail(
  tx: Tx,
  id: string,
  tenantId: string,
  deps: MailJobDeps,
): Promise<{ mail: MailOnItsWay; broken: Broken | null } | null> {
  const row = await findQueuedMail(tx, id);
  if (!row?.body_text || !row.body_html) return null;
  const { senderName, ...look } = await deps.lookOf(tx, tenantId);
  // what the platform says in its own name comes from it
  const { ours: isOurs, guarded: isGuarded } = isMailName(row.template) ? eventOf(row.template) : {};
  const headers = await headersFor(tx, tenantId, isOurs ? null : senderName, deps);
  const server = headers.own && !isGuarded ? await findServer(tx) : null;
  const way = { id: row.id, to: row.recipient, queuedAt: row.created_at, headers, server };
  const kept = { subject: row.subject, text: row.body_text, html: row.body_html };
  const content = readContent(row.content);
  const event = row.template;
  if (!content || !isMailName(event)) return { mail: { ...way, said: kept }, broken: null };
  const { values, language } = content;
  const [template] = eventOf(event).ours ? [] : await templateVersions(tx, event, language, 1);
  const { fault, ...said } = composeMail({ name: event, values, language, look }, template);
  const broken: Broken | null = fault === null ? null : { event, language, version: template?.version ?? 0, fault };
  return { mail: { ...way, said }, broken };
}

/** the mail has left as it is built in; its owner hears of it once for a version of the template */
async function tellOfFault(run: JobRun<unknown>, broken: Broken, deps: TellDeps): Promise<void> {
  await run.transaction(async (tx) => {
    if (!(await noteFault(tx, broken, broken.fault))) return;
    const { event, language } = broken;
    await tellOwners(
      tx,
      {
        tenantId: run.tenantId,
        cause: run.jobId,
        text: sentence('trouble.mail-template', { event, language }),
        path: `/am/settings/mail-templates/${event}/${language}`,
      },
      deps,
    );
  });
}

export interface SenderTaskDeps extends SenderDeps, TellDeps {
  database: Database;
  tenantIds(tx: Tx): Promise<string[]>;
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
        const text = sentence('trouble.mail-sender');
        await inside((tx) => tellOwners(tx, { tenantId, cause: newId(), text, path: SENDER_PATH }, deps));
      }
    },
  },
];
