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
