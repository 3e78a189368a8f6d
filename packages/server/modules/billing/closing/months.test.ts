import { expect, test } from 'vitest';
import { alwaysIn } from '../../tenancy/index.ts';
import { closableFrom, monthAfter, monthBefore } from './months.ts';

test.each([
  ['2026-10', 'UTC', '2026-11-04T00:00:00.000Z'],
  ['2026-12', 'UTC', '2027-01-04T00:00:00.000Z'],
  ['2028-02', 'UTC', '2028-03-04T00:00:00.000Z'],
  // the workspace's day, not ours
  ['2026-10', 'America/New_York', '2026-11-04T05:00:00.000Z'],
  ['2026-10', 'Asia/Kolkata', '2026-11-03T18:30:00.000Z'],
])('%s of %s can be closed from %s on: its lots move for three days', (month, timeZone, from) =>
  expect(closableFrom(alwaysIn(timeZone), month).toISOString()).toBe(from),
);

test.each([
  ['2026-01', '2025-12', '2026-02'],
  ['2026-02', '2026-01', '2026-03'],
  ['2026-12', '2026-11', '2027-01'],
])('%s lies between %s and %s', (month, before, after) =>
  expect([monthBefore(month), monthAfter(month)]).toEqual([before, after]),
);
