// Who did what, when, from where, before and after. Written in the transaction of the change itself.
export { type ActivityRow, type AuditEntry, activityOf, recordAudit } from './repo.ts';
