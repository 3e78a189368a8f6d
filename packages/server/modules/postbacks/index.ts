// What leaves: publishers' postbacks and signed webhooks, with retries and a log of every attempt.
export { blankDeliveries, callsUnderWay, findDelivery, postbackBacklog } from './deliveries.repo.ts';
export { type PostbackJobDeps, postbackJobs } from './jobs.ts';
export { postbackRows, postbackUrls, webhookUrls } from './relations.repo.ts';
export { postbackHandlers } from './routes.ts';
export { callOut, type SendDeps } from './send.ts';
export { type TrialCall, type TrialConversion, trialCalls } from './trial-calls.ts';
export { postbackInverses } from './undo.ts';
export { deliveriesOf } from './views.ts';
export { webhookSigner } from './webhook-signature.ts';
