// Paying publishers: where somebody is paid, batches of payments, files for banks and services, and their answers.
import { batchRoutes } from './batches.ts';
import { paymentRoutes } from './payments.ts';
import { payoutMethodRoutes } from './payout-methods.ts';

export * from './batches.ts';
export * from './payments.ts';
export * from './payout-methods.ts';
export const payingRoutes = { ...payoutMethodRoutes, ...batchRoutes, ...paymentRoutes };
