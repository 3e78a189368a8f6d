import { HONEYPOT_FIELD, type WithHoneypot } from '@tributary/contract/site/honeypot';
import type { PlainCall } from './call.ts';

/** True for a form that a program filled in: the caller answers as always and does nothing. */
export function filledHoneypot(body: WithHoneypot, call: Pick<PlainCall, 'log' | 'ip'>): boolean {
  if (!body[HONEYPOT_FIELD]) return false;
  call.log.info({ ip: call.ip }, 'a public form was filled in by a program');
  return true;
}
