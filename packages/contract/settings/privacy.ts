// What a workspace keeps of the people who click: how exactly, and how long.
import { z } from 'zod';
import { section } from './section.ts';

export const RETENTION_DAYS = { min: 30, max: 400 } as const;
/** whose addresses and devices are kept less exactly than they came */
export const anonymiseScopes = ['off', 'europe', 'everyone'] as const;
export const deviceIdRules = ['keep', 'hash', 'drop'] as const;

const days = z
  .int(`Please enter a whole number of days`)
  .min(RETENTION_DAYS.min, `At least ${RETENTION_DAYS.min} days`)
  .max(RETENTION_DAYS.max, `At most ${RETENTION_DAYS.max} days`);

export const privacySection = section(
  'privacy',
  'Privacy',
  {
    anonymise: z.enum(anonymiseScopes),
    /** of those whom it concerns: kept, as a digest that still tells two devices apart, or not at all */
    device_ids: z.enum(deviceIdRules),
    /** single clicks and impressions; figures stay */
    retention_days: days,
  },
  { anonymise: 'off', device_ids: 'drop', retention_days: RETENTION_DAYS.max },
);
