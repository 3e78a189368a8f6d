// Who did what, when, from where, before and after. Written in the transaction of the change itself.
export { type Exported, exportList } from './export-list.ts';
export {
  type ActivityRow,
  type AuditEntry,
  type AuditedCall,
  activityOf,
  actorNames,
  historyOf,
  lastChanges,
  recordAudit,
  recordAudits,
} from './repo.ts';
