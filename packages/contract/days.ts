// Days and months as somebody enters them or asks by them. The years in which money moves: beyond them a date is a slip of the
// hand, and the database knows some that a calendar does not.
import { z } from 'zod';

const isOfOurTime = (text: string): boolean => {
  const year = Number(text.slice(0, 4));
  return year >= 1970 && year <= 2100;
};
const OUT_OF_TIME = 'Please give a year between 1970 and 2100';

export const day = z.iso.date('A day looks like 2026-03-31').refine(isOfOurTime, OUT_OF_TIME);
export const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'A month looks like 2026-03')
  .refine(isOfOurTime, OUT_OF_TIME);
