// What people look up to trust the workspace: what was changed, with the way back, who got in, and why
// each click, call and conversion ended as it did.
export { createReplayProgram, explainHandlers } from './explain/index.ts';
export { countDrift, dayToRecount, recountDay, recountHandlers, recountJobs, recountTasks } from './recount/index.ts';
export { trustHandlers } from './routes.ts';
