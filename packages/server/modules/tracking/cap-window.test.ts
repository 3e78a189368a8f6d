// Windows of caps over changes of the time zone: one that is under way ends as it would have, the next begins there, and nobody is
// given a limit twice for a few hours.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Kept = readonly { time_zone: string; until: string | null }[];
async function windowsOf(
  zones: Kept,
  period: string,
  from: string,
  count: number,
): Promise<{ start: Date; end: Date }[]> {
  const rows = await database.asOwner<{ start: Date; end: Date; inside: boolean }>(
    `with recursive walked as (
       select 1 as place, w.window_start as start, w.window_end as "end" from cap_window($1, $2, $3) w
       union all
       select p.place + 1, w.window_start, w.window_end from walked p, cap_window($1, $2, p."end") w where p.place < $4)
     select start, "end" from walked order by place`,
    [JSON.stringify(zones), period, from, count],
  );
  return rows;
}
const text = ({ start, end }: { start: Date; end: Date }) =>
  `${start.toISOString().slice(0, 16)} ${end.toISOString().slice(0, 16)}`;

test.each([
  [
    'a rest of fifteen hours is a day of its own',
    'day',
    [
      { time_zone: 'UTC', until: '2026-11-10T15:00:00Z' },
      { time_zone: 'Asia/Tokyo', until: null },
    ],
    '2026-11-10T03:00:00Z',
    ['2026-11-10T00:00 2026-11-11T00:00', '2026-11-11T00:00 2026-11-11T15:00', '2026-11-11T15:00 2026-11-12T15:00'],
  ],
  [
    'one of nine joins the day after it',
    'day',
    [
      { time_zone: 'Asia/Tokyo', until: '2026-11-11T00:00:00Z' },
      { time_zone: 'UTC', until: null },
    ],
    '2026-11-10T16:00:00Z',
    ['2026-11-10T15:00 2026-11-11T15:00', '2026-11-11T15:00 2026-11-13T00:00', '2026-11-13T00:00 2026-11-14T00:00'],
  ],
  [
    'a month goes on to its end in the old zone',
    'month',
    [
      { time_zone: 'Asia/Tokyo', until: '2026-11-11T00:00:00Z' },
      { time_zone: 'UTC', until: null },
    ],
    '2026-11-20T00:00:00Z',
    ['2026-10-31T15:00 2026-11-30T15:00', '2026-11-30T15:00 2027-01-01T00:00', '2027-01-01T00:00 2027-02-01T00:00'],
  ],
  [
    'there and back within the month: as if nothing had been',
    'month',
    [
      { time_zone: 'UTC', until: '2026-11-10T15:00:00Z' },
      { time_zone: 'Asia/Tokyo', until: '2026-11-12T00:00:00Z' },
      { time_zone: 'UTC', until: null },
    ],
    '2026-11-20T00:00:00Z',
    ['2026-11-01T00:00 2026-12-01T00:00', '2026-12-01T00:00 2027-01-01T00:00'],
  ],
  [
    'hours of a quarter’s offset',
    'hour',
    [
      { time_zone: 'Asia/Kathmandu', until: '2026-11-10T00:00:00Z' },
      { time_zone: 'UTC', until: null },
    ],
    '2026-11-09T23:50:00Z',
    ['2026-11-09T23:15 2026-11-10T00:15', '2026-11-10T00:15 2026-11-10T01:00', '2026-11-10T01:00 2026-11-10T02:00'],
  ],
  [
    'a cap on all time knows no zone',
    'total',
    [
      { time_zone: 'UTC', until: '2026-11-10T15:00:00Z' },
      { time_zone: 'Asia/Tokyo', until: null },
    ],
    '2026-11-10T16:00:00Z',
    ['1970-01-01T00:00 9999-01-01T00:00'],
  ],
] as const)('%s', async (_name, period, zones, at, expected) => {
  expect((await windowsOf(zones, period, at, expected.length)).map(text)).toEqual(expected);
});

test.each(['hour', 'day', 'month'])(
  'windows by the %s follow each other whatever is chosen, and none is longer than one and a half',
  async (period) => {
    const names = [
      'UTC',
      'Asia/Kathmandu',
      'America/New_York',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Europe/Berlin',
    ];
    for (const first of names) {
      for (const second of names) {
        const zones = [
          { time_zone: first, until: '2026-10-30T10:00:00Z' },
          { time_zone: second, until: '2026-11-02T05:00:00Z' },
          { time_zone: first, until: null },
        ];
        const windows = await windowsOf(zones, period, '2026-10-28T12:30:00Z', period === 'hour' ? 150 : 9);
        const longest = period === 'hour' ? 1 : period === 'day' ? 25 : 31 * 24 + 1;
        for (const [place, { start, end }] of windows.entries()) {
          if (place > 0) expect(start).toEqual(windows[place - 1]?.end);
          expect(end.getTime() - start.getTime()).toBeLessThanOrEqual(longest * 1.5 * HOUR_MS);
        }
      }
    }
  },
);
