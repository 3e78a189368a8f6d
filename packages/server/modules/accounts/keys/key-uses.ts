// Who used which key, counted in memory and written every few seconds: a write for every call would cost more than the call. What is
// not written yet is lost with the process; nothing but a figure on a screen hangs on it.
import { HOUR_MS } from '../../../platform/clock.ts';
import { type Database, systemActor } from '../../../platform/db/database.ts';
import type { Log } from '../../../platform/log.ts';
import { type KeyUse, writeUses } from './key-uses.repo.ts';

export interface KeyUses {
  note(tenantId: string, use: { keyId: string; userId: string; ip: string; at: Date }): void;
  /** what was counted so far: before it is shown, and before the end */
  flush(tenantId?: string): Promise<void>;
  close(): Promise<void>;
}

const FLUSH_EVERY_MS = 5_000;

export function createKeyUses(database: Database, log: Log): KeyUses {
  /** tenant → key and hour → what happened there */
  let counted = new Map<string, Map<string, KeyUse>>();
  const add = (tenantId: string, use: KeyUse): void => {
    const uses = counted.get(tenantId) ?? new Map<string, KeyUse>();
    counted.set(tenantId, uses);
    const place = `${use.keyId} ${use.hour.getTime()}`;
    const known = uses.get(place);
    const later = known && known.at > use.at ? known : use;
    uses.set(place, { ...later, calls: use.calls + (known?.calls ?? 0) });
  };
  const write = async (tenantId: string, uses: ReadonlyMap<string, KeyUse>): Promise<void> => {
    try {
      await database.withTenant(tenantId, systemActor, (tx) => writeUses(tx, tenantId, [...uses.values()]));
    } catch (error) {
      // the database is away: they wait for the next time
      for (const use of uses.values()) add(tenantId, use);
      log.warn({ err: error }, 'the uses of API keys could not be written');
    }
  };
  const flush: KeyUses['flush'] = async (tenantId) => {
    const taken = counted;
    const ready = [...taken].filter(([id]) => tenantId === undefined || id === tenantId);
    counted = new Map([...taken].filter(([id]) => tenantId !== undefined && id !== tenantId));
    for (const [id, uses] of ready) await write(id, uses);
  };
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS);
  timer.unref();
  return {
    note: (tenantId, { keyId, userId, ip, at }) =>
      add(tenantId, { keyId, userId, ip, at, calls: 1, hour: new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS) }),
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
