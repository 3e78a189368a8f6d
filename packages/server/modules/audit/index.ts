// Who did what, when, from where, before and after. Written in the transaction of the change itself.
export { type Exported, exportList } from './export-list.ts';
export { auditRows } from './relations.repo.ts';
export {
  type AuditEntry,
  type AuditedCall,
  lastChanges,
  recordAudit,
  recordAudits,
} from './repo.ts';
