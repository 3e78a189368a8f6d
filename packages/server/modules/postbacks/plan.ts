// Something happened to a conversion: which calls must be made? Each becomes a row and an event of its own; the cause keeps
// a run that is repeated from making a second one.
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import type { WebhookEvent } from '@tributary/contract/conversions/postbacks';
import { formatMoney } from '@tributary/contract/money';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { type Conversion, findConversion, offerNames } from '../conversions/index.ts';
import { addDelivery, type NewDelivery } from './deliveries.repo.ts';
import { factsOf } from './facts.ts';
import { type Facts, fillTemplate, usesMacro } from './macro-values.ts';
import { listWebhooks, postbacksFor } from './targets.repo.ts';
import { deliveryDue, dueOf } from './topics.ts';

export interface ConversionChange {
  conversionId: string;
  change: 'created' | 'status' | 'amounts' | 'resend';
  status: ConversionStatus;
  cause: string;
  /** the conversion's own number of this change; absent on changes of an older release */
  sequence?: number | undefined;
  payoutChanged?: boolean | undefined;
}

export async function planDeliveries(tx: Tx, tenantId: string, happened: ConversionChange, at: Date): Promise<number> {
  const conversion = await findConversion(tx, happened.conversionId);
  if (!conversion) return 0;
  const event = eventOf(happened);
  const targets = (await targetsOf(tx, conversion)).filter(({ statuses }) => statuses.includes(happened.status));
  const webhooks = happened.change === 'resend' ? [] : await webhooksFor(tx, event);
  // nobody wants to hear of most conversions: then nothing more need be known about them
  if (targets.length === 0 && webhooks.length === 0) return 0;
  const known = await factsOf(tx, conversion, happened.status);
  if (!known) return 0;
  const base = {
    tenantId,
    publisherId: conversion.publisher_id,
    subject: { kind: 'conversion' as const, id: conversion.id },
    cause: happened.cause,
    sequence: happened.sequence ?? conversion.sequence,
    at,
  };
  known.facts.conversion.sequence = base.sequence;
  const planned: NewDelivery[] = [
    ...(targets.length === 0
      ? []
      : publisherCalls(targets, await asPublisherKnows(tx, tenantId, known.facts, at), happened, base)),
    ...webhookCalls(webhooks, event, conversion, known.facts, happened, base),
  ];
  let queued = 0;
  for (const delivery of planned) {
    const id = await addDelivery(tx, delivery);
    if (id === null) continue;
    await emit(tx, tenantId, deliveryDue, dueOf({ ...delivery, id }));
    queued++;
  }
  return queued;
}

/** a webhook is the workspace's own and says everything; a publisher's call names no offer that it may not know */
export async function asPublisherKnows(tx: Tx, tenantId: string, facts: Facts, at: Date): Promise<Facts> {
  const { offer, goal, publisher } = facts;
  const names = await offerNames(tx, { tenantId, role: 'publisher', userId: publisher.id }, [offer.number], at);
  if (names.has(offer.number)) return facts;
  return { ...facts, offer: { ...offer, title: '', category: null, appId: null }, goal: { ...goal, name: '' } };
}

type Base = Pick<NewDelivery, 'tenantId' | 'publisherId' | 'subject' | 'cause' | 'sequence' | 'at'>;

/** a correction is told where the address carries what was corrected; else it would be the same call a second time */
const tellsOf = (url: string, { change, payoutChanged }: ConversionChange, { hidePayout }: Facts['offer']): boolean =>
  change !== 'amounts' || (payoutChanged !== false && !hidePayout && usesMacro(url, 'payout'));

const targetsOf = (tx: Tx, conversion: Conversion) =>
  postbacksFor(tx, {
    publisherId: conversion.publisher_id,
    offerId: conversion.offer_id,
    goalId: conversion.goal_id,
  });
type Targets = Awaited<ReturnType<typeof targetsOf>>;

function publisherCalls(targets: Targets, facts: Facts, happened: ConversionChange, base: Base): NewDelivery[] {
  const { status } = happened;
  return targets.flatMap((target) => {
    const filled = tellsOf(target.url, happened, facts.offer) ? fillTemplate(target.url, facts) : null;
    if (filled === null) return [];
    return [{ ...base, kind: 'postback', targetId: target.id, event: status, ...requestOf(filled, target.method) }];
  });
}

/** by POST the query travels as a form */
export function requestOf(filled: string, method: string): Pick<NewDelivery, 'url' | 'method' | 'body'> {
  if (method !== 'POST') return { url: filled, method: 'GET', body: null };
  const mark = filled.indexOf('?');
  return mark < 0
    ? { url: filled, method: 'POST', body: '' }
    : { url: filled.slice(0, mark), method: 'POST', body: filled.slice(mark + 1).split('#')[0] ?? '' };
}

const eventOf = ({ change, status }: ConversionChange): WebhookEvent =>
  change === 'created' ? 'conversion.created' : change === 'amounts' ? 'conversion.adjusted' : `conversion.${status}`;

const webhooksFor = async (tx: Tx, event: WebhookEvent) =>
  (await listWebhooks(tx)).filter(({ enabled, events }) => enabled && events.includes(event));

function webhookCalls(
  wanting: Awaited<ReturnType<typeof webhooksFor>>,
  event: WebhookEvent,
  conversion: Conversion,
  facts: Facts,
  happened: ConversionChange,
  base: Base,
): NewDelivery[] {
  return wanting.map((webhook) => ({
    ...base,
    kind: 'webhook',
    targetId: webhook.id,
    event,
    url: webhook.url,
    method: 'POST',
    body: webhookBody(event, conversion, facts, happened.status, base),
  }));
}

/** a webhook is the workspace's own: it says everything, money as decimal text */
function webhookBody(
  event: WebhookEvent,
  conversion: Conversion,
  { offer, goal, publisher }: Facts,
  status: ConversionStatus,
  { at, sequence }: Base,
): string {
  return JSON.stringify({
    type: event,
    created_at: unixSeconds(at),
    data: {
      id: conversion.id,
      at: unixSeconds(conversion.at),
      click_id: conversion.click_id,
      click_at: conversion.click_at && unixSeconds(conversion.click_at),
      txn_id: conversion.txn_id,
      offer: { id: offer.id, camp_id: offer.number, title: offer.title },
      goal: { number: goal.number, name: goal.name, token: goal.token },
      publisher: { id: publisher.id, number: publisher.number, name: publisher.name },
      status,
      sequence,
      reason: conversion.reason,
      revenue: formatMoney(conversion.revenue),
      payout: formatMoney(conversion.payout),
      sale_amount: conversion.sale === null ? null : formatMoney(conversion.sale),
      currency: conversion.currency,
      source: conversion.source,
      country: conversion.country,
      params: conversion.params,
      click_params: conversion.click_params,
    },
  });
}
