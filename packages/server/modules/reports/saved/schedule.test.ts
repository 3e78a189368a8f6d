import { expect, test } from 'vitest';
import { nextRun } from './schedule.ts';

const recipients = ['a@example.test'];
const zone = 'Asia/Kolkata';

test.each([
  // 09:00 in Kolkata is 03:30 UTC
  [{ every: 'day', hour: 9 }, '2026-11-02T03:29:59Z', '2026-11-02T03:30:00.000Z'],
  [{ every: 'day', hour: 9 }, '2026-11-02T03:30:00Z', '2026-11-03T03:30:00.000Z'],
  // 2 November 2026 is a Monday
  [{ every: 'week', hour: 9, weekday: 1 }, '2026-11-02T04:00:00Z', '2026-11-09T03:30:00.000Z'],
  [{ every: 'week', hour: 9, weekday: 7 }, '2026-11-02T04:00:00Z', '2026-11-08T03:30:00.000Z'],
  [{ every: 'month', hour: 0 }, '2026-11-02T04:00:00Z', '2026-11-30T18:30:00.000Z'],
] as const)('%j after %s runs at %s', (schedule, after, at) => {
  expect(nextRun({ ...schedule, recipients }, zone, new Date(after)).toISOString()).toBe(at);
});
