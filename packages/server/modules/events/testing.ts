// For tests only: every event store, with a way to look into it that is not its own.
import { roleUrl } from '../../platform/db/roles.ts';
import { quietLog, type TestDatabase, testSecret } from '../../platform/testing.ts';
import { postgresReader } from './store/postgres/reader.ts';
import { inspectPostgres } from './store/postgres/testing.ts';
import { postgresStore } from './store/postgres.ts';
import type { EventReader } from './store/reader.ts';
import type { EventStore } from './store/store.ts';

export { eventsChangedByHand } from './store/postgres/testing.ts';

export interface Inspect {
  rowsOf(tenant: string): Promise<number>;
  clicksInQuarter(tenant: string, at: string): Promise<number>;
  clicksOfDay(tenant: string, day: string): Promise<number>;
  /** in the rollup by day, of all tenants */
  dayRows(): Promise<number>;
  /** names of the rollups that differ from a recount of the rows, in either direction */
  wrongRollups(): Promise<string[]>;
  /** whose rows a transaction of this tenant can read */
  tenantsSeen(tenant: string): Promise<string[]>;
}

export interface StoreUnderTest {
  name: string;
  open(database: TestDatabase): EventStore | Promise<EventStore>;
  reader: EventReader;
  inspect(database: TestDatabase): Inspect;
}

export const stores: StoreUnderTest[] = [
  {
    name: 'PostgreSQL',
    open: (database) => postgresStore(roleUrl(database.ownerUrl, 'intake', testSecret), quietLog),
    reader: postgresReader,
    inspect: inspectPostgres,
  },
];
