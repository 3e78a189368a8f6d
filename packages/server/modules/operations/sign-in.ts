// The operator's session: 12 hours at most, an hour when idle, known by a cookie. Unknown addresses cost the same work
// as known ones. Tries are counted by address and IP together: a stranger's guesses never lock the operator out.
import type { InputOf, operatorRoutes, ReplyOf } from '@tributary/contract';
import type { OperatorCall, PlainCall } from '../../http/call.ts';
import { type Clock, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { type Database, systemActor } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { hashSecret, newId, newSecret } from '../../platform/ids.ts';
import { networkOf } from '../../platform/network-of.ts';
import { countTry, forgiveTries } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { PLATFORM_TENANT_ID } from '../tenancy/index.ts';
import {
  addOperatorSession,
  endOperatorSession,
  findOperator,
  findOperatorSession,
  type Operator,
  touchOperatorSession,
} from './operators.repo.ts';
import type { OperationsDeps } from './routes.ts';

const LIFETIME_MS = 12 * HOUR_MS;
const IDLE_MS = 60 * MINUTE_MS;
const SEEN_EVERY_MS = MINUTE_MS;

const platform = { id: PLATFORM_TENANT_ID };

type Route = typeof operatorRoutes.operatorLogin;

export async function signInOperator(
  { body }: InputOf<Route>,
  call: PlainCall,
  deps: OperationsDeps,
): Promise<ReplyOf<Route>> {
  const subject = hashSecret(`operator|${body.email.toLowerCase()}|${networkOf(call.ip)}`);
  const waitSeconds = await deps.database.withTenant(PLATFORM_TENANT_ID, systemActor, (tx) =>
    countTry(tx, PLATFORM_TENANT_ID, subject, call.clock.now()),
  );
  if (waitSeconds > 0) {
    throw new Fault('rate_limited', `Too many attempts. Please wait ${waitSeconds} seconds and try again.`, {
      retryAfterSeconds: waitSeconds,
    });
  }
  const operator = await deps.operators.withoutTenant((tx) => findOperator(tx, body.email));
  const right = await deps.passwords.verify(operator?.password_hash ?? null, body.password);
  if (!operator || !right) {
    await deps.operators.withoutTenant((tx) =>
      recordAudit(
        tx,
        { ...call, tenant: platform },
        {
          action: 'operator.refused',
          objectKind: 'operator',
          objectId: operator?.id ?? null,
          after: { email: body.email },
        },
      ),
    );
    throw new Fault('wrong_credentials');
  }
  await deps.database.withTenant(PLATFORM_TENANT_ID, systemActor, (tx) => forgiveTries(tx, subject));
  return openSession(operator, call, deps);
}

async function openSession(operator: Operator, call: PlainCall, deps: OperationsDeps): Promise<ReplyOf<Route>> {
  const at = call.clock.now();
  const secret = newSecret();
  await deps.operators.withoutTenant(async (tx) => {
    await addOperatorSession(tx, {
      id: newId(at.getTime()),
      operatorId: operator.id,
      hash: hashSecret(secret),
      at,
      expiresAt: new Date(at.getTime() + LIFETIME_MS),
      ip: call.ip,
    });
    await recordAudit(
      tx,
      { ...call, tenant: platform, operator },
      { action: 'operator.signed-in', objectKind: 'operator', objectId: operator.id },
    );
  });
  call.setCookie('operator', secret, null);
  return { email: operator.email };
}

export async function signOutOperator(call: OperatorCall, deps: OperationsDeps): Promise<void> {
  const secret = call.cookies.operator;
  if (secret) await deps.operators.withoutTenant((tx) => endOperatorSession(tx, hashSecret(secret), call.clock.now()));
  call.clearCookie('operator');
}

export const operatorOfSecret = (
  operators: Database,
  clock: Clock,
  secret: string,
): Promise<{ id: string; email: string } | null> =>
  operators.withoutTenant(async (tx) => {
    const at = clock.now();
    const session = await findOperatorSession(tx, hashSecret(secret), at, new Date(at.getTime() - IDLE_MS));
    if (!session) return null;
    if (at.getTime() - session.last_seen_at.getTime() > SEEN_EVERY_MS) await touchOperatorSession(tx, session.id, at);
    return { id: session.operator_id, email: session.email };
  });
