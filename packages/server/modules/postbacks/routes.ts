import { publisherConversionLog } from '@tributary/contract/conversions/conversions';
import { deliveryLog, type postbackRoutes } from '@tributary/contract/conversions/postbacks';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId, newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { exportList, recordAudit } from '../audit/index.ts';
import {
  conversions,
  findConversion,
  type LoggedConversion,
  toPublisherView,
  withKnownNames,
} from '../conversions/index.ts';
import { campaignChoices } from '../offers/index.ts';
import { attemptsOf, changeSince, deliveries, requeue, shownDelivery, statesOf } from './deliveries.repo.ts';
import { createPostback, deletePostback, editPostback, testPostback } from './manage-postbacks.ts';
import { createWebhook, deleteWebhook, editWebhook, replaceSecret } from './manage-webhooks.ts';
import { planDeliveries } from './plan.ts';
import type { SendDeps } from './send.ts';
import { listedPostbacks, listWebhooks } from './targets.repo.ts';
import { deliveryDue, dueOf } from './topics.ts';
import { deliverySummary, toAttempt, toDelivery, toPostback, toWebhook } from './views.ts';

const OVERTAKEN =
  'The conversion has changed since: this would tell the publisher something old. Send its present status from the conversion instead.';
const CHOICES_SHOWN = 200;
const OWN_SHOWN = 200;

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

/** what the log hides is not searched by, either */
const asPublisher = { searches: 'publisher' } as const;

async function showOwn(tx: Tx, call: SignedInCall, found: readonly LoggedConversion[]) {
  const rows = await known(tx, call, found);
  const states = await statesOf(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...toPublisherView(row), delivery: deliverySummary(states.get(row.id)) }));
}

export const postbackHandlers = (deps: SendDeps): Handlers<typeof postbackRoutes> => ({
  publisherPostbacks: inTransaction(async ({ query }, _call, tx) => {
    const { rows, total } = await listedPostbacks.page(tx, query);
    return { rows: rows.map(toPostback), total };
  }),
  addPublisherPostback: inTransaction(({ body: { publisher_id, ...fields } }, call, tx) =>
    createPostback(tx, call, publisher_id, fields),
  ),
  editPublisherPostback: inTransaction(({ params, body }, call, tx) => editPostback(tx, call, params.id, body)),
  removePublisherPostback: inTransaction(({ params }, call, tx) => deletePostback(tx, call, params.id)),
  testPublisherPostback: ({ params }, call) => testPostback(call, deps, params.id),
  deliveries: inTransaction(async ({ query }, _call, tx) => {
    const { rows, next } = await deliveries.page(tx, query);
    return { rows: rows.map(toDelivery), next };
  }),
  exportDeliveries: async ({ query }, call) =>
    exportList(
      call,
      { action: 'deliveries.exported', objectKind: 'delivery', filter: query },
      deliveryLog,
      deliveries.all(call.transaction, query, undefined, (_tx, rows) => rows.map(toDelivery)),
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
    const happened = { conversionId: conversion.id, change: 'resend' as const, status: conversion.status, cause };
    const queued = await planDeliveries(tx, call.tenant.id, happened, at);
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
    const id = await createWebhook(tx, call, body);
    return { id, secret: deps.signer.secret(id, 1) };
  }),
  editWebhook: inTransaction(({ params, body }, call, tx) => editWebhook(tx, call, params.id, body)),
  removeWebhook: inTransaction(({ params }, call, tx) => deleteWebhook(tx, call, params.id)),
  rotateWebhookSecret: inTransaction(async ({ params: { id } }, call, tx) => ({
    id,
    secret: deps.signer.secret(id, await replaceSecret(tx, call, id)),
  })),
  publisherConversions: inTransaction(async ({ query }, call, tx) => {
    const { rows, next } = await conversions.page(tx, query, asPublisher);
    return { rows: await showOwn(tx, call, rows), next };
  }),
  exportPublisherConversions: async ({ query }, call) =>
    exportList(
      call,
      { action: 'conversions.exported', objectKind: 'conversion', filter: query },
      publisherConversionLog,
      conversions.all(call.transaction, query, asPublisher, (tx, rows) => showOwn(tx, call, rows)),
    ),
  ownPostbacks: inTransaction(async (_input, call, tx) => {
    const { rows } = await listedPostbacks.page(tx, { publisher_id: call.principal.userId, page_size: OWN_SHOWN });
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
  testOwnPostback: ({ params }, call) => testPostback(call, deps, params.id),
  ownDeliveries: inTransaction(async ({ query }, call, tx) => {
    const { rows, next } = await deliveries.page(tx, query);
    return { rows: (await known(tx, call, rows)).map(toDelivery), next };
  }),
  ownDelivery: inTransaction(({ params }, call, tx) => deliveryDetails(tx, call, params.id)),
});
