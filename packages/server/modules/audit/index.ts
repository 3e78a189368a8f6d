// Who did what, when, from where, before and after. Written in the transaction of the change itself.
export { countTrail, eraseTrail, trailAfter, trailOf } from './erase.repo.ts';
export { type Exported, exportList } from './export-list.ts';
export { type Change, type Inverse, type Inverses, trailForm, type UndoingCall } from './inverse.ts';
export { auditRows } from './relations.repo.ts';
export {
  type AuditEntry,
  type AuditedCall,
  lastChanges,
  REDACTED,
  recordAudit,
  recordAudits,
} from './repo.ts';
