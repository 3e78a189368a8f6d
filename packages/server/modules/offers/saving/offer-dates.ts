// The dates an offer gets where the form leaves them empty: the specification's own while their end lies ahead, then today and
// two years on.
import { DAY_MS } from '../../../platform/clock.ts';
import { Fault } from '../../../platform/fault.ts';

const SEED_START = new Date('2025-10-02T00:00:00Z');
const SEED_END = new Date('2027-10-02T00:00:00Z');
const YEARS = 2;

export interface OfferDates {
  startsAt: Date;
  endsAt: Date;
}

export function defaultDates(now: Date): OfferDates {
  if (SEED_END > now) return { startsAt: SEED_START, endsAt: SEED_END };
  const startsAt = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  const endsAt = new Date(startsAt);
  endsAt.setUTCFullYear(endsAt.getUTCFullYear() + YEARS);
  return { startsAt, endsAt };
}

export function offerDates(fields: { start_date: Date | null; end_date: Date | null }, now: Date): OfferDates {
  const standard = defaultDates(now);
  const startsAt = fields.start_date ?? standard.startsAt;
  const endsAt = fields.end_date ?? standard.endsAt;
  if (endsAt <= startsAt) throw new Fault('invalid_input', 'The end date must be after the start date.');
  return { startsAt, endsAt };
}
