// Whether the panel can do its work: the database answers and has room, and the data folder can be written.
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from './db/database.ts';

/** anybody may ask, so the disks are not asked each time */
const KEPT_MS = 1_000;
const PROBE = Buffer.alloc(64 * 1024, 'tributary');

/** one sentence a reason; empty = ready */
export type Readiness = () => Promise<string[]>;

export function createReadiness(database: Database, dataDir: string): Readiness {
  let asked: { at: number; reasons: Promise<string[]> } | undefined;
  const ask = async (): Promise<string[]> => {
    const reasons = await Promise.all([database.trouble(), troubleOf(dataDir)]);
    return reasons.filter((reason) => reason !== null);
  };
  return () => {
    const at = performance.now();
    if (!asked || at - asked.at > KEPT_MS) asked = { at, reasons: ask() };
    return asked.reasons;
  };
}

async function troubleOf(dataDir: string): Promise<string | null> {
  const file = path.join(dataDir, `.probe-${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, PROBE);
    return null;
  } catch {
    return 'the data folder cannot be written';
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
