// Who got in, who did not, and what was taken along: for the people whose accounts they are, kept for 400 days.
export { createHourly, type Hourly } from './hourly.ts';
export { accessRows } from './relations.repo.ts';
export {
  type AccessEntry,
  type AccessedCall,
  accessesAfter,
  accessesOf,
  eraseAccesses,
  purgeAccessLog,
  recordAccess,
} from './repo.ts';
