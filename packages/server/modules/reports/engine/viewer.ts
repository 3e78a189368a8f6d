// Who reads a report: what he may ask for, which rows are his, and the zone and currency he reads them in.
import type { Hideable } from '@tributary/contract';
import type { ReportRole } from '@tributary/contract/reports/report-catalogue';
import type { Language } from '../../../words/sentences.ts';
import type { Zones } from '../../tenancy/index.ts';

export interface Reached {
  id: string;
  number: number;
}

export interface Viewer {
  tenantId: string;
  userId: string;
  role: ReportRole;
  /** user_sequence_id: what rollups know a publisher by */
  number: number;
  firstName: string;
  status: string;
  email: string;
  language: Language;
  timeZone: string;
  /** of the team: whose rows are his; null on a side where all are */
  reach: { publishers: readonly Reached[] | null; advertisers: readonly Reached[] | null };
  /** classes of fields that his role, or that of whoever signed in as him, keeps from him */
  hidden: readonly Hideable[];
  tenant: {
    timeZone: string;
    /** that one, and those that were in force before: booked days are of theirs */
    zones: Zones;
    /** whose days the rollups are kept by; null while they are counted anew */
    rollupZone: string | null;
    /** sources of days before this one stand under the days of a zone that was left */
    sourcesSince: string | null;
    /** single clicks and impressions before this moment were removed by the workspace's retention */
    rowsSince: Date | null;
    currency: string;
    advertisersSeePublishers: boolean;
  };
}

export type Side = 'publishers' | 'advertisers';
/** on which sides the viewer sees some rows and not all */
export const narrowedSides = ({ role, reach }: Viewer): Side[] => {
  if (role === 'publisher') return ['publishers'];
  if (role === 'advertiser') return ['advertisers'];
  return (['publishers', 'advertisers'] as const).filter((side) => reach[side] !== null);
};

/** ids of the people whose rows these are; null: everyone's */
export const idsWithin = (viewer: Viewer, side: Side): readonly string[] | null => {
  if (viewer.role === 'admin') return viewer.reach[side]?.map(({ id }) => id) ?? null;
  return narrowedSides(viewer).includes(side) ? [viewer.userId] : null;
};
export const numbersWithin = (viewer: Viewer, side: Side): readonly number[] | null => {
  if (viewer.role === 'admin') return viewer.reach[side]?.map(({ number }) => number) ?? null;
  return narrowedSides(viewer).includes(side) ? [viewer.number] : null;
};
