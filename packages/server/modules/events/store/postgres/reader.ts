// The reader of events that lie in PostgreSQL, beside everything else: its relations are subselects.
import type { EventReader } from '../reader.ts';
import { checkRollups, recountPublishers } from './check-rollups.ts';
import { billableClicks, dailyCounts, offersWithTraffic, paidCounts, pulse, recentHours } from './counts.ts';
import { clickGroups } from './groups.ts';
import { clickById, clicksOfLots, eventById, scan } from './rows.ts';

export const postgresReader: EventReader = {
  clickById,
  eventById,
  dailyCounts,
  paidCounts,
  clicksOfLots,
  clickGroups,
  recentHours,
  offersWithTraffic,
  pulse,
  scan,
  checkRollups,
  recountPublishers,
  billableClicks,
};
