// For tests only: whether a reply is what its route declares. Every call of the test client goes through it.
import { isDeepStrictEqual } from 'node:util';
import type { RouteSpec } from '@tributary/contract';
import { z } from 'zod';

/** what a route sends is what it declares: every value as its schema has it, and no key that the schema does not know */
export function checkReply(route: Pick<RouteSpec, 'method' | 'path' | 'wire' | 'reply'>, body: unknown): void {
  if (route.wire === 'table' || route.wire === 'file' || route.wire === 'stream') return;
  const parsed = route.reply.safeParse(body);
  const place = `the reply of ${route.method} ${route.path}`;
  if (!parsed.success) throw new Error(`${place} is not what it declares:\n${z.prettifyError(parsed.error)}`);
  if (isDeepStrictEqual(parsed.data, body)) return;
  throw new Error(`${place} holds more than it declares:\n${undeclared(body, parsed.data).join('\n')}`);
}

/** the paths of what parsing dropped or changed */
function undeclared(sent: unknown, kept: unknown, path = ''): string[] {
  if (isDeepStrictEqual(sent, kept)) return [];
  if (!isObject(sent) || !isObject(kept)) return [path];
  return Object.keys(sent).flatMap((name) => undeclared(sent[name], kept[name], path ? `${path}.${name}` : name));
}
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
