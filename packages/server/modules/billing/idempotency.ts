// A call that moves money can be sent twice: by a nervous hand, or by a program that has not heard the answer. Under one
// `Idempotency-Key` it happens once, and the second is answered as the first was.
import { createHash } from 'node:crypto';
import type { SignedInCall } from '../../http/call.ts';
import { type Clock, DAY_MS } from '../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import type { RecurringTask } from '../../platform/jobs/recurring.ts';
import { tenantIds } from '../tenancy/index.ts';
import { findKey, forgetKeys, keepReply, takeKey } from './idempotency.repo.ts';

const LIFE_MS = DAY_MS;

/** amounts have become bigints by now */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? one.toString() : one));

/**
 * For routes that say `idempotent`: one request, one transaction, and under a key one effect. `name` is the route's: one key
 * for two routes is two requests. A call that fails leaves no key behind.
 */
export const once =
  <Input, C extends SignedInCall, Reply>(name: string, run: (input: Input, call: C, tx: Tx) => Promise<Reply>) =>
  (input: Input, call: C): Promise<Reply> =>
    call.transaction(async (tx) => {
      const { idempotencyKey: key, principal, tenant, clock } = call;
      if (key === null) return run(input, call, tx);
      const named = { tenantId: tenant.id, userId: principal.userId, key };
      const hash = createHash('sha256')
        .update(`${name}\n${textOf(input)}`)
        .digest();
      const at = clock.now();
      if (await takeKey(tx, named, hash, at, new Date(at.getTime() - LIFE_MS))) {
        const reply = await run(input, call, tx);
        await keepReply(tx, named, reply);
        return reply;
      }
      const known = await findKey(tx, named);
      if (!known.request_hash.equals(hash)) {
        throw new Fault('conflict', 'This Idempotency-Key was used for another request. Please use a new one.');
      }
      // as the route's own handler made it, a day ago at most
      return known.reply as Reply;
    });

export const keyTasks = ({ database, clock }: { database: Database; clock: Clock }): RecurringTask[] => [
  {
    name: 'billing.forget-keys',
    everyMs: DAY_MS,
    lane: 'bulk',
    run: async () => {
      const before = new Date(clock.now().getTime() - LIFE_MS);
      for (const tenantId of await database.withoutTenant(tenantIds))
        await database.withTenant(tenantId, systemActor, (tx) => forgetKeys(tx, before));
    },
  },
];
