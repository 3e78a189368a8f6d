// So many clicks a second into a running server, as a tracker ships them: a frame every half second to /internal/spool.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { internalPaths, SHIP_EVERY_MS } from '@tributary/contract/tracker/tracker-wire';
import { frameAround } from '../../packages/server/modules/events/index.ts';
import { openSecret } from '../../packages/tracker/secret.ts';
import { connectToServer } from '../../packages/tracker/shipping/server-calls.ts';
import { SECRET, type Stack } from '../../test/faults/stack.ts';
import { clickRows } from './click-rows.ts';
import { FIRST_NUMBER } from './report-history.ts';

/** of offer, publisher, country and device, within one shipment */
const GROUPS = 300;
const CALL_LIMIT_MS = 30_000;

/** `insists`: whoever does not answer is asked again */
export function startFlow(stack: Stack, tenantId: string, rate: number, insists = false) {
  const connection = connectToServer(
    new URL(`http://127.0.0.1:${stack.serverPort}`),
    openSecret(SECRET, stack.folder).internalToken,
  );
  const tracker = randomBytes(8).toString('hex');
  const began = performance.now();
  let [offset, sent, isStopped, longestMs] = [0, 0, false, 0];

  const ship = async (body: Buffer): Promise<void> => {
    const place = new URLSearchParams({ tracker, segment: '1', offset: String(offset) });
    const { status } = await connection.call({
      method: 'POST',
      path: `${internalPaths.spool}?${place}`,
      body,
      contentType: 'application/octet-stream',
      timeoutMs: CALL_LIMIT_MS,
    });
    if (status !== 200) throw new Error(`a shipment was answered ${status}`);
  };
  /** a tracker keeps what nobody has taken, and sends it again */
  const shipUntilTaken = async (body: Buffer): Promise<void> => {
    for (;;) {
      try {
        return await ship(body);
      } catch (error) {
        if (!insists) throw error;
        await sleep(SHIP_EVERY_MS);
      }
    }
  };
  const shipOnce = async (): Promise<void> => {
    // what is due by now, so that a slow answer is caught up with, as a tracker would
    const rows = Math.round(((performance.now() - began) / 1_000) * rate) - sent;
    if (rows <= 0) return;
    const body = frameAround('click', clickRows(tenantId, rows, Math.min(rows, GROUPS), FIRST_NUMBER), rows);
    const asked = performance.now();
    await shipUntilTaken(body);
    longestMs = Math.max(longestMs, performance.now() - asked);
    offset += body.length;
    sent += rows;
  };
  const work = (async () => {
    while (!isStopped) {
      const next = performance.now() + SHIP_EVERY_MS;
      await shipOnce();
      await sleep(Math.max(0, next - performance.now()));
    }
  })();

  return {
    stop: async (): Promise<{ rows: number; perSecond: number; longestMs: number }> => {
      isStopped = true;
      await work;
      connection.close();
      return { rows: sent, perSecond: sent / ((performance.now() - began) / 1_000), longestMs };
    },
  };
}
