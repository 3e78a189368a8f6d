// What a workspace keeps of the people who click, and how exactly.
import { z } from 'zod';
import { section } from './section.ts';

/** whose addresses and devices are kept less exactly than they came */
export const anonymiseScopes = ['off', 'europe', 'everyone'] as const;
export const deviceIdRules = ['keep', 'hash', 'drop'] as const;

export const privacySection = section(
  'privacy',
  'Privacy',
  {
    anonymise: z.enum(anonymiseScopes),
    /** of those whom it concerns: kept, as a digest that still tells two devices apart, or not at all */
    device_ids: z.enum(deviceIdRules),
  },
  { anonymise: 'off', device_ids: 'drop' },
);

/** months for which single clicks, impressions and receipts are kept; `platform`: as long as the platform keeps them */
export const keptMonths = ['platform', '3', '6', '12', '13', '18', '24', '36', '60'] as const;
export type KeptMonths = (typeof keptMonths)[number];

export const retentionSection = section(
  'retention',
  'Retention',
  /** never less than a quarter: a month's figures are disputed in the months after it */
  { raw_rows: z.enum(keptMonths) },
  { raw_rows: 'platform' },
);
