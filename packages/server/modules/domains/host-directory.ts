// Which tenant's a host is. The whole list of verified domains is kept and read anew every few seconds at most, however many
// unknown hosts are asked for: who is not on it is nobody's.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { type DomainOwner, verifiedDomains } from '../tenancy/index.ts';

const FRESH_MS = 5_000;

export interface HostDirectory {
  find(host: string): Promise<DomainOwner | null>;
  /** something was changed here: the next question reads anew */
  forget(): void;
}

export function createHostDirectory(database: Database, clock: Clock): HostDirectory {
  let known: { at: number; hosts: Promise<ReadonlyMap<string, DomainOwner>> } | null = null;
  const hosts = (): Promise<ReadonlyMap<string, DomainOwner>> => {
    const now = clock.now().getTime();
    if (known && now - known.at < FRESH_MS && now >= known.at) return known.hosts;
    const before = known;
    const reading = database.withoutTenant(verifiedDomains);
    const mine = { at: now, hosts: reading };
    known = mine;
    // the database is away for a moment: what was true goes on serving
    mine.hosts = reading.catch((error: unknown) => {
      known = null;
      if (before) return before.hosts;
      throw error;
    });
    return mine.hosts;
  };
  return {
    find: async (host) => (await hosts()).get(host) ?? null,
    forget: () => {
      known = null;
    },
  };
}
