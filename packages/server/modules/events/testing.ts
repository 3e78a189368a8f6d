// For tests only: every event store, with a way to look into it that is not its own.
import { systemClock } from '../../platform/clock.ts';
import { roleUrl } from '../../platform/db/roles.ts';
import { quietLog, type TestDatabase, testSecret } from '../../platform/testing.ts';
import { postgresReader } from './store/postgres/reader.ts';
import { postgresStore } from './store/postgres/store.ts';
import { apartFromIntake, inspectPostgres } from './store/postgres/testing.ts';
import type { EventReader } from './store/reader.ts';
import type { EventStore } from './store/store.ts';
import { takeInWith } from './store/take-in.ts';

export { eventsChangedByHand, eventsToMend } from './store/postgres/testing.ts';

export interface Inspect {
  rowsOf(tenant: string): Promise<number>;
  clicksInQuarter(tenant: string, at: string): Promise<number>;
  clicksOfDay(tenant: string, day: string): Promise<number>;
  /** in the rollup by day, of all tenants */
  dayRows(): Promise<number>;
  /** names of the rollups that differ from a recount of the rows, in either direction */
  wrongRollups(): Promise<string[]>;
  /** as when a day's rows are not kept any longer */
  dropRows(tenant: string, start: Date, end: Date): Promise<void>;
  /** makes the rollups of a day wrong */
  spoil(tenant: string, day: string): Promise<void>;
  days(tenant: string): Promise<{ day: string; clicks: number; impressions: number }[]>;
  sources(tenant: string): Promise<{ day: string; source: string; clicks: number }[]>;
  /** whose rows a transaction of this tenant can read */
  tenantsSeen(tenant: string): Promise<string[]>;
}

export interface StoreUnderTest {
  name: string;
  /** `lose`: whether the answer of a store that stands apart gets lost, asked each time that it has stored a piece */
  open(database: TestDatabase, lose?: () => boolean): EventStore | Promise<EventStore>;
  reader: EventReader;
  inspect(database: TestDatabase): Inspect;
}

const intakeUrl = (database: TestDatabase): string => roleUrl(database.ownerUrl, 'intake', testSecret);

export const stores: StoreUnderTest[] = [
  {
    name: 'PostgreSQL',
    open: (database) => postgresStore(intakeUrl(database), quietLog),
    reader: postgresReader,
    inspect: inspectPostgres,
  },
  {
    name: 'PostgreSQL, apart from the intake’s transaction',
    open: async (database, lose = () => false) => {
      const driver = await apartFromIntake(database, intakeUrl(database), lose);
      return takeInWith(driver, intakeUrl(database), quietLog, systemClock);
    },
    reader: postgresReader,
    inspect: inspectPostgres,
  },
];
