import type { SnapshotSchedule } from '@tributary/contract/tracker/snapshot';
import { expect, test } from 'vitest';
import { compileSchedule, isOpen } from './schedule.ts';
import { zoneOf } from './zone.ts';

const base: SnapshotSchedule = { timezone: 'UTC', days: [], fromMinute: 540, toMinute: 1080, inverted: false };

test.each<[string, Partial<SnapshotSchedule>, string, boolean]>([
  ['before it opens', {}, '2026-11-16T08:59:59Z', false],
  ['as it opens', {}, '2026-11-16T09:00:00Z', true],
  ['just before it closes', {}, '2026-11-16T17:59:59Z', true],
  ['as it closes', {}, '2026-11-16T18:00:00Z', false],
  ['inactive hours turn it round', { inverted: true }, '2026-11-16T09:00:00Z', false],
  ['inactive hours, outside', { inverted: true }, '2026-11-16T18:00:00Z', true],
  ['from = to is the whole day', { fromMinute: 0, toMinute: 0 }, '2026-11-16T23:59:59Z', true],
  ['a Monday offer on a Monday', { days: [1] }, '2026-11-16T12:00:00Z', true],
  ['a Monday offer on a Tuesday', { days: [1] }, '2026-11-17T12:00:00Z', false],
  ['a Sunday offer on a Sunday', { days: [7] }, '2026-11-15T12:00:00Z', true],
  ['over midnight, late', { fromMinute: 1320, toMinute: 240 }, '2026-11-16T23:00:00Z', true],
  ['over midnight, early', { fromMinute: 1320, toMinute: 240 }, '2026-11-16T03:59:00Z', true],
  ['over midnight, by day', { fromMinute: 1320, toMinute: 240 }, '2026-11-16T12:00:00Z', false],
  ['Monday night runs into Tuesday', { days: [1], fromMinute: 1320, toMinute: 240 }, '2026-11-17T03:00:00Z', true],
  [
    'but Monday’s small hours are Sunday’s',
    { days: [1], fromMinute: 1320, toMinute: 240 },
    '2026-11-16T03:00:00Z',
    false,
  ],
  ['+05:30: 09:00 in Kolkata is 03:30 UTC', { timezone: 'Asia/Kolkata' }, '2026-11-16T03:30:00Z', true],
  ['+05:30: a minute earlier is closed', { timezone: 'Asia/Kolkata' }, '2026-11-16T03:29:59Z', false],
  [
    '+05:30: the day is Kolkata’s',
    { timezone: 'Asia/Kolkata', days: [2], fromMinute: 0, toMinute: 0 },
    '2026-11-16T18:30:00Z',
    true,
  ],
  ['+05:45 exists, too', { timezone: 'Asia/Kathmandu' }, '2026-11-16T03:15:00Z', true],
  ['New York in summer opens at 13:00 UTC', { timezone: 'America/New_York' }, '2026-07-01T13:00:00Z', true],
  ['New York in winter does not', { timezone: 'America/New_York' }, '2026-12-01T13:00:00Z', false],
  ['and opens at 14:00 UTC instead', { timezone: 'America/New_York' }, '2026-12-01T14:00:00Z', true],
  // 8 March 2026: 02:00–03:00 does not exist in New York
  [
    'spring: just before the gap',
    { timezone: 'America/New_York', fromMinute: 120, toMinute: 180 },
    '2026-03-08T06:59:59Z',
    false,
  ],
  [
    'spring: the hour that does not exist never opens',
    { timezone: 'America/New_York', fromMinute: 120, toMinute: 180 },
    '2026-03-08T07:00:00Z',
    false,
  ],
  // 1 November 2026: 01:00–02:00 comes twice
  [
    'autumn: the first 01:30',
    { timezone: 'America/New_York', fromMinute: 60, toMinute: 120 },
    '2026-11-01T05:30:00Z',
    true,
  ],
  [
    'autumn: the second 01:30',
    { timezone: 'America/New_York', fromMinute: 60, toMinute: 120 },
    '2026-11-01T06:30:00Z',
    true,
  ],
  [
    'autumn: 02:00 at last',
    { timezone: 'America/New_York', fromMinute: 60, toMinute: 120 },
    '2026-11-01T07:00:00Z',
    false,
  ],
  [
    'Lord Howe moves by half an hour',
    { timezone: 'Australia/Lord_Howe', fromMinute: 0, toMinute: 1 },
    '2026-07-01T13:30:00Z',
    true,
  ],
])('%s', (_name, change, at, expected) => {
  expect(isOpen(compileSchedule({ ...base, ...change }), Date.parse(at))).toBe(expected);
});

test('local time is told as people write it', () => {
  expect(zoneOf('Asia/Kolkata').text(Date.parse('2026-11-15T18:45:10Z'))).toBe('2026-11-16 00:15:10');
  expect(zoneOf('America/New_York').text(Date.parse('2026-11-01T05:59:59Z'))).toBe('2026-11-01 01:59:59');
});
