// Spools of workers that are no longer configured (TRACKER_WORKERS was lowered): the first worker ships what they left.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { type Slot, tryTakeSlot } from '../slot.ts';
import { listSegments, openSpoolDirectory } from '../spool/segments.ts';
import type { CallServer } from './server-calls.ts';
import { Shipper } from './ship.ts';

export interface Orphan {
  slot: Slot;
  shipper: Shipper;
}

export function adoptOrphans(dataDir: string, workers: number, call: CallServer, log: Log): Orphan[] {
  const orphans: Orphan[] = [];
  for (const name of readdirSync(join(dataDir, 'tracker'))) {
    if (!/^\d{1,3}$/.test(name) || Number(name) < workers) continue;
    const slot = tryTakeSlot(dataDir, Number(name));
    if (!slot) continue;
    const directory = openSpoolDirectory(join(slot.path, 'spool'));
    if (listSegments(directory.path).length === 0) {
      slot.release();
      continue;
    }
    log.info('shipping what a former worker left', { worker: Number(name) });
    const shipper = new Shipper({ directory, call, log, openSegment: async () => null });
    shipper.start();
    orphans.push({ slot, shipper });
  }
  return orphans;
}
