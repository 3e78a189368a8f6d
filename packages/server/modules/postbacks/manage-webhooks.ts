// Where a workspace's own systems are told of what happens.
import type { SignedInCall } from '../../http/call.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { oneAtATime } from '../../platform/db/one-at-a-time.ts';
import { Fault } from '../../platform/fault.ts';
import { isId, newId } from '../../platform/ids.ts';
import { recordAudit } from '../audit/index.ts';
import {
  addWebhook,
  changeWebhook,
  findWebhook,
  listWebhooks,
  removeWebhook,
  restoreWebhook,
  rotateWebhook,
  type StoredWebhook,
  type WebhookFields,
} from './targets.repo.ts';

const MAX_WEBHOOKS = 20;
const object = (id: string) => ({ objectKind: 'webhook', objectId: id }) as const;

async function requireWebhook(tx: Tx, id: string): Promise<StoredWebhook> {
  const webhook = isId(id) ? await findWebhook(tx, id) : null;
  if (!webhook) throw new Fault('not_found');
  return webhook;
}

export const shownWebhook = ({ url, events, enabled }: Pick<StoredWebhook, 'url' | 'events' | 'enabled'>) => ({
  url,
  events,
  enabled,
});

async function requireRoom(tx: Tx, call: SignedInCall): Promise<void> {
  await oneAtATime(tx, 'webhooks', call.tenant.id);
  if ((await listWebhooks(tx)).length >= MAX_WEBHOOKS) {
    throw new Fault('conflict', `There are ${MAX_WEBHOOKS} webhooks already. Please delete one first.`);
  }
}

export async function createWebhook(tx: Tx, call: SignedInCall, fields: WebhookFields): Promise<string> {
  await requireRoom(tx, call);
  const at = call.clock.now();
  const id = newId(at.getTime());
  await addWebhook(tx, { tenantId: call.tenant.id, id, at, ...fields });
  await recordAudit(tx, call, { action: 'webhook.added', ...object(id), after: { ...fields } });
  return id;
}

export async function editWebhook(tx: Tx, call: SignedInCall, id: string, fields: WebhookFields) {
  const before = shownWebhook(await requireWebhook(tx, id));
  await changeWebhook(tx, id, fields);
  await recordAudit(tx, call, { action: 'webhook.changed', ...object(id), before, after: { ...fields } });
  return { id };
}

export async function deleteWebhook(tx: Tx, call: SignedInCall, id: string) {
  const before = shownWebhook(await requireWebhook(tx, id));
  await removeWebhook(tx, id, call.clock.now());
  await recordAudit(tx, call, { action: 'webhook.removed', ...object(id), before });
  return { id };
}

/** one that was removed comes back with its secret */
export async function bringBackWebhook(tx: Tx, call: SignedInCall, id: string, fields: WebhookFields): Promise<void> {
  await requireRoom(tx, call);
  await restoreWebhook(tx, id, fields);
  await recordAudit(tx, call, { action: 'webhook.added', ...object(id), after: { ...fields } });
}

export async function replaceSecret(tx: Tx, call: SignedInCall, id: string): Promise<number> {
  await requireWebhook(tx, id);
  const version = await rotateWebhook(tx, id, new Date(call.clock.now().getTime() + DAY_MS));
  await recordAudit(tx, call, { action: 'webhook.secret-replaced', ...object(id) });
  return version;
}
