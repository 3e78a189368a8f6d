// How changes of postbacks and webhooks are taken back: by the verbs that made them. One that was removed comes back as itself, so
// that its deliveries go on naming it.
import { postbackRoutes } from '@tributary/contract/conversions/postbacks';
import type { TrailValues } from '@tributary/contract/trail';
import { type Inverse, type Inverses, trailForm } from '../audit/index.ts';
import { bringBackPostback, deletePostback, editPostback, shownPostback } from './manage-postbacks.ts';
import { bringBackWebhook, deleteWebhook, editWebhook, shownWebhook } from './manage-webhooks.ts';
import { findPostback, findWebhook } from './targets.repo.ts';

const postbackNow: Inverse['now'] = async (tx, { objectId }) => {
  const row = await findPostback(tx, objectId);
  return row && trailForm({ publisher: row.publisher_id, ...shownPostback(row) });
};
const Postback = postbackRoutes.editPublisherPostback.body;
const postbackIn = ({ publisher: _publisher, ...fields }: TrailValues) => Postback.parse(fields);
const isKeptWhole: Inverse['isWhole'] = ({ before }) => before?.statuses !== undefined;

const webhookNow: Inverse['now'] = async (tx, { objectId }) => {
  const row = await findWebhook(tx, objectId);
  return row && trailForm(shownWebhook(row));
};
const Webhook = postbackRoutes.editWebhook.body;

export const postbackInverses: Inverses = {
  'postback.added': {
    route: () => postbackRoutes.removePublisherPostback,
    now: postbackNow,
    back: (tx, call, { objectId }) => deletePostback(tx, call, objectId),
  },
  'postback.changed': {
    route: () => postbackRoutes.editPublisherPostback,
    now: postbackNow,
    back: (tx, call, { objectId, before }) => editPostback(tx, call, objectId, postbackIn(before ?? {})),
  },
  'postback.removed': {
    route: () => postbackRoutes.addPublisherPostback,
    isWhole: isKeptWhole,
    now: postbackNow,
    back: (tx, call, { objectId, before }) => {
      const publisherId = String(before?.publisher);
      return bringBackPostback(tx, call, { id: objectId, publisherId }, postbackIn(before ?? {}));
    },
  },
  'webhook.added': {
    route: () => postbackRoutes.removeWebhook,
    now: webhookNow,
    back: (tx, call, { objectId }) => deleteWebhook(tx, call, objectId),
  },
  'webhook.changed': {
    route: () => postbackRoutes.editWebhook,
    now: webhookNow,
    back: (tx, call, { objectId, before }) => editWebhook(tx, call, objectId, Webhook.parse(before)),
  },
  'webhook.removed': {
    route: () => postbackRoutes.addWebhook,
    isWhole: ({ before }) => before?.events !== undefined,
    now: webhookNow,
    back: (tx, call, { objectId, before }) => bringBackWebhook(tx, call, objectId, Webhook.parse(before)),
  },
};
