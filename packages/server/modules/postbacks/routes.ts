import type { postbackRoutes } from '@tributary/contract/postbacks';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { oneAtATime } from '../../platform/db/one-at-a-time.ts';
import { Fault } from '../../platform/fault.ts';
import { isId, newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../audit/index.ts';
import {
  type ConversionFilter,
  type CsvColumn,
  conversionsAfter,
  exportLog,
  findConversion,
  isoTime,
  logPage,
  toPublisherView,
  utmColumns,
  withKnownNames,
} from '../conversions/index.ts';
import { campaignChoices } from '../offers/index.ts';
import { attemptsOf, changeSince, deliveriesAfter, requeue, shownDelivery, statesOf } from './deliveries.repo.ts';
import { createPostback, deletePostback, editPostback, testPostback } from './manage-postbacks.ts';
import { planDeliveries } from './plan.ts';
import type { SendParts } from './send.ts';
import {
  addWebhook,
  changeWebhook,
  findWebhook,
  listWebhooks,
  pageOfPostbacks,
  removeWebhook,
  rotateWebhook,
  type StoredWebhook,
} from './targets.repo.ts';
import { deliveryDue, dueOf } from './topics.ts';
import { deliverySummary, toAttempt, toDelivery, toPostback, toWebhook } from './views.ts';

const OVERTAKEN =
  'The conversion has changed since: this would tell the publisher something old. Send its present status from the conversion instead.';
const MAX_WEBHOOKS = 20;
const CHOICES_SHOWN = 200;
const OWN_SHOWN = 200;
const byId = ({ id }: { id: string }): string => id;
const idOf = (after: string | null): string | null => (after !== null && isId(after) ? after : null);

async function requireWebhook(tx: Tx, id: string): Promise<StoredWebhook> {
  const webhook = isId(id) ? await findWebhook(tx, id) : null;
  if (!webhook) throw new Fault('not_found');
  return webhook;
}

/** every list of these names offers: to a publisher only those that it knows */
const known = <Row extends Parameters<typeof withKnownNames>[2][number]>(
  tx: Tx,
  { tenant, principal: { role, userId }, clock }: SignedInCall,
  rows: readonly Row[],
): Promise<Row[]> => withKnownNames(tx, { tenantId: tenant.id, role, userId }, rows, clock.now());

async function deliveryDetails(tx: Tx, call: SignedInCall, id: string) {
  const found = isId(id) ? await shownDelivery(tx, id) : null;
  const [row] = await known(tx, call, found ? [found] : []);
  if (!row) throw new Fault('not_found');
  return { ...toDelivery(row), request_body: row.request_body, tries: (await attemptsOf(tx, id)).map(toAttempt) };
}

async function sendAgain(tx: Tx, call: SignedInCall, ids: readonly string[]): Promise<string[]> {
  const queued = await requeue(tx, ids, call.clock.now());
  for (const delivery of queued) await emit(tx, call.tenant.id, deliveryDue, dueOf(delivery));
  if (queued.length > 0) {
    await recordAudit(tx, call, {
      action: 'deliveries.resent',
      objectKind: 'delivery',
      objectId: null,
      after: { ids: queued.map(({ id }) => id) },
    });
  }
  return queued.map(({ id }) => id);
}

async function ownConversions(
  tx: Tx,
  call: SignedInCall,
  query: ConversionFilter,
  after: string | null,
  limit: number,
) {
  // what the log hides is not searched by, either
  const own: ConversionFilter = { ...query, searches: 'publisher' };
  const rows = await known(tx, call, await conversionsAfter(tx, own, idOf(after), limit));
  const states = await statesOf(tx, rows.map(byId));
  return rows.map((row) => ({ ...toPublisherView(row), delivery: deliverySummary(states.get(row.id)) }));
}

export const postbackHandlers = (parts: SendParts): Handlers<typeof postbackRoutes> => ({
  publisherPostbacks: inTransaction(async ({ query }, _call, tx) => {
    const { rows, total } = await pageOfPostbacks(tx, query);
    return { rows: rows.map(toPostback), total };
  }),
  addPublisherPostback: inTransaction(({ body: { publisher_id, ...fields } }, call, tx) =>
    createPostback(tx, call, publisher_id, fields),
  ),
  editPublisherPostback: inTransaction(({ params, body }, call, tx) => editPostback(tx, call, params.id, body)),
  removePublisherPostback: inTransaction(({ params }, call, tx) => deletePostback(tx, call, params.id)),
  testPublisherPostback: ({ params }, call) => testPostback(call, parts, params.id),
  deliveries: inTransaction(({ query }, _call, tx) =>
    logPage(query, tx, (inside, after, limit) => deliveriesAfter(inside, query, after, limit), byId, toDelivery),
  ),
  exportDeliveries: async ({ query }, call) =>
    exportLog(
      call,
      { action: 'deliveries.exported', objectKind: 'delivery', filter: query },
      async (tx, after, limit) => (await deliveriesAfter(tx, query, after, limit)).map(toDelivery),
      byId,
      deliveryColumns,
    ),
  delivery: inTransaction(({ params }, call, tx) => deliveryDetails(tx, call, params.id)),
  resendDelivery: inTransaction(async ({ params }, call, tx) => {
    const delivery = isId(params.id) ? await shownDelivery(tx, params.id) : null;
    if (!delivery) throw new Fault('not_found');
    if (await changeSince(tx, delivery)) throw new Fault('conflict', OVERTAKEN);
    if ((await sendAgain(tx, call, [params.id])).length === 0) {
      throw new Fault('conflict', 'It is on its way already; its next attempt is shown in the log.');
    }
    return { id: params.id };
  }),
  replayDeliveries: inTransaction(async ({ body }, call, tx) => {
    const wanted = [...new Set(body.ids)];
    const queued = await sendAgain(tx, call, wanted);
    return { queued: queued.length, skipped: wanted.length - queued.length };
  }),
  resendConversion: inTransaction(async ({ params }, call, tx) => {
    const conversion = isId(params.id) ? await findConversion(tx, params.id) : null;
    if (!conversion) throw new Fault('not_found');
    const at = call.clock.now();
    const cause = `resend-${newId(at.getTime())}`;
    const news = { conversionId: conversion.id, change: 'resend' as const, status: conversion.status, cause };
    const queued = await planDeliveries(tx, call.tenant.id, news, at);
    await recordAudit(tx, call, {
      action: 'conversion.resent',
      objectKind: 'conversion',
      objectId: conversion.id,
      after: { queued },
    });
    return { queued };
  }),
  webhooks: inTransaction(async (_input, _call, tx) => ({ rows: (await listWebhooks(tx)).map(toWebhook) })),
  addWebhook: inTransaction(async ({ body }, call, tx) => {
    await oneAtATime(tx, 'webhooks', call.tenant.id);
    if ((await listWebhooks(tx)).length >= MAX_WEBHOOKS) {
      throw new Fault('conflict', `There are ${MAX_WEBHOOKS} webhooks already. Please delete one first.`);
    }
    const at = call.clock.now();
    const id = newId(at.getTime());
    await addWebhook(tx, { tenantId: call.tenant.id, id, at, ...body });
    await recordAudit(tx, call, { action: 'webhook.added', objectKind: 'webhook', objectId: id, after: body });
    return { id, secret: parts.signer.secret(id, 1) };
  }),
  editWebhook: inTransaction(async ({ params, body }, call, tx) => {
    const { id, url, events, enabled } = await requireWebhook(tx, params.id);
    await changeWebhook(tx, id, body);
    const trail = { action: 'webhook.changed', objectKind: 'webhook', objectId: id };
    await recordAudit(tx, call, { ...trail, before: { url, events, enabled }, after: body });
    return { id };
  }),
  removeWebhook: inTransaction(async ({ params }, call, tx) => {
    const { id, url } = await requireWebhook(tx, params.id);
    await removeWebhook(tx, id, call.clock.now());
    await recordAudit(tx, call, { action: 'webhook.removed', objectKind: 'webhook', objectId: id, before: { url } });
    return { id };
  }),
  rotateWebhookSecret: inTransaction(async ({ params }, call, tx) => {
    const { id } = await requireWebhook(tx, params.id);
    const version = await rotateWebhook(tx, id, new Date(call.clock.now().getTime() + DAY_MS));
    await recordAudit(tx, call, { action: 'webhook.secret-replaced', objectKind: 'webhook', objectId: id });
    return { id, secret: parts.signer.secret(id, version) };
  }),
  publisherConversions: inTransaction(({ query }, call, tx) =>
    logPage(
      query,
      tx,
      (inside, after, limit) => ownConversions(inside, call, query, after, limit),
      byId,
      (row) => row,
    ),
  ),
  exportPublisherConversions: async ({ query }, call) =>
    exportLog(
      call,
      { action: 'conversions.exported', objectKind: 'conversion', filter: query },
      (tx, after, limit) => ownConversions(tx, call, query, after, limit),
      byId,
      ownColumns,
    ),
  ownPostbacks: inTransaction(async (_input, call, tx) => {
    const { rows } = await pageOfPostbacks(tx, { publisher_id: call.principal.userId, page_size: OWN_SHOWN });
    const offers = await campaignChoices(
      tx,
      { tenantId: call.tenant.id, id: call.principal.userId },
      call.clock.now(),
      CHOICES_SHOWN,
    );
    return {
      rows: (await known(tx, call, rows)).map(toPostback),
      offers: offers.map(({ id, number, name, goals }) => ({
        id,
        number,
        name,
        goals: goals.map((goal) => ({ id: goal.id, number: goal.number, name: goal.name })),
      })),
    };
  }),
  addOwnPostback: inTransaction(({ body }, call, tx) => createPostback(tx, call, call.principal.userId, body)),
  editOwnPostback: inTransaction(({ params, body }, call, tx) => editPostback(tx, call, params.id, body)),
  removeOwnPostback: inTransaction(({ params }, call, tx) => deletePostback(tx, call, params.id)),
  testOwnPostback: ({ params }, call) => testPostback(call, parts, params.id),
  ownDeliveries: inTransaction(({ query }, call, tx) =>
    logPage(
      query,
      tx,
      async (inside, after, limit) => known(inside, call, await deliveriesAfter(inside, query, after, limit)),
      byId,
      toDelivery,
    ),
  ),
  ownDelivery: inTransaction(({ params }, call, tx) => deliveryDetails(tx, call, params.id)),
});

const deliveryColumns: CsvColumn<ReturnType<typeof toDelivery>>[] = [
  ['Time (UTC)', (row) => isoTime(row.at)],
  ['Kind', (row) => row.kind],
  ['Conversion ID', (row) => row.conversion_id],
  ['Offer', (row) => row.offer?.name ?? null],
  ['Publisher', (row) => row.publisher?.name ?? null],
  ['Goal', (row) => row.goal_name],
  ['Event', (row) => row.event],
  ['Sequence', (row) => row.sequence],
  ['URL', (row) => row.url],
  ['Method', (row) => row.method],
  ['State', (row) => row.state],
  ['Attempts', (row) => row.attempts],
  ['Last status', (row) => row.last_status],
  ['Last error', (row) => row.last_error],
  ['Milliseconds', (row) => row.latency_ms],
];

const ownColumns: CsvColumn<Awaited<ReturnType<typeof ownConversions>>[number]>[] = [
  ['Conversion ID', (row) => row.id],
  ['Time (UTC)', (row) => isoTime(row.at)],
  ['Click ID', (row) => row.click_id],
  ['p1', (row) => row.p1],
  ...utmColumns,
  ['Source', (row) => row.source],
  ['Campaign ID', (row) => row.offer.number],
  ['Campaign', (row) => row.offer.name],
  ['Goal', (row) => row.goal_name],
  ['Country', (row) => row.country],
  ['Payout', (row) => row.payout],
  ['Currency', (row) => row.currency],
  ['Status', (row) => row.status],
  ['Reason', (row) => row.reason],
  ['Postback', (row) => row.delivery],
  ['Payable', (row) => (row.disputed ? 'Not until a dispute is answered' : '')],
];
