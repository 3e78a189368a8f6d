// One call, one attempt, one row in its log. The call itself is made outside any transaction; what came of it is written
// before the job says whether it must be tried again.
import { retryAfterSeconds } from '@tributary/contract/conversions/postbacks';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { JobRun } from '../../platform/jobs/topics.ts';
import type { Outbound, OutboundRequest } from '../../platform/outbound/client.ts';
import {
  type Attempt,
  changeSince,
  findDelivery,
  logAttempt,
  type StoredDelivery,
  setState,
  supersede,
} from './deliveries.repo.ts';
import { findWebhook, isEnabled, noteResult, type TargetKind } from './targets.repo.ts';
import type { WebhookSigner } from './webhook-signature.ts';

export interface SendDeps {
  outbound: Outbound;
  signer: WebhookSigner;
  clock: Clock;
}

const KEPT_BODY_BYTES = 4_096;
export class DeliveryFailed extends Error {}
/** one sentence for every way not to get there: which names exist and who listens where is not for the caller to map */
export const UNREACHABLE =
  'This address could not be reached. It must be public, accept TLS if it is https, and answer within ten seconds.';

/** given up: the last try failed. An endpoint that stays away is no failure of the job */
export async function sendDelivery(
  { payload, transaction, attempt }: JobRun<{ delivery_id: string }>,
  deps: SendDeps,
): Promise<'over' | 'given up'> {
  const ready = await transaction((tx) => prepare(tx, payload.delivery_id, deps));
  // delivered by an attempt that died before it could say so, or switched off meanwhile
  if (!ready) return 'over';
  const result = await callOut(deps, ready.request);
  const waitSeconds = result.error === null ? undefined : retryAfterSeconds[attempt - 1];
  const nextAt = waitSeconds === undefined ? null : new Date(deps.clock.now().getTime() + waitSeconds * 1_000);
  await transaction((tx) => writeDown(tx, payload.delivery_id, { ...result, nextAt }));
  if (result.error === null) return 'over';
  if (nextAt === null) return 'given up';
  throw new DeliveryFailed(result.error);
}

/** the check constraint keeps the kind within its list */
export const kindOf = ({ kind }: Pick<StoredDelivery, 'kind'>): TargetKind =>
  kind === 'webhook' ? 'webhook' : 'postback';

async function prepare(tx: Tx, id: string, deps: SendDeps): Promise<{ request: OutboundRequest } | null> {
  const delivery = await findDelivery(tx, id);
  if (delivery?.state !== 'waiting') return null;
  if (!(await isEnabled(tx, kindOf(delivery), delivery.target_id))) {
    await setState(tx, id, 'cancelled', null);
    return null;
  }
  const now = await changeSince(tx, delivery);
  if (now) {
    const tried = delivery.attempts > 0 ? 'Not tried again' : 'Not sent';
    await supersede(
      tx,
      id,
      `${tried}: the conversion has changed since (it is ${now.status} now, change ${now.sequence})`,
    );
    return null;
  }
  return { request: await requestFor(tx, delivery, deps) };
}

async function requestFor(tx: Tx, delivery: StoredDelivery, { signer, clock }: SendDeps): Promise<OutboundRequest> {
  const { url, request_body: body } = delivery;
  if (delivery.method !== 'POST') return { method: 'GET', url };
  if (kindOf(delivery) === 'postback') {
    return { method: 'POST', url, body: body ?? '', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  }
  const webhook = await findWebhook(tx, delivery.target_id);
  const at = clock.now();
  const version = webhook?.secret_version ?? 1;
  const both = webhook?.previous_until && webhook.previous_until > at && version > 1;
  const versions = both ? [version, version - 1] : [version];
  const headers = signer.headers({
    webhookId: delivery.target_id,
    versions,
    deliveryId: delivery.id,
    at,
    body: body ?? '',
  });
  return { method: 'POST', url, body: body ?? '', headers };
}

/** never throws: what went wrong is the attempt's result */
export async function callOut(
  { outbound, clock }: SendDeps,
  request: OutboundRequest,
): Promise<Omit<Attempt, 'nextAt'>> {
  const at = clock.now();
  try {
    const { status, body, tookMs } = await outbound.send(request);
    const error = status >= 200 && status < 300 ? null : `The answer was ${status}`;
    return { at, status, body: keep(body), error, latencyMs: tookMs };
  } catch {
    return { at, status: null, body: null, error: UNREACHABLE, latencyMs: null };
  }
}

/** PostgreSQL's text knows no NUL */
const keep = (body: string): string =>
  Buffer.from(body.replaceAll('\0', '')).subarray(0, KEPT_BODY_BYTES).toString('utf8').replaceAll('\ufffd', '');

async function writeDown(tx: Tx, id: string, attempt: Attempt): Promise<void> {
  const delivery = await findDelivery(tx, id);
  if (!delivery) return;
  await logAttempt(tx, delivery, attempt);
  await noteResult(tx, kindOf(delivery), delivery.target_id, attempt);
}
