// How long it takes from outside: from the pixel's answer to its conversion, from a queued mail to its leaving.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type LaneTenant, sendPixel } from '../../test/faults/lane-tenants.ts';
import type { Stack } from '../../test/faults/stack.ts';

const EVERY_MS = 250;
const LOOK_MS = 25;
const PATIENCE_MS = 180_000;

async function timesOf(
  stack: Stack,
  seconds: number,
  begin: (id: string) => Promise<void>,
  ended: string,
): Promise<number[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  const waiting = new Map<string, number>();
  const times: number[] = [];
  let isOver = false;
  const watch = (async () => {
    while (!isOver || waiting.size > 0) {
      const { rows } = await client.query<{ id: string }>(ended, [[...waiting.keys()]]);
      for (const { id } of rows) {
        times.push(performance.now() - (waiting.get(id) ?? 0));
        waiting.delete(id);
      }
      // what has not come by now is counted with the time it has waited
      for (const [id, since] of waiting) {
        if (performance.now() - since < PATIENCE_MS) continue;
        times.push(PATIENCE_MS);
        waiting.delete(id);
      }
      await sleep(LOOK_MS);
    }
  })();
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const id = randomUUID();
    await begin(id);
    waiting.set(id, performance.now());
    await sleep(EVERY_MS);
  }
  isOver = true;
  await watch;
  await client.end();
  return times;
}

export const conversionTimes = (stack: Stack, tenant: LaneTenant, seconds: number): Promise<number[]> =>
  timesOf(
    stack,
    seconds,
    (id) => sendPixel(stack, tenant, id),
    'select txn_id as id from conversions where txn_id = any($1::text[])',
  );

/** queued as the panel queues them, beside an event in the outbox; the tenants one after another */
export function mailTimes(stack: Stack, tenantIds: readonly string[], seconds: number): Promise<number[]> {
  let turn = 0;
  return timesOf(
    stack,
    seconds,
    async (id) => {
      await stack.sql(
        `with mail as (insert into mails (tenant_id, id, template, recipient, subject, body_text, body_html, created_at)
           values ($1, $2, 'reset-password', 'someone@example.test', 'A mail', 'text', '<p>text</p>', now()))
         insert into outbox (tenant_id, topic, payload) values ($1, 'mail.queued', jsonb_build_object('mail_id', $2::text))`,
        [tenantIds[turn++ % tenantIds.length], id],
      );
    },
    `select id::text from mails where id = any($1::uuid[]) and status = 'sent'`,
  );
}
