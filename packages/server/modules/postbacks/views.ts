import type { ConversionStatus, PublisherConversion } from '@tributary/contract/conversions/conversions';
import type {
  Delivery,
  DeliveryAttempt,
  DeliverySubject,
  PublisherPostback,
  Webhook,
  WebhookEvent,
} from '@tributary/contract/conversions/postbacks';
import type { z } from 'zod';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type attemptsOf, type DeliveryState, deliveries, type ShownDelivery } from './deliveries.repo.ts';
import type { ShownPostback, StoredWebhook } from './targets.repo.ts';

const secondsOr = (at: Date | null): number | null => at && unixSeconds(at);
/** the check constraint keeps the method within its list */
const methodOf = ({ method }: { method: string }): 'GET' | 'POST' => (method === 'POST' ? 'POST' : 'GET');

export const toPostback = (row: ShownPostback): z.infer<typeof PublisherPostback> => ({
  id: row.id,
  publisher: { id: row.publisher_id, number: row.user_sequence_id, name: `${row.first_name} ${row.last_name}` },
  level: row.goal_id ? 'goal' : row.offer_id ? 'offer' : 'global',
  offer: row.offer_id ? { id: row.offer_id, number: row.offer_number ?? 0, name: row.offer_title ?? '' } : null,
  goal: row.goal_id ? { id: row.goal_id, number: row.goal_number ?? 0, name: row.goal_name ?? '' } : null,
  url: row.url,
  method: methodOf(row),
  statuses: row.statuses as ConversionStatus[],
  enabled: row.enabled,
  disabled_reason: row.disabled_reason,
  last_status: row.last_status,
  last_error: row.last_error,
  last_at: secondsOr(row.last_at),
  created_at: unixSeconds(row.created_at),
});

export const toWebhook = (row: StoredWebhook): z.infer<typeof Webhook> => ({
  id: row.id,
  url: row.url,
  events: row.events as WebhookEvent[],
  enabled: row.enabled,
  disabled_reason: row.disabled_reason,
  last_status: row.last_status,
  last_error: row.last_error,
  last_at: secondsOr(row.last_at),
  created_at: unixSeconds(row.created_at),
});

export const toDelivery = (row: ShownDelivery): z.infer<typeof Delivery> => ({
  id: row.id,
  kind: row.kind === 'webhook' ? 'webhook' : 'postback',
  at: unixSeconds(row.created_at),
  // the check constraint keeps the kind within its list
  subject: { kind: row.subject_kind as DeliverySubject, id: row.subject_id },
  conversion_id: row.subject_kind === 'conversion' ? row.subject_id : null,
  offer:
    row.offer_id === null ? null : { id: row.offer_id, number: row.offer_number ?? 0, name: row.offer_title ?? '' },
  publisher:
    row.publisher_id === null
      ? null
      : {
          id: row.publisher_id,
          number: row.user_sequence_id ?? 0,
          name: [row.first_name, row.last_name].filter(Boolean).join(' '),
        },
  goal_name: row.goal_name,
  event: row.event,
  sequence: row.sequence,
  url: row.url,
  method: methodOf(row),
  state: row.state as DeliveryState,
  attempts: row.attempts,
  last_status: row.last_status,
  last_error: row.last_error,
  latency_ms: row.latency_ms,
  next_at: secondsOr(row.next_at),
});

type AttemptRow = Awaited<ReturnType<typeof attemptsOf>>[number];
export const toAttempt = (row: AttemptRow): z.infer<typeof DeliveryAttempt> => ({
  attempt: row.attempt,
  at: unixSeconds(row.at),
  url: row.url,
  method: methodOf(row),
  status: row.status,
  body: row.body,
  error: row.error,
  latency_ms: row.latency_ms,
  next_at: secondsOr(row.next_at),
});

/** the worst news first: what has not arrived matters more than what has */
export function deliverySummary(
  states: readonly DeliveryState[] | undefined,
): z.infer<typeof PublisherConversion>['delivery'] {
  // one that was overtaken does not count: the newer one is
  const counted = (states ?? []).filter((state) => state !== 'superseded');
  if (counted.length === 0) return 'none';
  if (counted.includes('waiting')) return 'waiting';
  return counted.some((state) => state === 'failed' || state === 'cancelled') ? 'failed' : 'delivered';
}

const SHOWN = 100;
/** calls about a conversion, oldest first */
export async function deliveriesOf(tx: Tx, conversionId: string): Promise<z.infer<typeof Delivery>[]> {
  const { rows } = await deliveries.page(tx, { conversion_id: conversionId, limit: SHOWN });
  return rows.map(toDelivery).reverse();
}
