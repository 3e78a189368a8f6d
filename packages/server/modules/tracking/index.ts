// What the trackers are told (snapshot, leases) and what they report. The events themselves are taken in by `events`.

export { moveSpent, openWindow, resetReached, setSpent } from './cap-windows.repo.ts';
export { creditStopsOf } from './credit-stops.repo.ts';
export { freshAt } from './freshness.repo.ts';
export { trackingJobs } from './jobs.ts';
export { forgetKeptRows, type KeptByTrackers, keptByTrackers } from './kept-rows.repo.ts';
export { markReached } from './leases.repo.ts';
export { hasMappings, mappingFor, mappingOfAll } from './mappings.repo.ts';
export { type MappingParts, mappingHandlers, mergeMapping } from './mappings.ts';
export { defaultAuth, type PostbackAuth, postbackAuthOf, savePostbackAuth } from './postback-auth.repo.ts';
export { type PostbackSecrets, postbackSecrets } from './postback-auth.ts';
export { postbackSetupHandlers, requireAdvertiser, type SetupDeps, type SetupRoutes } from './postback-setup.ts';
export { publishEverything } from './publish.ts';
export { capWindowRows, reachedRows } from './relations.repo.ts';
export { systemHandlers } from './routes.ts';
export { type Configuration, configurationAt, forgetPerson, pruneHistory } from './snapshot-history.repo.ts';
export { readForCall } from './sources.ts';
export { stopCredit } from './stop-credit.ts';
export { capReached } from './topics.ts';
export { createTrackerCalls, type TrackerCalls } from './tracker-calls.ts';
export { trackingInverses } from './undo.ts';
