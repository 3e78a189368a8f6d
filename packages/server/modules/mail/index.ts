// Mail: rendered when it is asked for, kept in the same transaction as its reason, delivered by a job.
export type { MailLook } from './frame.ts';
export { mailJobs, senderTasks } from './jobs.ts';
export { mailServerHandlers } from './mail-server-routes.ts';
export { addressLines } from './plain-name.ts';
export type { MailTemplateDeps } from './preview-template.ts';
export { queueMail } from './queue-mail.ts';
export { mailRows } from './relations.repo.ts';
export { eraseMails, mailsAfter, mailsTo, wasMailedSince } from './repo.ts';
export { mailTemplateHandlers } from './routes.ts';
export type { SampleValues } from './samples.ts';
export { guardSender, mailSenderHandlers } from './sender-routes.ts';
export { tellOfGuard } from './tell-owners.ts';
export type { MailLine, MailName, MailValues } from './templates.ts';
export { templateTitle } from './titles.ts';
export { mailTemplateChanged } from './topics.ts';
export { mailInverses } from './undo.ts';
