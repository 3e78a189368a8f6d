// What a workspace keeps of people, and for how long.

export { privacyJobs, privacyTasks } from './jobs.ts';
export { personRequestHandlers } from './requests.ts';
export { checkRetention } from './retention.ts';
