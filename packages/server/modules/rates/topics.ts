import { z } from 'zod';
import { topic } from '../../platform/jobs/topics.ts';

/** a dated exchange rate was entered, corrected or taken back: conversions of its days come to carry what holds then */
export const ratesChanged = topic(
  'rates.changed',
  z.object({ base: z.string(), quote: z.string(), from: z.iso.date() }),
);
