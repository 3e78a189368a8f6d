// Something happened to a conversion: which calls must be made? Each becomes a row and an event of its own; the cause keeps
// a run that is repeated from making a second one.
import type { ConversionStatus } from '@tributary/contract/conversions';
import { formatMoney } from '@tributary/contract/money';
import type { WebhookEvent } from '@tributary/contract/postbacks';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { type Conversion, findConversion, offerNames } from '../conversions/index.ts';
import { addDelivery, type NewDelivery } from './deliveries.repo.ts';
import { factsOf } from './facts.ts';
import { type Facts, fillTemplate, usesMacro } from './macro-values.ts';
import { listWebhooks, postbacksFor } from './targets.repo.ts';
import { deliveryDue, hostOf } from './topics.ts';

export interface News {
  conversionId: string;
  change: 'created' | 'status' | 'amounts' | 'resend';
  status: ConversionStatus;
  cause: string;
  /** the conversion's own number of this news; absent on news of an older release */
  sequence?: number | undefined;
  payoutChanged?: boolean | undefined;
}

export async function planDeliveries(tx: Tx, tenantId: string, news: News, at: Date): Promise<number> {
  const conversion = await findConversion(tx, news.conversionId);
  const known = conversion && (await factsOf(tx, conversion, news.status));
  if (!conversion || !known) return 0;
  const base = {
    tenantId,
    publisherId: conversion.publisher_id,
    conversionId: conversion.id,
    cause: news.cause,
    sequence: news.sequence ?? conversion.sequence,
    at,
  };
  known.facts.conversion.sequence = base.sequence;
  const planned: NewDelivery[] = [
    ...(await publisherCalls(tx, conversion, await asPublisherKnows(tx, known.facts, at), news, base)),
    ...(news.change === 'resend' ? [] : await webhookCalls(tx, conversion, known.facts, news, base)),
  ];
  let queued = 0;
  for (const delivery of planned) {
    const id = await addDelivery(tx, delivery);
    if (id === null) continue;
    await emit(tx, tenantId, deliveryDue, { delivery_id: id, host: hostOf(delivery.url) });
    queued++;
  }
  return queued;
}

/** a webhook is the workspace's own and says everything; a publisher's call names no offer that it may not know */
async function asPublisherKnows(tx: Tx, facts: Facts, at: Date): Promise<Facts> {
  const { offer, goal, publisher } = facts;
  const names = await offerNames(tx, { role: 'publisher', userId: publisher.id }, [offer.number], at);
  if (names.has(offer.number)) return facts;
  return { ...facts, offer: { ...offer, title: '', category: null, appId: null }, goal: { ...goal, name: '' } };
}

type Base = Pick<NewDelivery, 'tenantId' | 'publisherId' | 'conversionId' | 'cause' | 'sequence' | 'at'>;

/** a correction is told where the address carries what was corrected; else it would be the same call a second time */
const tellsOf = (url: string, { change, payoutChanged }: News, { hidePayout }: Facts['offer']): boolean =>
  change !== 'amounts' || (payoutChanged !== false && !hidePayout && usesMacro(url, 'payout'));

async function publisherCalls(
  tx: Tx,
  conversion: Conversion,
  facts: Facts,
  news: News,
  base: Base,
): Promise<NewDelivery[]> {
  const { status } = news;
  const targets = await postbacksFor(tx, {
    publisherId: conversion.publisher_id,
    offerId: conversion.offer_id,
    goalId: conversion.goal_id,
  });
  return targets.flatMap((target) => {
    const isWanted = target.statuses.includes(status) && tellsOf(target.url, news, facts.offer);
    const filled = isWanted ? fillTemplate(target.url, facts) : null;
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

const eventOf = ({ change, status }: News): WebhookEvent =>
  change === 'created' ? 'conversion.created' : change === 'amounts' ? 'conversion.adjusted' : `conversion.${status}`;

async function webhookCalls(
  tx: Tx,
  conversion: Conversion,
  facts: Facts,
  news: News,
  base: Base,
): Promise<NewDelivery[]> {
  const event = eventOf(news);
  const wanting = (await listWebhooks(tx)).filter(({ enabled, events }) => enabled && events.includes(event));
  return wanting.map((webhook) => ({
    ...base,
    kind: 'webhook',
    targetId: webhook.id,
    event,
    url: webhook.url,
    method: 'POST',
    body: webhookBody(event, conversion, facts, news.status, base),
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
