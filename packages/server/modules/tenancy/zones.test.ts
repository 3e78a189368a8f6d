// Zones that follow each other: every moment lies in one day and one month, whatever was chosen when, with days of 23 and 25 hours,
// quarters of an hour and both sides of the date line.
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { dayOf } from '../../platform/zone.ts';
import {
  bookedDayAt,
  bookedDayBefore,
  bookedDaysBetween,
  bookedDaysNamed,
  monthAround,
  nextMidnight,
  readZones,
  type Zones,
  zoneAt,
  zonesAsJson,
} from './zones.ts';

const names = [
  'UTC',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Pago_Pago',
  'Pacific/Kiritimati',
  'America/Havana',
  'Africa/Cairo',
];
const DAY = 24 * HOUR_MS;

/** as the settings do it: each is in force from its own next midnight on */
function chain(first: string, changes: readonly (readonly [at: string, zone: string])[]): Zones {
  const names = [first, ...changes.map(([, zone]) => zone)];
  const ends = [...changes.map(([at, zone]) => nextMidnight(zone, new Date(at)).toISOString()), null];
  return readZones(names.map((time_zone, place) => ({ time_zone, until: ends[place] ?? null })));
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
  'seed %i: days and months are cut without a gap, and each day has one name in its zone',
  (seed) => {
    const next = randomOf(seed * 7_919);
    const any = () => names[Math.floor(next() * names.length)] ?? 'UTC';
    const start = new Date(['2026-03-01T07:20:00Z', '2026-10-20T23:50:00Z', '2011-12-20T11:00:00Z'][seed % 3] ?? '');
    let at = start.getTime();
    const changes = Array.from({ length: 1 + (seed % 4) }, () => {
      at += Math.floor(next() * 9 * DAY) + 2 * DAY;
      return [new Date(at).toISOString(), any()] as const;
    });
    const zones = chain(any(), changes);
    const days = bookedDaysBetween(zones, start, new Date(at + 40 * DAY));
    expect(new Set(days.map(({ day, timeZone }) => `${day} ${timeZone}`)).size).toBe(days.length);
    for (const [place, day] of days.entries()) {
      expect(day.end.getTime() - day.start.getTime()).toBeLessThanOrEqual(25 * HOUR_MS);
      if (place > 0) expect(day.start).toEqual(days[place - 1]?.end);
      const inside = new Date(day.start.getTime() + Math.floor(next() * (day.end.getTime() - day.start.getTime())));
      expect(bookedDayAt(zones, inside)).toEqual(day);
      expect(dayOf(inside, zoneAt(zones, inside))).toBe(day.day);
      expect(bookedDaysNamed(zones, day.day, day.timeZone)).toContainEqual(day);
      const month = monthAround(zones, inside);
      expect(month.filter((span) => inside >= span.start && inside < span.end)).toHaveLength(1);
      // whoever is in it says the same of it
      for (const span of month) expect(monthAround(zones, span.start)).toEqual(month);
    }
    const last = days.at(-1);
    if (last) expect(bookedDayBefore(zones, last.start, 3)).toEqual(days.at(-4));
    expect(readZones(JSON.parse(zonesAsJson(zones)))).toEqual(zones);
  },
);

test.each([
  [
    'from Tokyo back to UTC the day is there twice',
    'Asia/Tokyo',
    'UTC',
    ['2026-11-10', '2026-11-11', '2026-11-11', '2026-11-12'],
  ],
  [
    'from UTC on to Tokyo the day is cut short',
    'UTC',
    'Asia/Tokyo',
    ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'],
  ],
  [
    'over the date line a day may be missing',
    'Pacific/Pago_Pago',
    'Pacific/Kiritimati',
    ['2026-11-09', '2026-11-10', '2026-11-12', '2026-11-13'],
  ],
])('%s', (_name, first, second, expected) => {
  const zones = chain(first, [['2026-11-10T20:00:00Z', second]]);
  const change = zones[0].until ?? new Date(0);
  const days = bookedDaysBetween(
    zones,
    new Date(change.getTime() - 26 * HOUR_MS),
    new Date(change.getTime() + 30 * HOUR_MS),
  );
  expect(days.slice(0, 4).map(({ day }) => day)).toEqual(expected);
  expect(days.every(({ start, end }) => start < end)).toBe(true);
});

test('the next midnight is one of the zone itself, on days of any length', () => {
  expect(nextMidnight('Asia/Kathmandu', new Date('2026-11-16T18:14:59Z')).toISOString()).toBe(
    '2026-11-16T18:15:00.000Z',
  );
  expect(nextMidnight('Asia/Kathmandu', new Date('2026-11-16T18:15:00Z')).toISOString()).toBe(
    '2026-11-17T18:15:00.000Z',
  );
  // clocks go back in New York: the day has 25 hours
  expect(nextMidnight('America/New_York', new Date('2026-11-01T04:00:00Z')).toISOString()).toBe(
    '2026-11-02T05:00:00.000Z',
  );
  expect(nextMidnight('America/New_York', new Date('2026-03-08T05:00:00Z')).toISOString()).toBe(
    '2026-03-09T04:00:00.000Z',
  );
});
