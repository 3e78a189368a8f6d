// The uplink's thread (uplink.ts): carries the worker's calls to the server and ships its spool.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Fields, type Log, reasonOf } from '../log.ts';
import { adoptOrphans, type Orphan } from './orphans.ts';
import { connectToServer, type ServerCall } from './server-calls.ts';
import { Shipper, type SpoolPosition } from './ship.ts';
import type { FromThread, Order, UplinkData } from './uplink.ts';

const LAST_SHIPMENT_MS = 3_000;

if (!parentPort) throw new Error('the uplink is a thread of a tracker');
const worker = parentPort;
const tell = (message: FromThread): void => worker.postMessage(message);

const toWorker =
  (level: keyof Log) =>
  (message: string, fields?: Fields): void =>
    tell({ kind: 'log', level, message, fields });
const log: Log = { info: toWorker('info'), warn: toWorker('warn'), error: toWorker('error') };

const { serverUrl, token, directory, orphans: left } = workerData as UplinkData;
const server = connectToServer(new URL(serverUrl), token);

let ticket = 0;
const asking = new Map<number, (at: SpoolPosition | null) => void>();
const openSegment = (): Promise<SpoolPosition | null> =>
  new Promise((resolve) => {
    asking.set(++ticket, resolve);
    tell({ kind: 'open-segment-wanted', ticket });
  });

const shipper = new Shipper({
  directory,
  call: server.call,
  log,
  openSegment,
  onLag: (lag) => tell({ kind: 'lag', lag }),
});
let orphans: Orphan[] = [];

async function carry(call: ServerCall, ticketOfCall: number): Promise<void> {
  try {
    const { status, body } = await server.call(call);
    const message: FromThread = { kind: 'answer', ticket: ticketOfCall, status, body };
    // handed over, not copied; a small answer lies in memory shared with others
    if (body.buffer.byteLength === body.byteLength) worker.postMessage(message, [body.buffer as ArrayBuffer]);
    else tell(message);
  } catch (fault) {
    tell({ kind: 'no-answer', ticket: ticketOfCall, reason: reasonOf(fault) });
  }
}

async function stop(): Promise<void> {
  const shipments = [shipper.stop(), ...orphans.map((orphan) => orphan.shipper.stop())];
  await Promise.race([Promise.all(shipments), sleep(LAST_SHIPMENT_MS)]);
  server.close();
  for (const { slot } of orphans) slot.release();
  tell({ kind: 'stopped' });
}

worker.on('message', (order: Order) => {
  if (order.kind === 'call') void carry(order.call, order.ticket);
  else if (order.kind === 'open-segment') {
    asking.get(order.ticket)?.(order.at);
    asking.delete(order.ticket);
  } else if (order.kind === 'ship') {
    shipper.start();
    if (left) orphans = adoptOrphans(left.dataDir, left.workers, server.call, log);
  } else void stop();
});
