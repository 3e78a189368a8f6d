// Webhooks are signed as Standard Webhooks has it: HMAC-SHA-256 over id, time and body, so that the receiver can tell ours
// from anybody's and an old one from a new. The secret is derived, never stored.
import { createHmac } from 'node:crypto';
import type { InstallationSecret } from '../../platform/secret.ts';

export interface WebhookSigner {
  secret(webhookId: string, version: number): string;
  headers(message: {
    webhookId: string;
    /** the one before signs too, for a day after a rotation */
    versions: readonly number[];
    deliveryId: string;
    at: Date;
    body: string;
  }): Record<string, string>;
}

export function webhookSigner(secret: InstallationSecret): WebhookSigner {
  const master = secret.derive('webhook-v1');
  const key = (id: string, version: number) => createHmac('sha256', master).update(`${id}/${version}`).digest();
  return {
    secret: (id, version) => `whsec_${key(id, version).toString('base64')}`,
    headers: ({ webhookId, versions, deliveryId, at, body }) => {
      const time = String(Math.floor(at.getTime() / 1_000));
      const sign = (version: number) =>
        `v1,${createHmac('sha256', key(webhookId, version)).update(`${deliveryId}.${time}.${body}`).digest('base64')}`;
      return {
        'content-type': 'application/json',
        'webhook-id': deliveryId,
        'webhook-timestamp': time,
        'webhook-signature': versions.map(sign).join(' '),
      };
    },
  };
}
