// The time zones of a tenant: one after the other, each in force until the next begins. What belongs to a day or a month
// belongs to one of the zone that was in force then, whichever is now.
import { z } from 'zod';
import { addDays, dayOf, startOf } from '../../platform/zone.ts';

export interface ZoneSpan {
  timeZone: string;
  /** null: always */
  from: Date | null;
  /** null: until somebody chooses another */
  until: Date | null;
}

/** oldest first, without a gap; never empty */
export type Zones = readonly [ZoneSpan, ...ZoneSpan[]];

export const alwaysIn = (timeZone: string): Zones => [{ timeZone, from: null, until: null }];

const spanAt = (zones: Zones, at: Date): ZoneSpan =>
  zones.find(({ until }) => until === null || at < until) ?? zones[0];
export const zoneAt = (zones: Zones, at: Date): string => spanAt(zones, at).timeZone;

const later = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one);
const earlier = (one: Date, other: Date | null): Date => (other !== null && other < one ? other : one);

/** a day as money is booked by it: one of its zone's, cut where the zone was left or came */
export interface BookedDay {
  day: string;
  timeZone: string;
  start: Date;
  end: Date;
}

const dayWithin = ({ timeZone, from, until }: ZoneSpan, day: string): BookedDay => ({
  day,
  timeZone,
  start: later(startOf(day, timeZone), from),
  end: earlier(startOf(addDays(day, 1), timeZone), until),
});
export const bookedDayAt = (zones: Zones, at: Date): BookedDay => {
  const span = spanAt(zones, at);
  return dayWithin(span, dayOf(at, span.timeZone));
};

/** those of that name: two where a zone that is behind followed one that had begun the day already */
export const bookedDaysNamed = (zones: Zones, day: string, timeZone?: string): BookedDay[] =>
  zones
    .filter((span) => timeZone === undefined || span.timeZone === timeZone)
    .map((span) => dayWithin(span, day))
    .filter(({ start, end }) => start < end);

/** every day that the time touches, whole */
export function bookedDaysBetween(zones: Zones, from: Date, until: Date): BookedDay[] {
  const days: BookedDay[] = [];
  for (let at = from; at < until; ) {
    const day = bookedDayAt(zones, at);
    days.push(day);
    at = day.end;
  }
  return days;
}

/** the day that lies so many before the one of this moment */
export function bookedDayBefore(zones: Zones, at: Date, back: number): BookedDay {
  let day = bookedDayAt(zones, at);
  for (let left = back; left > 0; left--) day = bookedDayAt(zones, new Date(day.start.getTime() - 1));
  return day;
}

/** the month around a moment, as each zone has it while it is in force: together everything that counts as one month */
export function monthAround(zones: Zones, at: Date): { start: Date; end: Date }[] {
  const month = dayOf(at, zoneAt(zones, at)).slice(0, 7);
  const next = addDays(`${month}-28`, 4).slice(0, 7);
  return zones
    .map(({ timeZone, from, until }) => ({
      start: later(startOf(`${month}-01`, timeZone), from),
      end: earlier(startOf(`${next}-01`, timeZone), until),
    }))
    .filter(({ start, end }) => start < end);
}

/** the next time at which it is midnight there: from then on a zone that is chosen now is in force */
export function nextMidnight(timeZone: string, now: Date): Date {
  const today = dayOf(now, timeZone);
  return startOf(addDays(today, 1), timeZone);
}

const Kept = z.array(z.object({ time_zone: z.string(), until: z.coerce.date().nullable() })).min(1);

/** as the database keeps them */
export function readZones(kept: unknown): Zones {
  const [first, ...rest] = Kept.parse(kept).map(
    ({ time_zone: timeZone, until }, place, all): ZoneSpan => ({
      timeZone,
      from: all[place - 1]?.until ?? null,
      until,
    }),
  );
  if (!first) throw new Error('a tenant without a time zone');
  return [first, ...rest];
}

/** and back, for statements that ask for a cap's window */
export const zonesAsJson = (zones: Zones): string =>
  JSON.stringify(zones.map(({ timeZone, until }) => ({ time_zone: timeZone, until })));
