// Mail: rendered when it is asked for, kept in the same transaction as its reason, delivered by a job.
export { mailJobs } from './jobs.ts';
export { addressLines } from './plain-name.ts';
export { queueMail } from './queue-mail.ts';
export { mailRows } from './relations.repo.ts';
export { wasMailedSince } from './repo.ts';
export type { MailLine, MailName, MailValues } from './templates.ts';
