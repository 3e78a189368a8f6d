// Checkpoints every hour, when a month is closed, after a new key, and when somebody asks for one.
import { checkpointCauses } from '@tributary/contract/trust/proof';
import { z } from 'zod';
import { type Clock, HOUR_MS } from '../../../platform/clock.ts';
import { type Database, systemActor } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import { type Job, job, topic } from '../../../platform/jobs/topics.ts';
import type { InstallationSecret } from '../../../platform/secret.ts';
import { periodClosed } from '../../billing/index.ts';
import { headOf } from '../../ledger/index.ts';
import { tenantIds } from '../../tenancy/index.ts';
import { writeCheckpoint } from './checkpoint.ts';
import { lastCheckpoint } from './proof.repo.ts';

export const checkpointWanted = topic('checkpoint.wanted', z.object({ cause: z.enum(checkpointCauses) }));

export interface ProofJobDeps {
  /** as the worker's role */
  database: Database;
  secret: InstallationSecret;
  clock: Clock;
}

export const proofJobs = ({ secret, clock }: ProofJobDeps): Job[] => [
  job(periodClosed, 'proof.checkpoint-at-close', {
    lane: 'bulk',
    run: ({ tenantId, transaction }) =>
      writeCheckpoint({ tenantId, secret, transaction, now: () => clock.now() }, 'close'),
  }),
  job(checkpointWanted, 'proof.checkpoint', {
    lane: 'bulk',
    run: ({ tenantId, transaction, payload }) =>
      writeCheckpoint({ tenantId, secret, transaction, now: () => clock.now() }, payload.cause),
  }),
];

/** a job for each ledger that has grown: what stops one tenant's stops nobody else's */
export const proofTasks = ({ database }: ProofJobDeps): RecurringTask[] => [
  {
    name: 'proof.checkpoints',
    everyMs: HOUR_MS,
    lane: 'bulk',
    run: async () => {
      for (const tenantId of await database.withoutTenant(tenantIds)) {
        await database.withTenant(tenantId, systemActor, async (tx) => {
          const [head, last] = [(await headOf(tx))?.sequence ?? 0n, await lastCheckpoint(tx)];
          if (head > BigInt(last?.size ?? 0)) await emit(tx, tenantId, checkpointWanted, { cause: 'hourly' });
        });
      }
    },
  },
];
