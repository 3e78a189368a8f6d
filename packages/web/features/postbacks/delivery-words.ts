// A call to a publisher or a webhook in words, and as a command that repeats it by hand.
import type { Delivery, DeliveryDetails, deliveryStates } from '@tributary/contract/conversions/postbacks';
import type { z } from 'zod';
import { words } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';

export type DeliveryRow = z.output<typeof Delivery>;
export type DeliveryRecord = z.output<typeof DeliveryDetails>;

export const stateWords: Record<(typeof deliveryStates)[number], string> = {
  waiting: t('postbacks.waiting'),
  delivered: t('postbacks.delivered'),
  failed: t('postbacks.failed'),
  cancelled: t('postbacks.cancelled'),
  superseded: t('postbacks.overtaken'),
};

/** "approved" → "Approved", "conversion.created" → "Conversion created" */
export const eventText = (event: string): string => words(event.replace('.', ' '));

export const answerText = (status: number | null, error: string | null): string | null =>
  status === null ? error && words(error) : `HTTP ${status}`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export function curlOf({ method, url, request_body }: Pick<DeliveryRecord, 'method' | 'url' | 'request_body'>): string {
  if (method === 'GET') return `curl -i ${quoted(url)}`;
  const isJson = request_body?.startsWith('{') ?? false;
  const body = request_body
    ? ` -H ${quoted(`content-type: ${isJson ? 'application/json' : 'application/x-www-form-urlencoded'}`)} --data ${quoted(request_body)}`
    : '';
  return `curl -i -X POST${body} ${quoted(url)}`;
}
