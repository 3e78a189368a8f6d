import { expect, test } from 'vitest';
import { dayOf, isoInZone, isSameZone, isZone, minuteOf, moveDays, startOf } from './zone.ts';

test.each([
  ['2026-11-01', 'UTC', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01', 'Asia/Kolkata', '2026-10-31T18:30:00.000Z'],
  ['2026-11-01', 'Asia/Kathmandu', '2026-10-31T18:15:00.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  // the day after the clocks went back
  ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
  ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
  // 02:30 does not exist that night: the moment of the jump
  ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  // 01:30 happens twice: the first
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  // a zone that skips midnight
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
])('%s in %s begins at %s', (local, zone, instant) => {
  expect(startOf(local, zone).toISOString()).toBe(instant);
});

test('an instant has its day, its minute and its text in a zone', () => {
  const instant = new Date('2026-10-31T18:20:00Z');
  expect(dayOf(instant, 'Asia/Kathmandu')).toBe('2026-11-01');
  expect(minuteOf(instant, 'Asia/Kathmandu')).toBe(5);
  expect(isoInZone(instant, 'Asia/Kathmandu')).toBe('2026-11-01T00:05:00+05:45');
});

test('the same time of the clock a day earlier, over a change of the clocks', () => {
  const noon = new Date('2026-11-01T17:00:00Z');
  expect(moveDays(noon, -1, 'America/New_York').toISOString()).toBe('2026-10-31T16:00:00.000Z');
});

test('only names of zones are zones, and two names of one are the same', () => {
  expect(['Asia/Kolkata', 'UTC', 'Etc/GMT+5'].map(isZone)).toEqual([true, true, true]);
  expect(['+05:30', '', 'Nowhere/Land', "x'; --"].map(isZone)).toEqual([false, false, false, false]);
  expect(isSameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true);
  expect(isSameZone('Asia/Kathmandu', 'Asia/Kolkata')).toBe(false);
});
